// What the two readers still judge differently, by name. This may only become shorter.

enum Known {
  static func allows(_ difference: Judge.Difference) -> Bool {
    guard case .verdict(let own, let tool) = difference, own.file == tool.file else { return false }
    // Several things are wrong with store.json.
    if own.file == "store.json" { return tool.kind == own.kind }
    guard own.line == tool.line else { return false }
    // Of an invalid number, either its first byte or where it goes wrong.
    if tool.what == "This isn't a JSON number." { return own.kind == .corrupt }
    // Of entries of an older type, the tool names another place.
    if tool.what.hasPrefix("The entry has an older form") { return own.kind == .corrupt }
    if own.what == "unknown type" && tool.kind == .newer { return true }
    // An unknown key before what isn't JSON.
    if own.firstByte < own.byte && tool.kind == .newer { return true }
    // Of two keys that changed places, either one.
    return own.what == "key out of order" && tool.what.hasPrefix("This key must come before")
  }
}
