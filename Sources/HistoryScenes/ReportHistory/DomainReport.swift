// The parts that a domain adds to a report of its history: words, sections with entries in groups, and the columns of
// the list.

/// A domain whose report says more than that of any domain.
package protocol ReportedDomain: HistoryDomain {
  static var report: DomainReport { get }
  /// The columns of the streams that are shown one by one.
  ///
  /// - Parameter hasPersonal: Whether personal data is shown.
  static func reportColumns(hasPersonal: Bool) -> [ReportColumn<ReportedState<Self>>]
  /// The amounts at the end, in the order of the report's ``DomainReport/amounts``, by currency.
  static func reportedAmounts(of states: [State]) -> [String: [Int128]]
}

package struct DomainReport: Sendable {
  /// A sentence on the sums; one with their names if nil.
  package var aboutSums: String?
  /// The words for the sums, by the names of their fields.
  package var sums: [String: (heading: String, meaning: String)] = [:]
  /// The words for amounts at the end that aren't sums of fields.
  package var amounts: [(heading: String, meaning: String)] = []
  /// The meaning of the field by whose words streams are counted.
  package var groupMeaning: String?
  /// The kinds of personal data that there are.
  package var personalData: [String] = []
  /// Data about persons that is shown in any case, besides the names of those who requested commands.
  package var shownData: String?
  /// Sections after what happened in each month.
  package var groups: [ReportedGroups] = [.commands]

  package init() {}
}

extension HistoryDomain {
  static var ownReport: DomainReport {
    (self as? any ReportedDomain.Type)?.report ?? DomainReport()
  }

  /// The kinds of personal data in a sentence: `contacts, addresses and cards`; nil if the domain names none.
  package static var personalWords: String? {
    let kinds = ownReport.personalData
    return kinds.last.map { last in
      kinds.count == 1 ? last : kinds.dropLast().joined(separator: ", ") + " and " + last
    }
  }
}

/// A section with entries in groups.
package struct ReportedGroups: Sendable {
  package typealias Section = ReportHistory.ViewModel.Section

  let by: [String]
  let condition: String?
  let section: @Sendable (GroupedStatistics.Response, ReportFigures) -> Section

  /// - Parameters:
  ///   - by: The names of one or two groupings.
  ///   - condition: A condition on the entries; all are in groups if nil.
  ///   - section: The section, made of the groups.
  package init(
    by: [String], where condition: String? = nil,
    section: @escaping @Sendable (GroupedStatistics.Response, ReportFigures) -> Section
  ) {
    (self.by, self.condition, self.section) = (by, condition, section)
  }
}
