// The name of a scene: what it must look like, so that what is written with it compiles.

/// A name such as `ArchiveOrder`.
struct SceneName: Equatable {
  let type: String

  /// The most letters that leave every line within 100 columns.
  static let longest = 21

  init(_ text: String) throws(SceneError) {
    guard Self.isName(text) else { throw .badName(text) }
    type = text
  }

  /// Two words or more, because one alone could be a word of the language.
  private static func isName(_ text: String) -> Bool {
    guard text.utf8.count <= longest, text.utf8.allSatisfy(isLetter) else { return false }
    let words = text.utf8.split(omittingEmptySubsequences: false, whereSeparator: isCapital)
    return words.count > 2 && words[0].isEmpty && words.dropFirst().allSatisfy { !$0.isEmpty }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
}

/// Why no scene was written.
enum SceneError: Error, Equatable {
  /// There is no name, or more than one.
  case noName
  /// It is no name for a scene.
  case badName(String)
  /// The folder that the tool was started in has no scenes.
  case notARepository
  /// Something is already at the place of a file or folder.
  case exists(String)
  /// The system refused.
  case failed(String, String)

  /// What is wrong, and what to do about it.
  var message: String {
    switch self {
    case .noName: "Pass the name of the scene and nothing else: swift run NewScene ArchiveOrder"
    case .badName:
      "That isn't a name for a scene. It needs two or more words, each with a capital letter and "
        + "small ones, as in ArchiveOrder, and at most \(SceneName.longest) letters."
    case .notARepository: "There is no \(SceneFiles.scenes) here. Run it in the package's folder."
    case .exists(let path): "\(path) already exists. Choose another name, or move it away first."
    case .failed(let path, let reason): "\(path) can't be written: \(reason)."
    }
  }

  /// What the process ends with, as `cleanstore` has it.
  var exitCode: Int32 {
    switch self {
    case .noName, .badName, .notARepository: 64
    case .exists: 73
    case .failed: 74
    }
  }
}
