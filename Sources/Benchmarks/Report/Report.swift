// Prints figures: a table for people, or one JSON document for programs.

import JSONLines

/// All figures of one call.
struct Report {
  let entries: Int
  let bytesPerEntry: Int
  let runs: Int
  let figures: [Figure]
  /// The column that figures are measured beside.
  var floors = "floor"
  /// Further members of the document.
  var more: [JSONValue.Member] = []

  var table: String {
    var rows = [["figure", "median", "min", "max", floors, "ratio", "target", ""]]
    for figure in figures {
      let (heading, unit) = (figure.heading, figure.heading.unit)
      rows.append([
        heading.title, unit.text(figure.sample.median), unit.text(figure.sample.least),
        unit.text(figure.sample.most),
        figure.floor.map { "\(unit.text($0.median)) \(heading.floor ?? "")" } ?? "-",
        figure.ratio.map { decimal($0.median, digits: 3) + " ×" } ?? "-",
        heading.target?.text(in: unit) ?? "-", figure.passes.map { $0 ? "pass" : "SHORT" } ?? "",
      ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 || column == 4 ? row[column] + padding : padding + row[column]
      }
      .joined(separator: "  ")
    }
    return "\(entries) entries of \(bytesPerEntry) bytes on average, \(runs) runs\n\n"
      + lines.joined(separator: "\n")
  }

  var json: String {
    let documents = figures.map { figure in
      let heading = figure.heading
      var members = [
        #""name":"\#(heading.name)""#, #""unit":"\#(heading.unit.rawValue)""#,
        Self.members(of: figure.sample),
      ]
      if let floor = figure.floor {
        let sample = Self.members(of: floor)
        members.append(#""floor":{"name":"\#(heading.floor ?? "")",\#(sample)}"#)
      }
      if let ratio = figure.ratio {
        members.append(#""ratio":\#(decimal(ratio.median, digits: 4))"#)
      }
      if let target = heading.target { members.append(Self.member(of: target)) }
      if let passes = figure.passes { members.append(#""passes":\#(passes)"#) }
      return "{" + members.joined(separator: ",") + "}"
    }
    let more = more.map { #","\#($0.key)":"# + $0.value.text }.joined()
    return #"{"entries":\#(entries),"bytesPerEntry":\#(bytesPerEntry),"runs":\#(runs),"#
      + #""figures":[\#(documents.joined(separator: ","))]\#(more)}"#
  }

  private static func members(of sample: Sample) -> String {
    [("median", sample.median), ("min", sample.least), ("max", sample.most)]
      .map { #""\#($0)":\#(decimal($1, digits: 0))"# }.joined(separator: ",")
  }

  private static func member(of target: Target) -> String {
    switch target {
    case .atMostTimesFloor(let limit, let more):
      #""atMostTimesFloor":\#(decimal(limit, digits: 2)),"plus":\#(decimal(more, digits: 0))"#
    case .atLeastTimesFloor(let limit): #""atLeastTimesFloor":\#(decimal(limit, digits: 2))"#
    case .atLeast(let limit): #""atLeast":\#(decimal(limit, digits: 0))"#
    case .atMost(let limit): #""atMost":\#(decimal(limit, digits: 0))"#
    }
  }
}

extension JSONValue {
  /// The report as JSON.
  var text: String {
    var writer = JSONWriter()
    writer.value(self)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
