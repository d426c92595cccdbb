// A current folder for one thread: tests that run at the same time each have theirs.

import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

enum ThreadFolder {
  /// Whether the system lets a thread have a current folder of its own. Some containers don't.
  static let isPossible = separate()

  /// Does something that doesn't leave this thread, in this folder.
  static func run<Result>(in path: String, _ body: () throws -> Result) throws -> Result {
    // Each time: a thread that was begun since shares its folder with the one that began it.
    try #require(separate())
    try #require(enter(path), "\(path) can't be entered: error \(errno)")
    defer { leave() }
    return try body()
  }

  // The headers that declare these aren't part of the modules.
  private static func symbol<Function>(_ name: String, as type: Function.Type) -> Function? {
    dlsym(dlopen(nil, RTLD_NOW), name).map { unsafeBitCast($0, to: type) }
  }

  #if canImport(Darwin)
    private typealias Change = @convention(c) (UnsafePointer<CChar>) -> Int32
    private typealias ChangeTo = @convention(c) (Int32) -> Int32

    private static let change = symbol("pthread_chdir_np", as: Change.self)
    private static let changeTo = symbol("pthread_fchdir_np", as: ChangeTo.self)

    private static func separate() -> Bool { change != nil && changeTo != nil }
    private static func enter(_ path: String) -> Bool { change?(path) == 0 }
    /// Back to the folder of the process.
    private static func leave() { _ = changeTo?(-1) }
  #else
    private typealias Unshare = @convention(c) (Int32) -> Int32

    private static let unshare = symbol("unshare", as: Unshare.self)

    /// `CLONE_FS`: the current folder, the root and the file mode mask.
    private static func separate() -> Bool { unshare?(0x200) == 0 }
    private static func enter(_ path: String) -> Bool { chdir(path) == 0 }
    /// Not back to where it was: another test's folder, if the thread was begun there.
    private static func leave() { _ = chdir("/") }
  #endif
}
