// Explains why the text of a form isn't JSON, as people would say it who see the place.

extension JSONError {
  /// The sentence for an error in some bytes.
  func message(in bytes: [UInt8]) -> String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || 0x09...0x0D ~= $0 }
    guard code == .unexpectedByte, offset < bytes.count,
      let before = bytes[..<offset].last(where: { !isSpace($0) })
    else { return message }
    switch Character(Unicode.Scalar(bytes[offset])) {
    case "}", "]":
      return before == UInt8(ascii: ",") ? "Remove the comma before this." : message
    case let next where ":,[{".utf8.contains(before):
      return next.isLetter ? "Text must be in quotes." : message
    case let next where next.isLetter || next.isNumber || "\"-[{".contains(next):
      return "A comma or a colon is missing before this."
    default: return message
    }
  }
}
