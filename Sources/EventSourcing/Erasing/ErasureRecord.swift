// The record of an erasure in a log: a command of this type that was accepted. All personal blocks of
// its stream that precede it are then replaced by their hashes; one that is still there is a pending erasure.

/// The record of an erasure.
@usableFromInline package enum ErasureRecord {
  /// The type of the command, in every domain that has personal data: `erase-personal`.
  public static let commandType: StaticString = "erase-personal"

  /// Whether commands of this type record an erasure.
  @usableFromInline package static func isRecorded(by type: StaticString) -> Bool {
    let count = type.utf8CodeUnitCount
    return count == commandType.utf8CodeUnitCount
      && UnsafeRawBufferPointer(start: type.utf8Start, count: count).elementsEqual(
        UnsafeRawBufferPointer(start: commandType.utf8Start, count: count))
  }
}

extension Entry {
  private static let typeStart = #"{"type":"#.utf8.count
  private static let erasureType = Array(#""\#(ErasureRecord.commandType)""#.utf8)

  /// Whether it says that the personal data of its stream was erased up to here.
  package var recordsErasure: Bool {
    guard isAccepted, personal.isEmpty else { return false }
    if form == .store {
      // Its type is the first member.
      let type = command.lowerBound + Self.typeStart
      return type < command.upperBound
        && self[type..<command.upperBound].starts(with: Self.erasureType)
    }
    guard let head = try? commandHead() else { return false }
    return storage.equals(head.type, ErasureRecord.commandType)
  }
}

/// The streams whose erasure is recorded, with their last entry that does so.
package struct ErasedStreams: Sendable {
  private var streams = StreamTable()
  private var lastErasures: [Int] = []

  package init() {}

  package var isEmpty: Bool { lastErasures.isEmpty }

  /// Notes what an entry records. To be called for all entries, in order.
  package mutating func take(_ entry: Entry) {
    guard entry.recordsErasure else { return }
    let index = streams.insert(entry.storage.slice(entry.stream))
    if index == lastErasures.count { lastErasures.append(0) }
    lastErasures[index] = entry.seq
  }

  /// The entry by which the personal data of this one was to be erased; nil if it has none, or may keep it.
  package func erasure(of entry: Entry) -> Int? {
    guard entry.hasPersonalData, let index = streams.find(entry.storage.slice(entry.stream)),
      entry.seq < lastErasures[index]
    else { return nil }
    return lastErasures[index]
  }
}
