// The tool `cleanstore`: its commands, and what carries each of them out.

import HistoryScenes
import HistoryTool
import OrderScenes
import Terminal

extension ToolDescription {
  static let versionLine: StaticString = "cleanstore 0.1.0\n"

  static let cleanstore = ToolDescription(
    .cleanstore, CommandTable.history, versionLine: "\(versionLine)",
    carryOut: { (run) throws(Failure) in try run.carryOut() })
}

extension CommandRun {
  fileprivate func carryOut() throws(Failure) -> ExitCode {
    return switch invocation.command {
    case CommandTable.demo.name: try demo()
    case CommandTable.create.name: try create()
    case CommandTable.validate.name: try validate()
    case CommandTable.edit.name: try edit()
    case CommandTable.pay.name: try pay()
    case CommandTable.ship.name: try ship()
    case CommandTable.deliver.name: try deliver()
    case CommandTable.cancel.name: try cancel()
    case CommandTable.takeBack.name: try takeBack()
    case CommandTable.refund.name: try refund()
    case CommandTable.delete.name: try delete()
    case CommandTable.erase.name: try erase()
    case CommandTable.list.name: try list()
    case CommandTable.browse.name: try browse()
    case CommandTable.history.show.name:
      try show { (request) throws(Failure) in try examine(ShowOrder.self, request) }
    case CommandTable.shippingMethods.name: try shippingMethods()
    case CommandTable.history.complete.name: try complete()
    case CommandTable.generate.name: try generate()
    case CommandTable.audit.name: try audit()
    case CommandTable.report.name: try report()
    case CommandTable.export.name: try export()
    case CommandTable.backup.name: try backUpStore()
    case CommandTable.archive.name: try archiveEntries()
    case CommandTable.restore.name: try restoreEntries()
    case CommandTable.cache.name: try manageCache()
    case CommandTable.recover.name: try recoverStore()
    default: try carryOutShared()
    }
  }
}
