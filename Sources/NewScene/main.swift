// Writes the files of a new scene and its tests: `swift run NewScene ArchiveOrder`.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

do throws(SceneError) {
  guard CommandLine.arguments.count == 2 else { throw .noName }
  let files = SceneFiles(name: try SceneName(CommandLine.arguments[1]))
  try files.write(below: ".")
  for file in files.all { print(file.path) }
} catch {
  _ = writeAll("NewScene: \(error.message)\n", to: STDERR_FILENO)
  exit(error.exitCode)
}
