// The command for shipping methods, whose first operand is the action.

import Terminal
import HistoryScenes
import HistoryTool
import OrderScenes

enum ShippingMethodAction: String, CaseIterable { case list, add, retire }

extension CommandRun {
  func shippingMethods() throws(Failure) -> ExitCode {
    let action =
      invocation.operand(Operands.action).flatMap(ShippingMethodAction.init(rawValue:)) ?? .list
    let code = invocation.operand(Operands.methodCode)
    let name = invocation.operand(Operands.methodName)
    try check(flagsOf: action)
    switch (action, code, name) {
    case (.list, nil, _):
      return try answer(
        ListShippingMethods.self, ListShippingMethods.Request(at: invocation.text(Flags.at)))
    case (.add, let code?, let name?):
      return try change(
        AddShippingMethod.self, .init(code: code, name: name, change: changeRequest()))
    case (.retire, let code?, nil):
      return try change(RetireShippingMethod.self, .init(code: code, change: changeRequest()))
    case (.list, _?, _):
      throw Self.misuse(.unexpectedOperand, "'shipping-methods list' takes no other operands.")
    case (.add, _, nil):
      throw Self.misuse(.missingOperand, "'shipping-methods add' needs CODE and NAME.")
    case (.add, nil, _), (.retire, nil, _):
      throw Self.misuse(.missingOperand, "'shipping-methods retire' needs CODE.")
    case (.retire, _?, _?):
      throw Self.misuse(.unexpectedOperand, "'shipping-methods retire' takes only CODE.")
    }
  }

  /// A past moment is read-only, so it takes none of the flags of a change.
  private func check(flagsOf action: ShippingMethodAction) throws(Failure) {
    let wrong = action == .list ? Flags.changing : [Flags.at]
    guard let flag = wrong.first(where: invocation.has) else { return }
    throw Self.misuse(
      .unknownFlag, "'shipping-methods \(action.rawValue)' has no flag '--\(flag.name)'.")
  }

  private static func misuse(_ code: UsageError.Code, _ message: String) -> Failure {
    Failure(
      .usage, code: code.rawValue, message, hint: "See `cleanstore help shipping-methods`.")
  }
}
