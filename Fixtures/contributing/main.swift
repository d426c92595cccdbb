// Carries out the recipes that are named, in the repository that is the current folder. Built by
// `.ci/contributing` together with `Tests/IndependentTests/HouseRules/Recipe.swift`.

import Foundation

do {
  let page = try String(contentsOfFile: "Docs/Contributing.md", encoding: .utf8)
  for file in CommandLine.arguments.dropFirst() {
    let name = URL(filePath: file).deletingPathExtension().lastPathComponent
    let recipe = try Recipe(name: name, text: String(contentsOfFile: file, encoding: .utf8))
    try recipe.check(against: page)
    let result = try recipe.result { try? String(contentsOfFile: $0, encoding: .utf8) }
    for (path, text) in result {
      let folder = URL(filePath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: path))
      print(path)
    }
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
