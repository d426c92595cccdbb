// The process's output: prints what views have drawn. Remembers the first output error, so that callers needn't
// handle it: once the output is closed, the rest is dropped.

import Platform

package final class Screen: DocumentDisplay {
  package let asJSON: Bool
  private let isColored: Bool
  private var page: StyledLines
  package let progress: Progress
  private let terminal: TerminalInfo
  private let output: any TextOutput
  private let errors: any TextOutput
  private let pager: PagerOutput?
  private let noPager: Flag<Bool>
  private var failure: OutputError?

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
    isColored = (color ?? .auto).isColored(
      environment: world.environment, isTerminal: terminal.outputIsTerminal)
    page = StyledLines(width: terminal.outputIsTerminal ? terminal.width : nil)
  }

  package var isClosed: Bool { failure != nil }

  package func show(_ viewModel: some Drawable) {
    show(viewModel.draw(on:))
    showAside(viewModel.drawAside(on:))
  }

  package func show(_ draw: (inout StyledLines) -> Void) {
    draw(&page)
    for line in page.take() {
      attempt { () throws(OutputError) in
        try output.writeLine(line.printed(inColor: isColored))
      }
    }
  }

  /// Shows lines on standard error, unless there are none.
  package func showAside(_ draw: (inout StyledLines) -> Void) {
    let lines = printedAside(draw)
    if !lines.isEmpty { display(problem: lines) }
  }

  private func printedAside(_ draw: (inout StyledLines) -> Void) -> String {
    var aside = StyledLines(width: terminal.errorIsTerminal ? terminal.width : nil)
    draw(&aside)
    return aside.lines.printed(inColor: isColored)
  }

  package func line(_ text: StyledText = .empty) { show { $0.line(text) } }

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

  package func display(note: String) { showAside { $0.note(note) } }

  package func display(failure: Failure) {
    if asJSON { display(problem: failure.json) } else { showAside(failure.draw(on:)) }
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
        printedAside {
          $0.note(
            "The pager exited with \(code). If it didn't show everything, pass "
              + "\(noPager.spelling).")
        })
    }
    return failure
  }

  private func attempt(_ body: () throws(OutputError) -> Void) {
    guard failure == nil else { return }
    if terminal.outputIsTerminal { progress.stop() }
    do throws(OutputError) { try body() } catch { failure = error }
  }
}

extension Screen: Display {
  package func display(_ viewModel: any Drawable) { show(viewModel) }
}

extension Screen: TableDisplay {
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
