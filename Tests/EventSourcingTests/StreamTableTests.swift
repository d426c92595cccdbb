// The table of streams, against a dictionary.

import EventSourcing
import JSONLines
import Testing

@Suite struct StreamTableTests {
  @Test func `streams are numbered as they first appear, as a dictionary would`() {
    var table = StreamTable()
    var model: [String: Int] = [:]
    var generator = SplitMix(seed: 7)
    for _ in 0..<5_000 {
      let name = "order/\(generator.below(900))"
      let bytes = Text(name)
      #expect(table.find(bytes.bytes) == model[name])
      let number = model[name] ?? model.count
      model[name] = number
      #expect(table.insert(bytes.bytes) == number)
    }
    #expect(table.count == model.count)
    for (name, number) in model { #expect(table.name(number) == name) }
  }

  @Test func `names of any bytes and lengths are kept apart`() {
    var table = StreamTable()
    let names = ["", "a", "aa", "a\u{0}", "é", "e\u{301}", String(repeating: "a", count: 300)]
    for (number, name) in names.enumerated() { #expect(table.insert(Text(name).bytes) == number) }
    for (number, name) in names.enumerated() { #expect(table.find(Text(name).bytes) == number) }
    #expect(table.find(Text("b").bytes) == nil)
  }

  @Test func `a copy goes its own way`() {
    var table = StreamTable()
    _ = table.insert(Text("a").bytes)
    var copy = table
    _ = copy.insert(Text("b").bytes)
    #expect(table.find(Text("b").bytes) == nil)
    #expect(copy.find(Text("b").bytes) == 1)
  }
}
