// What the views draw on. Remembers the first output error, so that views needn't handle it: once
// the output is closed, the rest is dropped.

import HistoryScenes
import JSONLines
import Terminal

package final class Screen: DocumentDisplayLogic {
  package let palette: Palette
  package let asJSON: Bool
  /// How wide lines may be; nil if the output isn't a terminal.
  package let width: Int?
  /// How wide lines on standard error may be; nil if it isn't a terminal.
  package let errorWidth: Int?
  package let progress: Progress
  private let terminal: TerminalInfo
  private let output: any TextOutput
  private let errors: any TextOutput
  private let pager: PagerOutput?
  private let noPager: Flag<Bool>
  private var failure: OutputError?
  /// As wide as the widest time of an entry so far: offsets of long ago have seconds.
  fileprivate var timeWidth = 19

  /// - Parameter settings: nil where they can't be read: output is then neither colored by choice nor paged.
  package init(
    _ world: World, _ settings: Settings?, of commands: HistoryCommands, asJSON: Bool = false,
    isPaged: Bool = false
  ) {
    self.asJSON = asJSON
    noPager = commands.noPager
    terminal = world.terminal
    pager = isPaged ? settings?.pagerLine(commands).flatMap(world.pager) : nil
    output = pager ?? world.output
    errors = world.errors
    progress = Progress(on: DescriptorOutput.standardError(), terminal)
    let color = settings.flatMap { ColorChoice(rawValue: $0.text(.color)) }
    palette = Palette(
      color ?? .auto, environment: world.environment, isTerminal: terminal.outputIsTerminal)
    width = terminal.outputIsTerminal ? terminal.width : nil
    errorWidth = terminal.errorIsTerminal ? terminal.width : nil
  }

  /// A screen whose lines go elsewhere, colored, such as into a part of another one.
  package init(printingTo output: any TextOutput, width: Int, of commands: HistoryCommands) {
    (self.output, errors, pager, asJSON) = (output, output, nil, false)
    noPager = commands.noPager
    terminal = TerminalInfo(
      inputIsTerminal: false, outputIsTerminal: true, errorIsTerminal: true, width: width)
    progress = Progress(on: DescriptorOutput.standardError(), .none)
    palette = Palette(isColored: true)
    (self.width, errorWidth) = (width, width)
  }

  package var isClosed: Bool { failure != nil }

  package func line(_ text: String = "") {
    attempt { () throws(OutputError) in try output.writeLine(text) }
  }

  /// A text that is safe to show, in lines no wider than the terminal: the first after a prefix, the others
  /// below its end.
  package func paragraph(
    _ text: String, after prefix: String = "", _ style: Palette.Style? = nil
  ) {
    for line in text.hanging(after: prefix, within: width) {
      self.line(palette.styled(line, style.map { [$0] } ?? []))
    }
  }

  package func table(_ table: Table) {
    for line in table.lines(palette: palette, maximumWidth: width) { self.line(line) }
  }

  package func text(_ text: String) {
    attempt { () throws(OutputError) in try output.write(text) }
  }

  /// Shows a JSON document on its own line: byte by byte as it is, but on a terminal without
  /// control characters.
  package func display(document: borrowing JSONWriter) {
    document.withBytes { bytes in
      attempt { () throws(OutputError) in
        if terminal.outputIsTerminal {
          try output.write(visibleJSON(String(decoding: bytes, as: UTF8.self)))
        } else {
          try output.write(bytes)
        }
        try output.write("\n")
      }
    }
  }

  package func display(note: String) { display(problem: lines(of: note)) }

  private func lines(of note: String) -> String {
    let lines = visible(note).hanging(after: ToolName.current + ": ", within: errorWidth)
    return lines.map { $0 + "\n" }.joined()
  }

  package func display(refusal: RefusalViewModel) {
    display(problem: asJSON ? refusal.json : refusal.text(within: errorWidth))
  }

  package func display(failure: Failure) {
    display(problem: asJSON ? failure.json : failure.text(within: errorWidth))
  }

  /// Shows lines that are safe to show on standard error, after everything shown before. While a
  /// pager has the terminal, they go into it.
  package func display(problem: String) {
    let problem = asJSON && terminal.errorIsTerminal ? visibleJSON(problem) : problem
    if pager != nil, terminal.errorIsTerminal { return text(problem) }
    attempt { () throws(OutputError) in try output.flush() }
    showAtOnce(problem)
  }

  /// A note that can't be shown is no reason to lose the output.
  private func showAtOnce(_ problem: String) {
    progress.withoutLine {
      try? errors.write(problem)
      try? errors.flush()
    }
  }

  /// Writes everything that was kept back.
  package func flush() { attempt { () throws(OutputError) in try output.flush() } }

  /// Writes what is left, and waits until the pager exits; reports an error of the output, if there
  /// was one.
  package func finish() -> OutputError? {
    progress.stop()
    attempt { () throws(OutputError) in
      if let pager { try pager.finish() } else { try output.flush() }
    }
    if let code = pager?.failureCode {
      showAtOnce(
        lines(
          of: "The pager exited with \(code). If it didn't show everything, pass "
            + "\(noPager.spelling)."))
    }
    return failure
  }

  private func attempt(_ body: () throws(OutputError) -> Void) {
    guard failure == nil else { return }
    if terminal.outputIsTerminal { progress.stop() }
    do throws(OutputError) { try body() } catch { failure = error }
  }
}

