// Damages and edits of a log: every mutant has one to three of them.

import TestKit

struct Mutator {
  var dice: Seeded

  mutating func mutate(_ log: Log) -> Log {
    switch log {
    case .file(let bytes):
      var bytes = bytes
      for _ in 0..<rounds() { bytes = mutateLines(of: bytes) }
      return .file(bytes)
    case .store(var store):
      for _ in 0..<rounds() { mutate(&store) }
      return .store(store)
    }
  }

  private mutating func rounds() -> Int { dice.chance(3, in: 4) ? 1 : 1 + dice.below(3) }

  private mutating func mutate(_ store: inout Store) {
    let segments = store.segments
    guard let last = segments.last else { return }
    let segment = dice.chance(1, in: 2) ? last : dice.pick(segments)
    switch dice.below(40) {
    case 0: store.files["store.json"] = mutateBytes(of: store.files["store.json"] ?? [])
    case 1:
      let line = mutateTree(of: Array((store.files["store.json"] ?? []).dropLast()), sealed: false)
      store.files["store.json"] = line + [0x0A]
    case 2:
      store.files[renamed(segment)] = store.files[segment]
      store.files[segment] = nil
    case 3: store.files[segment] = nil
    case 4: store.files[renamed(segment)] = []
    case 5...9: store.files["lock"] = lock()
    case 10...12:
      store.files["lock"] = lock()
      let bytes = store.files[last] ?? []
      store.files[last] = Array(bytes.prefix(dice.below(bytes.count + 1)))
    case 13...15:
      store.files["lock"] = lock()
      store.files[last] = damageEnd(of: store.files[last] ?? [])
    default: store.files[segment] = mutateLines(of: store.files[segment] ?? [])
    }
  }

  private mutating func renamed(_ segment: String) -> String {
    let number = (Int(segment.dropFirst(4).dropLast(6)) ?? 0) + dice.pick([-1, 1, 2, 7, 100])
    let digits = String(abs(number))
    return "log/" + String(repeating: "0", count: 20 - digits.count) + digits + ".jsonl"
  }

  private mutating func lock() -> [UInt8]? {
    let end = dice.below(32)
    return dice.pick([
      nil, "", "{\"pid\":1,\"closed\":true}\n", "{\"pid\":1,\"closed\":false}\n",
      "{\"pid\":1,\"closed\":false,\"end\":\(end)}\n",
      "{\"pid\":1,\"closed\":false,\"end\":\(end)}\n",
      "{\"pid\":1,\"closed\":true,\"end\":\(end)}\n",
      "{\"pid\":1,\"closed\":false,\"end\":0}\n",
    ]).map { Array($0.utf8) }
  }

  /// Damages some of the last lines, as a power loss may.
  private mutating func damageEnd(of bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for line in Line.lines(of: bytes).suffix(dice.below(6) + 1) where dice.chance(1, in: 2) {
      let place = min(line.start + dice.below(line.bytes.count + 1), bytes.count - 1)
      if dice.chance(1, in: 2) {
        bytes[place] = 0
      } else {
        bytes[place] ^= 1 << UInt8(dice.below(8))
      }
    }
    return bytes
  }

  // MARK: Lines

  mutating func mutateLines(of bytes: [UInt8]) -> [UInt8] {
    var lines = Line.lines(of: bytes).map(\.bytes)
    guard !lines.isEmpty else { return bytes }
    let index = dice.below(lines.count)
    switch dice.below(30) {
    case 0: lines.remove(at: index)
    case 1: lines.insert(lines[index], at: index)
    case 2: lines.swapAt(index, dice.below(lines.count))
    case 3: lines.insert([], at: index)
    case 4: lines[index].append(0x0D)
    case 5: return Array(bytes.prefix(dice.below(bytes.count + 1)))
    case 6: return Array(bytes.dropLast())
    case 7: return mutateBytes(of: bytes)
    case 8...12: lines[index] = mutateBytes(of: lines[index])
    case 13...15: lines[index] = sealed(mutateBytes(of: lines[index]))
    default: lines[index] = mutateTree(of: lines[index], sealed: dice.chance(9, in: 10))
    }
    return Array(lines.joined(separator: [0x0A])) + [0x0A]
  }

  mutating func mutateBytes(of bytes: [UInt8]) -> [UInt8] {
    guard !bytes.isEmpty else { return [UInt8(dice.below(256))] }
    var bytes = bytes
    let place = dice.below(bytes.count)
    switch dice.below(6) {
    case 0, 1: bytes[place] ^= 1 << UInt8(dice.below(8))
    case 2:
      bytes[place] = dice.pick(Array("{}[]\",:\\0-9eEx \t/uA.".utf8) + [0, 0x7F, 0xC3, 0xFF, 0xED])
    case 3: bytes.remove(at: place)
    case 4: bytes.insert(dice.pick(Array("{}[]\",:\\0-9e x\t".utf8) + [0, 0x80, 0x0D]), at: place)
    default:
      let end = min(bytes.count, place + 1 + dice.below(40))
      if dice.chance(1, in: 2) {
        bytes.removeSubrange(place..<end)
      } else {
        for place in place..<end { bytes[place] = 0 }
      }
    }
    return bytes
  }

  /// The line with the right checksum, if it has one.
  func sealed(_ line: [UInt8]) -> [UInt8] {
    let member = Array(#","crc":""#.utf8)
    guard line.count > 19 else { return line }
    let content = line.dropLast(18)
    return line.dropLast(10).suffix(8).elementsEqual(member)
      ? content + Checksum.member(for: content) : line
  }
}

extension Seeded {
  mutating func chance(_ one: Int, in all: Int) -> Bool { below(all) < one }
}
