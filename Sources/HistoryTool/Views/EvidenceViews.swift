// The screens of the commands that show others that nothing was changed. What they print for programs of others
// is shown byte by byte.

/// The files that a checkpoint goes to.
struct CheckpointOutput {
  private let file: NewFile
  /// The file for a signature that isn't a part of it.
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

extension TakeCheckpoint.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) { page.exactly(text) }
}

extension ExactText: Drawable {
  package func draw(on page: inout StyledLines) { page.exactly(text) }
}