extension Screen: TableDisplayLogic {
  /// Shows rows byte by byte as they are, but on a terminal without control characters.
  package func display(rows: CSVWriter) {
    attempt { () throws(OutputError) in
      if terminal.outputIsTerminal {
        let mark = rows.bytes.starts(with: CSVWriter.byteOrderMark) ? CSVWriter.byteOrderMark : []
        let text = String(decoding: rows.bytes.dropFirst(mark.count), as: UTF8.self)
        for line in text.split(separator: "\r\n") {
          try output.writeLine(visible(String(line)))
        }
      } else {
        try output.write(rows.bytes)
      }
    }
  }
}

extension Screen: ByteOutput {
  /// Shows whole lines of text byte by byte as they are, but on a terminal without control characters.
  package func write(_ bytes: [UInt8]) {
    attempt { () throws(OutputError) in
      guard terminal.outputIsTerminal else { return try output.write(bytes) }
      let lines = String(decoding: bytes, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
      try output.write(lines.map { visible(String($0)) }.joined(separator: "\n"))
    }
  }
}

extension Screen: HistoryLineOutput {
  package func write(line: borrowing JSONWriter) { display(document: line) }

  package func complete() { flush() }
}

package protocol Drawable {
  func draw(on screen: Screen)
}

package final class ScreenDisplay<Model: Drawable>: DisplayLogic {
  private let screen: Screen

  package init(_ screen: Screen) { self.screen = screen }

  package func display(_ viewModel: Model) { viewModel.draw(on: screen) }
}

extension Screen {
  /// Whether there is no room for columns that fit most.
  private var isNarrow: Bool { (width ?? .max) < 100 }

  /// Shows cells next to one another, and below where the terminal ends.
  func row(_ cells: [Table.Cell]) {
    for text in palette.lines(of: cells, within: width) { line(text) }
  }

  /// A cell that is filled to the width of its column; on a narrow terminal that is `narrow`.
  func column(
    _ text: String, _ width: Int, narrow: Int? = nil, _ alignment: Alignment = .left,
    _ style: Palette.Style? = nil
  ) -> Table.Cell {
    let filled = visible(value: text).padded(to: isNarrow ? narrow ?? width : width, alignment)
    return Table.Cell(visible: filled, style.map { [$0] } ?? [])
  }

  /// An entry's number, time and stream, all in one style if one is given.
  func entryCells(
    seq: String, at: String, stream: String, _ style: Palette.Style? = nil
  ) -> [Table.Cell] {
    timeWidth = max(timeWidth, at.displayWidth)
    return [
      column(seq, 6, narrow: 5, .right, style ?? .yellow),
      column(at, timeWidth, .left, style ?? .dim),
      column(stream, 10, narrow: 7, .left, style),
    ]
  }
}
