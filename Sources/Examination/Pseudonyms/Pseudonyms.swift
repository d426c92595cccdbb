// Texts in place of other texts: equal ones for equal ones under one key, and different ones for
// different ones, all in the form of the original, so that rules that check forms decide as before. The form
// is seen from the text alone, whatever field it is in: so a customer that is an e-mail address stays the
// same as that address.

import Integrity

/// Gives texts their pseudonyms under a key.
///
/// Blank texts stay as they are. A pseudonym has at least as many Unicode scalars as its text, so that
/// what is too long stays so; it is longer only where the text is shorter than a token.
package struct Pseudonyms: Sendable {
  private let hash: KeyedHash

  /// Pseudonyms under a key. The key is enough to find out which text a pseudonym stands for.
  package init(key: [UInt8]) { hash = KeyedHash(key: key) }

  package func pseudonym(of text: String) -> String {
    if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return text }
    if text.utf8.contains(UInt8(ascii: "@")) { return email(text) }
    // A text with anything else in it gets letters, too.
    if text.utf8.allSatisfy({ Self.isDigit($0) || Self.signs.contains($0) }) { return digits(text) }
    return token(for: text, filling: text.unicodeScalars.count)
  }

  /// A salt in place of another: with the true one, an entry without personal data would tell whether a guess is right.
  package func salt(for salt: String) -> String {
    let code = hash.code(of: [0x73] + Array(salt.utf8)).prefix(salt.utf8.count / 2)
    return code.map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined()
  }

  /// The characters besides digits in numbers of phones and streets, in postal codes and dates.
  private static let signs = Set(" +-().".utf8)

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}

// Tokens.
extension Pseudonyms {
  /// Sixteen consonants: no token is a word, a number or a date by chance.
  private static let letters = Array("bcdfghjklmnpqrst".unicodeScalars)
  /// So many of them are 80 bits: even a million million texts don't share one.
  private static let tokenLength = 20

  private func token(for text: String, filling length: Int = 0) -> String {
    var token = String.UnicodeScalarView()
    for byte in hash.code(of: [0x74] + Array(text.utf8)).prefix(Self.tokenLength / 2) {
      token.append(Self.letters[Int(byte >> 4)])
      token.append(Self.letters[Int(byte & 0xF)])
    }
    return String(token) + String(repeating: "x", count: max(0, length - Self.tokenLength))
  }

  /// An address stays one, and the wrong number of `@` or an empty side stay wrong.
  private func email(_ text: String) -> String {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let length = text.unicodeScalars.count
    switch parts.count {
    case 2 where parts[0].isEmpty && parts[1].isEmpty: return text
    case 2 where parts[0].isEmpty: return "@" + token(for: text, filling: length - 1)
    case 2 where parts[1].isEmpty: return token(for: text, filling: length - 1) + "@"
    case 2:
      // Addresses at one host stay at one host, in a domain reserved for examples (RFC 2606).
      let host = "@" + token(for: String(parts[1])) + ".example"
      return token(for: text, filling: length - host.count) + host
    default: return token(for: text, filling: length - 2) + "@@"
    }
  }
}

// Digits.
extension Pseudonyms {
  /// An even number, so that both halves are back at their places.
  private static let rounds: UInt8 = 10

  private func digits(_ text: String) -> String {
    var bytes = Array(text.utf8)
    let places = bytes.indices.filter { Self.isDigit(bytes[$0]) }
    for (place, digit) in zip(places, permuted(places.map { bytes[$0] - 0x30 })) {
      bytes[place] = digit + 0x30
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Other digits for these: no two strings of one length get the same ones, however short they
  /// are. A Feistel network over digits, as in NIST SP 800-38G, with HMAC for its rounds.
  private func permuted(_ digits: [UInt8]) -> [UInt8] {
    if digits.count == 1 { return [(digits[0] + 1 + stream(0, 1, [])[0] % 9) % 10] }
    var left = Array(digits[..<(digits.count / 2)])
    var right = Array(digits[(digits.count / 2)...])
    for round in 0..<Self.rounds {
      let mixed = zip(left, stream(round, left.count, right)).map { ($0 + $1) % 10 }
      (left, right) = (right, mixed)
    }
    return left + right
  }

  /// So many digits that depend on the key, the round, and other digits.
  private func stream(_ round: UInt8, _ count: Int, _ others: [UInt8]) -> [UInt8] {
    var digits: [UInt8] = []
    var block: UInt8 = 0
    while digits.count < count {
      let head: [UInt8] = [0x64, round, block, UInt8(truncatingIfNeeded: count)]
      // Numbers from 250 on would make some digits more frequent than others.
      digits += hash.code(of: head + others).filter { $0 < 250 }.map { $0 % 10 }
      block &+= 1
    }
    return Array(digits.prefix(count))
  }
}
