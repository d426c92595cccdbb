import EventSourcing
import HistoryScenes
import JSONLines

/// A gym: a domain with a member of every kind, some of them personal, and one that is called as a flag of every tool.
enum Gym: DescribedDecider, HistoryDomain {
  enum CommandType: String, CaseIterable {
    case join
    case book = "book-courses"
    case pay
    case erase = "erase-personal"
  }
  enum EventType: String, CaseIterable { case joined, booked, paid, erased = "personal-erased" }
  struct State: Equatable, Sendable {
    var isOpen = false
    var courses = 0
    var paid = 0
  }

  static let initial = State()
  static let category = "gym"
  static let name = Member<String>("name", 1...20).personal
  static let age = Member<Int>("age", 16...120).personal
  static let isStudent = Member<Bool>("student")
  static let course = Member<String>("course")
  static let weeks = Member<Int?>("weeks", 1...52)
  static let courses = Member<[MemberValues]>("courses", of: course, weeks)
  static let wishes = Member<[String]>("wishes", 0...2)
  static let amount = Member<Int>("amount", 1...500)
  static let store = Member<String?>("store")
  static let description = Description<Gym>(
    .command(.join, name, age, isStudent, to: .joined),
    .command(.book, courses, wishes, to: .booked),
    .command(.pay, amount, store, to: .paid),
    .command(.erase, to: .erased))

  static func evolve(_ gym: inout State, with event: Event, in context: EntryContext) {
    switch event.type {
    case .joined: gym.isOpen = true
    case .booked: gym.courses += event[courses].count
    case .paid: gym.paid += event[amount]
    case .erased: break
    }
  }
  /// The part of a state that an archived log has.
  private struct Archived: BitwiseCopyable {
    var open: Int64 = 0
    var courses: Int64 = 0
    var paid: Int64 = 0
  }
  static func writeArchived(_ gym: State, to writer: inout JSONWriter) -> Bool {
    writer.object {
      $0.member("open", gym.isOpen ? 1 : 0)
      $0.member("courses", gym.courses)
      $0.member("paid", gym.paid)
    }
    return true
  }
  static func readArchived(_ json: inout JSONReader) throws(JSONError) -> State? {
    var read = Archived()
    try json.read(
      ObjectShape(.integer("open"), .integer("courses"), .integer("paid")), into: &read)
    return State(isOpen: read.open == 1, courses: Int(read.courses), paid: Int(read.paid))
  }
  static let schema = FieldSchema(
    of: Gym.self, [.integer("courses") { $0.courses }, .integer("paid") { $0.paid }],
    where: { $0.isOpen })
  static var words: DomainWords {
    DomainWords("guest", example: "amy", exampleCommand: #"{"type":"pay","amount":5}"#)
  }
}
