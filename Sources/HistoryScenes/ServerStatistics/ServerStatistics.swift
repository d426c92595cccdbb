// Shows what administrators of a server watch: sizes, connections, the lock, standbys.

package enum ServerStatistics: RespondingScene {
  /// Reads the figures of the store on a server.
  package typealias Context = () throws(LogError) -> ServerFigures

  package struct Request: Sendable {
    /// The store's address, as it is shown.
    let place: String

    package init(place: String) { self.place = place }
  }

  package struct Response: SceneResponse, Equatable, Sendable {
    let place: String
    let figures: ServerFigures
  }

  package static func respond(to request: Request, with read: Context) throws(Failure) -> Response {
    Response(place: request.place, figures: try Failure.of(read()))
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> [String] {
    let figures = response.figures
    let last = figures.lastAt.map { ", the last one at \(formatting.second($0))" } ?? ""
    var lines = [
      LabelledText("Store", response.place),
      LabelledText("Entries", "\(figures.entries)\(last)"),
      LabelledText("Tables", "\(figures.tableBytes) bytes"),
      LabelledText("Indexes", "\(figures.indexBytes) bytes"),
      LabelledText("Personal", "\(figures.personalBytes) bytes"),
      LabelledText("Schema", "version \(figures.schema), \(figures.dialect)"),
      LabelledText(
        "Erasures",
        figures.pendingErasures == 0 ? "none is pending" : "\(figures.pendingErasures) pending"),
      LabelledText("Lock", lock(of: figures)),
      LabelledText("Writers", names(of: figures.sessions.filter(\.isWriter))),
      LabelledText("Readers", names(of: figures.sessions.filter { !$0.isWriter })),
    ]
    if let age = figures.oldestTransaction {
      lines.append(LabelledText("Oldest", "a transaction has been open for \(age) s"))
    }
    lines += figures.server.lines
    if let lag = figures.replayLag {
      lines.append(LabelledText("Replayed", "a transaction that was made \(lag) ms ago"))
    }
    lines += figures.standbys.map { LabelledText("Standby", wording(of: $0)) }
    if !figures.mayMonitor {
      lines.append(
        LabelledText(
          "Not shown",
          "ages of transactions, and the state of standbys: that takes the role pg_monitor"))
    }
    return lines.aligned
  }

  private static func lock(of figures: ServerFigures) -> String {
    let waiting = figures.waiting == 0 ? "" : "; \(counted(figures.waiting, "session")) waiting"
    guard let holder = figures.lockHolder else { return "free" + waiting }
    let age = holder.seconds.map { " for \($0) s" } ?? ""
    return "held by session \(holder.process) of \(holder.user)\(inParentheses(holder.application))"
      + age + waiting
  }

  /// Each user and program once, with the number of its connections.
  private static func names(of sessions: [ServerFigures.Session]) -> String {
    let names = sessions.map { $0.user + inParentheses($0.application) }
    let shown = Set(names).sorted().map { name in
      let count = names.count { $0 == name }
      return count == 1 ? name : "\(count) × \(name)"
    }
    return shown.isEmpty ? "none connected" : shown.joined(separator: ", ")
  }

  private static func wording(of standby: ServerFigures.Standby) -> String {
    let state = [standby.state, standby.mode, standby.bytesBehind.map { "\($0) bytes behind" }]
    return ([standby.name] + state.compactMap { $0 }).joined(separator: ", ")
  }

  private static func inParentheses(_ application: String) -> String {
    application.isEmpty ? "" : " (\(application))"
  }
}

extension ServerStatistics.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("store", place)
    object.member("entries", figures.entries)
    object.member("lastAt", figures.lastAt?.description)
    object.member("tableBytes", figures.tableBytes)
    object.member("indexBytes", figures.indexBytes)
    object.member("personalBytes", figures.personalBytes)
    object.member("schema", figures.schema)
    object.member("dialect", figures.dialect)
    object.member("pendingErasures", figures.pendingErasures)
    object.member("lockHolder", figures.lockHolder)
    object.member("waiting", figures.waiting)
    object.member("sessions", figures.sessions)
    object.member("oldestTransactionSeconds", figures.oldestTransaction)
    object.member("replayLagMilliseconds", figures.replayLag)
    object.member("standbys", figures.standbys)
    object.member("mayMonitor", figures.mayMonitor)
    object.member("server") { writer in writer.object { figures.server.writeMembers(to: &$0) } }
  }
}

extension ServerFigures.LockHolder: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("session", process)
    object.member("user", user)
    object.member("application", application)
    object.member("seconds", seconds)
  }
}

extension ServerFigures.Session: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("user", user)
    object.member("application", application)
    object.member("writer", isWriter)
  }
}

extension ServerFigures.Standby: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("name", name)
    object.member("state", state)
    object.member("mode", mode)
    object.member("bytesBehind", bytesBehind)
  }
}
