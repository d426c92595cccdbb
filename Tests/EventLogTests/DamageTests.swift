// Any altered byte is detected and located, or what is read is exactly a prefix that ends before it.

import EventSourcing
import Testing

@testable import EventLog

@Suite struct DamageTests {
  @Test(arguments: [true, false])
  func `a log that is cut anywhere is read as the entries before the cut`(isClosed: Bool) throws {
    let store = try SmallStore(isClosed: isClosed, notesEnd: false)
    for cut in 0...store.bytes.count {
      store.damage(store.bytes[..<cut])
      let whole = store.countOfLines(before: cut)
      let start = whole == 0 ? 0 : store.ends[whole - 1]
      let (numbers, tail) = try readNumbers(store.reader())
      #expect(numbers == Array(1..<whole + 1), "cut at \(cut)")
      // A cut at a line's end leaves no trace in the log.
      #expect(tail?.place.byte == (cut == start ? nil : start), "cut at \(cut)")
      #expect(tail?.place.line == (cut == start ? nil : whole + 1), "cut at \(cut)")
      #expect(tail?.count == (cut == start ? nil : cut - start), "cut at \(cut)")
    }
  }

  @Test func `a cut log is opened as what is before the cut, and the rest is kept`() throws {
    let store = try SmallStore(notesEnd: false)
    for cut in stride(from: 0, through: store.bytes.count, by: 7) {
      store.damage(store.bytes[..<cut])
      let whole = store.countOfLines(before: cut)
      let start = whole == 0 ? 0 : store.ends[whole - 1]
      let opened = try store.open()
      #expect(opened.end.seq == whole, "cut at \(cut)")
      let report = opened.openingReport
      #expect(report.tornTail?.count == (cut == start ? nil : cut - start), "cut at \(cut)")
      #expect(store.disk.bytes(report.quarantined ?? "") == Array(store.bytes[start..<cut]))
      try opened.close()
      store.disk.forgetEnd()
    }
  }

  @Test func `every flipped bit is found where it is`() throws {
    let store = try SmallStore()
    for byte in store.bytes.indices {
      let line = store.countOfLines(before: byte)
      for bit in 0..<8 as Range<UInt8> {
        var bytes = store.bytes
        bytes[byte] ^= 1 << bit
        store.damage(bytes)
        let error = #expect(throws: LogError.self, "bit \(bit) of byte \(byte)") {
          try readNumbers(store.reader())
        }
        #expect(error?.code == .corrupt, "bit \(bit) of byte \(byte)")
        #expect(error?.place?.line == line + 1, "bit \(bit) of byte \(byte)")
        #expect(error?.seq == line + 1, "bit \(bit) of byte \(byte)")
      }
    }
  }

  @Test func `a store that was closed refuses to be written to when any bit is flipped`() throws {
    let store = try SmallStore()
    for byte in stride(from: 0, to: store.bytes.count - 1, by: 3) {
      var bytes = store.bytes
      bytes[byte] ^= 1 << UInt8(byte % 8)
      store.damage(bytes)
      let error = #expect(throws: LogError.self, "byte \(byte)") { try store.open() }
      #expect(error?.code == .corrupt, "byte \(byte)")
      #expect(store.disk.bytes(SmallStore.segment) == bytes, "something was changed")
      #expect(store.disk.paths(in: "/store/quarantine").isEmpty)
    }
  }

  @Test func `damage in a batch is corruption once a later write has begun`() throws {
    let store = try SmallStore(isClosed: false)
    // The batch is whole, one of its lines is damaged, and the write behind it was cut.
    var bytes = Array(store.bytes[..<(store.ends[2] + 30)])
    bytes[store.ends[1] + 50] ^= 1
    store.damage(bytes)
    let error = #expect(throws: LogError.self) { try store.open() }
    #expect(error?.code == .corrupt)
    #expect(error?.place?.line == 3)
    // Without the later write, it may be the crash's doing.
    store.damage(bytes[..<store.ends[2]])
    #expect(try store.open().end.seq == 2)
  }

  @Test func `after a crash only damage in the last write is a torn tail`() throws {
    let store = try SmallStore(isClosed: false)
    for byte in store.bytes.indices {
      var bytes = store.bytes
      bytes[byte] ^= 4
      store.damage(bytes)
      let line = store.countOfLines(before: byte)
      let result = Result { try readNumbers(store.reader()) }
      switch result {
      case .success(let (numbers, tail)):
        // The LF before the last line is as good as in it: without it, no good line follows.
        let isInLastWrite = line == SmallStore.count - 1 || store.ends.contains(byte + 1)
        #expect(isInLastWrite && line >= SmallStore.count - 2, "byte \(byte)")
        #expect(numbers.count == line)
        #expect(tail?.place.byte == store.ends[line - 1])
      case .failure(let error):
        #expect((error as? LogError)?.code == .corrupt)
        #expect((error as? LogError)?.place?.line == line + 1)
        #expect(line < SmallStore.count - 1, "byte \(byte)")
      }
    }
  }
}
