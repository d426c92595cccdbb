// The screens of the commands that show others that nothing was changed. What they print for programs of others
// is shown byte by byte.

import HistoryScenes
import Terminal

/// The files that a checkpoint goes to.
struct CheckpointOutput {
  private let file: NewFile
  /// For a signature that isn't a part of it.
  private let signature: NewFile?

  /// - Returns: nil if there is no path.
  init?(_ path: String?, isDetached: Bool) throws(Failure) {
    guard let path else { return nil }
    file = try NewFile(path)
    signature = isDetached ? try NewFile(path + SSHVerifier.suffix, with: file) : nil
  }

  func write(_ viewModel: TakeCheckpoint.ViewModel) throws(Failure) {
    try file.write(Array(viewModel.text.utf8))
    try signature?.write(Array((viewModel.detachedSignature ?? "").utf8))
    try signature?.complete()
    try file.complete()
  }
}

extension Screen {
  /// A text for programs of others: byte by byte, but on a terminal nothing that controls it.
  fileprivate func exactly(_ text: String) {
    guard width != nil else { return self.text(text) }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      self.line(visible(String(line)))
    }
  }
}

extension TakeCheckpoint.ViewModel: Drawable {
  package func draw(on screen: Screen) { screen.exactly(text) }
}

extension ShowKey.ViewModel: Drawable {
  package func draw(on screen: Screen) { screen.exactly(line + "\n") }
}

extension ProofViewModel: Drawable {
  package func draw(on screen: Screen) { screen.exactly(text) }
}

extension ProveStreams.ViewModel: Drawable {
  package func draw(on screen: Screen) { screen.paragraph(visible(sentence)) }
}

extension VerifyCheckpoints.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    verified.draw(on: screen)
    for line in lines { screen.paragraph(visible(line.text), line.isGood ? nil : .red) }
  }
}

extension VerifyProof.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    for line in lines { screen.paragraph(visible(line), isGood ? .green : .red) }
  }
}
