// The settings as `config` shows them.

import Platform

extension CommandRun {
  func showSettings() -> ExitCode {
    let rows = commands.settings.map { (key: $0.key, value: settings[$0]) }
    guard !wantsJSON else {
      screen.display(document: document(of: rows))
      return .done
    }
    screen.show { page in
      page.table(
        Table(
          [Table.Column("SETTING"), Table.Column("VALUE", .left, .wraps), Table.Column("FROM")],
          rows: rows.map {
            [Table.Cell($0.key), Table.Cell($0.value.text), Table.Cell($0.value.origin.words)]
          }))
      page.line()
      page.paragraph(fileSentence)
    }
    return .done
  }

  private var fileSentence: String {
    guard let file = settings.file else {
      return invocation[Flags.noConfig]
        ? "No file is read: --no-config." : "No file is read: HOME isn't set."
    }
    return file.assignments == nil ? "There is no file \(file.path) yet." : "File: \(file.path)"
  }

  private func document(of rows: [(key: String, value: Settings.Value)]) -> JSONWriter {
    var writer = JSONWriter()
    writer.object {
      $0.member("file", settings.file?.path)
      $0.member("exists", settings.file.map { $0.assignments != nil })
      $0.member("settings", rows.map { Line(key: $0.key, value: $0.value) })
    }
    return writer
  }

  private struct Line: JSONObjectRepresentable {
    let key: String
    let value: Settings.Value

    func writeMembers(to object: inout JSONWriter) {
      object.member("key", key)
      object.member("value", value.text)
      switch value.origin {
      case .flag(let name): object.member("flag", name)
      case .variable(let name): object.member("variable", name)
      case .file(_, let line): object.member("line", line)
      case .standard: object.member("default", true)
      }
    }
  }
}

extension Settings.Origin {
  fileprivate var words: String {
    switch self {
    case .flag(let name), .variable(let name): name
    case .file(let path, let line): "\(path):\(line)"
    case .standard: "default"
    }
  }
}
