// Looks for the words of personal data in other places of a log, where erasing doesn't reach: free texts, and the
// personal data of other streams.

/// A place outside of what is erased that has a word of it.
struct WordElsewhere: Hashable, Sendable, JSONObjectRepresentable {
  let seq: Int
  /// The member that has it: `actor`, `command.reason`, `meta.ticket`, `personal`.
  let member: String
  /// The field that the word is of.
  let field: String
  /// The stream that the field is of.
  let stream: StreamLabel

  package func writeMembers(to object: inout JSONWriter) {
    object.member("seq", seq)
    object.member("member", member)
    object.member("field", field)
    object.member(named: stream.key, stream.text)
  }
}

/// The words of the personal data of some streams. Bytes are compared, letters of ASCII in either case, and é whether it
/// is one code point or two.
struct PersonalWords {
  /// Shorter ones are in too many places.
  static let shortest = 4

  private struct Word {
    let bytes: [UInt8]
    /// The path of the first field that has it.
    let field: String
    let isOfOnePerson: Bool
    let stream: StreamLabel
  }

  private var words: [Word] = []
  /// The bytes of their characters, for all spellings of these: those of the word that has it first.
  private var spellings = Dictionary(
    uniqueKeysWithValues: (0..<0x80).map { (Character(Unicode.Scalar($0)), [$0]) })
  /// The places, by their words' hashes.
  private var places: [UInt64: [Int]] = [:]
  private var longest = 0
  /// The hashes of first bytes: most places are told from a word's beginning by these.
  private var starts = [Bool](repeating: false, count: 1 << 16)

  var isEmpty: Bool { words.isEmpty }

  /// Takes the words of a personal block.
  mutating func take(
    _ entry: Entry, of stream: StreamLabel, in domain: any HistoryDomain.Type
  ) {
    guard let block = try? JSONValue(entry.storage, in: entry.personal, profile: .anyOrder) else {
      return
    }
    for member in block.members ?? [] where member.key != "salt" {
      member.value.eachText(member.key) { field, text in
        guard domain.isSearched(field) else { return }
        let line = Self.inLine(text)
        for character in line where spellings[character] == nil {
          spellings[character] = Array(character.utf8)
        }
        let bytes = spelled(line).map(Self.lowercased)
        guard bytes.count >= Self.shortest else { return }
        add(
          Word(
            bytes: bytes, field: field, isOfOnePerson: domain.isOfOnePerson(field),
            stream: stream))
      }
    }
  }

  private mutating func add(_ word: Word) {
    let hash = word.bytes.reduce(Self.seed, Self.hash)
    guard !places[hash, default: []].contains(where: { words[$0].bytes == word.bytes }) else {
      return
    }
    places[hash, default: []].append(words.count)
    words.append(word)
    longest = max(longest, word.bytes.count)
    word.bytes.withUnsafeBytes { starts[Self.start(of: $0, at: 0)] = true }
  }

  /// The places of an entry that have some of the words.
  ///
  /// - Parameter isErased: Whether its own personal data is erased.
  func places(in entry: Entry, isErased: Bool) -> [WordElsewhere] {
    var found: [WordElsewhere] = []
    func add(_ words: [Int], _ member: String) {
      for word in words {
        let place = WordElsewhere(
          seq: entry.seq, member: member, field: self.words[word].field,
          stream: self.words[word].stream)
        if !found.contains(place) { found.append(place) }
      }
    }
    add(self.words(in: entry.storage.slice(entry.actor)), "actor")
    if entry.recordedBy.isPresent {
      add(self.words(in: entry.storage.slice(entry.recordedBy)), "recordedBy")
    }
    for (name, part) in [("meta", entry.meta), ("command", entry.command)] where !part.isEmpty {
      let all = self.words(in: entry[part])
      guard !all.isEmpty,
        let value = try? JSONValue(entry.storage, in: part, profile: .anyOrder)
      else { continue }
      value.eachText(name) { member, text in
        let bytes = Array(Self.inLine(text).utf8)
        bytes.withUnsafeBytes { add(self.words(in: $0), member) }
      }
    }
    guard !isErased, entry.hasPersonalData else { return found }
    add(self.words(in: entry[entry.personal]).filter { words[$0].isOfOnePerson }, "personal")
    return found
  }

  /// A text in the spelling of the words.
  private func spelled(_ text: String) -> [UInt8] {
    text.flatMap { $0.isASCII ? Array($0.utf8) : spellings[$0] ?? Array($0.utf8) }
  }

  /// The words that are in a text, with no letter or digit before and after them.
  private func words(in text: UnsafeRawBufferPointer) -> [Int] {
    if text.allSatisfy({ $0 < 0x80 }) { return words(spelledIn: text) }
    return spelled(String(decoding: text, as: UTF8.self)).withUnsafeBytes { words(spelledIn: $0) }
  }

  private func words(spelledIn bytes: UnsafeRawBufferPointer) -> [Int] {
    guard bytes.count >= Self.shortest else { return [] }
    var found: [Int] = []
    var isInside = false
    for start in 0...bytes.count - Self.shortest {
      defer { isInside = Self.isOfWord(bytes[start]) }
      if isInside || !starts[Self.start(of: bytes, at: start)] { continue }
      var hash = Self.seed
      for end in start + 1...min(start + longest, bytes.count) {
        hash = Self.hash(hash, Self.lowercased(bytes[end - 1]))
        guard end - start >= Self.shortest, end == bytes.count || !Self.isOfWord(bytes[end]),
          let candidates = places[hash]
        else { continue }
        for word in candidates where !found.contains(word) {
          let isSame = bytes[start..<end].lazy.map(Self.lowercased).elementsEqual(words[word].bytes)
          if isSame { found.append(word) }
        }
      }
    }
    return found
  }

  /// A hash of the first bytes from a place on.
  private static func start(of bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
    var start: UInt32 = 0
    for byte in bytes[place..<place + shortest] { start = start << 8 | UInt32(lowercased(byte)) }
    return Int((start &* 0x9E37_79B1) >> 16)
  }

  /// FNV-1a.
  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  private static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// A text as lines have it.
  private static func inLine(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(writer.withBytes { String(decoding: $0, as: UTF8.self) }.dropFirst().dropLast())
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    0x41...0x5A ~= byte ? byte | 0x20 : byte
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte || byte >= 0x80
  }
}

extension JSONValue {
  /// All texts in it, with their paths.
  fileprivate func eachText(_ path: String, _ body: (String, String) -> Void) {
    switch self {
    case .string(let text): body(path, text)
    case .object(let members):
      for member in members { member.value.eachText("\(path).\(member.key)", body) }
    case .array(let elements):
      for (index, element) in elements.enumerated() { element.eachText("\(path)[\(index)]", body) }
    case .null, .boolean, .integer: break
    }
  }
}
