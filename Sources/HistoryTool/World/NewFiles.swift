// New files that belong together, in a folder or as one file.

import Platform

/// Files that stay once they are complete.
final class NewFiles {
  /// The folder or the file; nil for standard output.
  private let path: String?
  private let isFolder: Bool
  private let screen: Screen
  private var files: [NewFile] = []
  /// One that was made, and goes with the files if they aren't complete.
  private var newFolder: String?

  init(_ path: String?, isFolder: Bool, or screen: Screen) {
    (self.path, self.isFolder, self.screen) = (path, isFolder, screen)
  }

  /// Opens one. The first one must be completed last: the others belong to it.
  func open(_ name: String) throws(Failure) -> any ByteOutput {
    guard let path else { return screen }
    if isFolder, files.isEmpty { try makeFolder(path) }
    let file = try NewFile(isFolder ? "\(path)/\(name)" : path, with: files.first)
    files.append(file)
    return file
  }

  private func makeFolder(_ path: String) throws(Failure) {
    try NewFile.checkIsOutsideStores(path)
    // One that is there can be used, as long as none of the files is.
    if mkdir(path, 0o700) == 0 {
      newFolder = path
    } else if errno != EEXIST {
      throw NewFile.failure(path, errno, hint: "Pass a new folder in an existing one.")
    }
  }

  deinit {
    files = []
    // Only an empty one goes.
    if let newFolder { rmdir(newFolder) }
  }
}
