// The messages of the scene that steps through a history, back and forth, and how they read. Streams, log
// lines and explanations look as they do where they are shown alone.

package enum StepThroughHistory: Scene {
  package struct Request: Sendable {
    /// The only stream whose entries are stepped through; all entries if nil.
    package var id: String?
    /// The moment to begin at; the end if nil.
    package var at: RequestedPosition?

    package init(id: String? = nil, at: RequestedPosition? = nil) {
      self.id = id
      self.at = at
    }
  }

  package enum Response: Sendable {
    case place(Place)
    case details(any StateDetails)
    case fields(Fields)
    case changes(ShowLog.Item)
    case decision(ExplainDecision.Response)
    case marks([Mark])
    case commands([StepCommand], DomainWords)
  }

  package struct Place: Sendable {
    /// The entry before it, with what it changed; nil at the start.
    package let item: ShowLog.Item?
    /// The torn tail that a crash left after the last entry of the history; only at the beginning.
    package var tornTail: TornTail?
  }

  package struct Fields: Sendable {
    package let leaves: [FieldTree.Leaf]
    package let currency: String
    let kinds: FieldKinds
    /// The entries that may have changed them.
    let erasures: Erasures
  }

  package struct Mark: Equatable, Sendable {
    package let name: String
    /// The number of the entry before it; 0 at the start.
    package let seq: Int
  }

  package enum ViewModel: Equatable, Sendable {
    case entry(ShowLog.ViewModel)
    case details(AnyViewModel)
    case changes([FieldChangeLine])
    case decision(ExplainDecision.ViewModel)
    case rows([[String]])
    case sentence(String)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    switch response {
    case .place(let place):
      guard var item = place.item else { return .sentence("Before the first entry.") }
      item.changes = nil
      return .entry(ShowLog.viewModel(of: .entry(item), formatting))
    case .details(let details): return .details(details.viewModel(formatting))
    case .fields(let fields):
      return .rows(fields.kinds.rows(of: fields.leaves, fields.currency, formatting))
    case .changes(let item):
      let lines = item.changes?.lines(formatting) ?? []
      let nothing = "Nothing changed" + (item.entry.lostItsChanges ? " that isn't personal." : ".")
      return lines.isEmpty ? .sentence(nothing) : .changes(lines)
    case .decision(let decision):
      return .decision(ExplainDecision.viewModel(of: decision, formatting))
    case .marks(let marks):
      if marks.isEmpty { return .sentence("There are no marks.") }
      return .rows(marks.map { [$0.name, $0.seq == 0 ? "start" : "@\($0.seq)"] })
    case .commands(let commands, let words):
      return .rows(commands.map { [$0.usage, $0.summary(words)] })
    }
  }
}

extension StepThroughHistory.Response: SceneResponse {
  /// A document for programs. There is one for each field, mark and command.
  package struct Document: JSONRepresentable {
    fileprivate let write: (inout JSONWriter) -> Void

    fileprivate init(_ members: @escaping (inout JSONWriter) -> Void) {
      write = { $0.object(members) }
    }

    fileprivate init(_ value: some JSONRepresentable) { write = { value.writeJSON(to: &$0) } }

    package func writeJSON(to writer: inout JSONWriter) { write(&writer) }
  }

  package var documents: [Document] {
    switch self {
    case .place(let place): [place.item.map { Document($0) } ?? Self.start]
    case .details(let details): [Document(details)]
    case .fields(let fields):
      fields.leaves.map { leaf in
        Document {
          $0.member("field", leaf.path)
          $0.member("value", leaf.value)
          $0.erased(fields.erasures)
        }
      }
    case .changes(let item):
      [
        Document {
          $0.member("seq", item.entry.seq)
          $0.member("changes", item.changes)
          $0.erased(item.changes?.erasures ?? Erasures())
        }
      ]
    case .decision(let decision): [Document(decision)]
    case .marks(let marks):
      marks.map { mark in
        Document {
          $0.member("mark", mark.name)
          $0.member("seq", mark.seq)
        }
      }
    case .commands(let commands, let words):
      commands.map { command in
        Document {
          $0.member("usage", command.usage)
          $0.member("summary", command.summary(words))
        }
      }
    }
  }

  private static var start: Document {
    Document {
      $0.member("entry", JSONValue.null)
      $0.member("changes", [JSONValue]())
    }
  }

  package var notes: [String] {
    switch self {
    case .place(let place): [place.tornTail?.warning].compactMap { $0 }
    case .changes(let item): item.notes
    case .fields(let fields): [fields.erasures.note].compactMap { $0 }
    case .details, .decision, .marks, .commands: []
    }
  }
}
