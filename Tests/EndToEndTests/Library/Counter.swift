// The domain of the documentation's article on other domains.

import EventSourcing

enum Counter: DescribedDecider {
  enum CommandType: String, CaseIterable {
    case add, reset
  }
  enum EventType: String, CaseIterable {
    case added
    case wasReset = "reset"
  }
  struct State: Equatable, Sendable {
    var count = 0
  }

  static let (category, initial) = ("counter", State())

  static let number = Member<Int>("number", 1...100)
  static let description = Description<Counter>(
    .command(.add, number, to: .added),
    .command(.reset, to: .wasReset))

  static let rules: [Rule] = [
    Rule("at-zero", "It has been added to.", on: [.reset], reading: ["count"]) { _, counter, _ in
      counter.count > 0
    }
  ]

  static func evolve(_ counter: inout State, with event: Event, in context: EntryContext) {
    switch event.type {
    case .added: counter.count &+= event[number]
    case .wasReset: counter.count = 0
    }
  }

  static let schema = FieldSchema(of: Counter.self, [.integer("count") { $0.count }])
}
