// The screens of the commands that show others that nothing was changed. What they print for programs of others
// is shown byte by byte.

import HistoryScenes
import Terminal

/// Shows a checkpoint, or writes it to a file, with its signature beside it.
final class CheckpointDisplay: DisplayLogic {
  private let screen: Screen
  private let path: String?
  private var result: Result<Void, Failure> = .success(())

  init(_ screen: Screen, file path: String?) {
    self.screen = screen
    self.path = path
  }

  func display(_ viewModel: TakeCheckpoint.ViewModel) {
    guard let path else { return screen.text(viewModel.text) }
    result = Result { () throws(Failure) in
      try NewFile.write(Array(viewModel.text.utf8), to: path)
      if let signature = viewModel.detachedSignature {
        try NewFile.write(Array(signature.utf8), to: path + SSHVerifier.suffix)
      }
    }
  }

  func finish() throws(Failure) { try result.get() }
}

extension TakeCheckpoint.ViewModel: Drawable {
  package func draw(on screen: Screen) { screen.text(text) }
}

extension ShowKey.ViewModel: Drawable {
  package func draw(on screen: Screen) { screen.line(line) }
}

extension ProofViewModel: Drawable {
  package func draw(on screen: Screen) { screen.text(text) }
}

extension ProveStreams.ViewModel: Drawable {
  package func draw(on screen: Screen) { screen.paragraph(visible(sentence)) }
}

extension VerifyCheckpoints.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    verified.draw(on: screen)
    for (text, isGood) in lines { screen.paragraph(visible(text), isGood ? nil : .red) }
  }
}

extension VerifyProof.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    for line in lines { screen.paragraph(visible(line), isGood ? .green : .red) }
  }
}
