// Writes the files of a new scene and its tests: `swift run NewScene ArchiveOrder`.

import Platform

do throws(SceneError) {
  guard CommandLine.arguments.count == 2 else { throw .noName }
  let files = SceneFiles(name: try SceneName(CommandLine.arguments[1]))
  try files.write(below: ".")
  for file in files.all { print(file.path) }
} catch {
  _ = "NewScene: \(error.message)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(error.exitCode)
}
