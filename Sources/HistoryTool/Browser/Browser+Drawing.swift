// The layout of the browser: a title, the scene, what the last step was, the time line, and a line of keys.

extension Browser {
  struct Areas {
    let all: Region
    let title: Region
    let scene: Region
    let step: Region
    let timeLine: Region
    let keys: Region
  }

  func areas() -> Areas {
    let all = Region(screen.size)
    let (title, rest) = all.split(top: 1)
    let (upper, keys) = rest.split(bottom: 1)
    let (middle, timeLine) = upper.split(bottom: 1)
    let (scene, step) = middle.split(bottom: all.height < 16 ? 1 : 2)
    return Areas(all: all, title: title, scene: scene, step: step, timeLine: timeLine, keys: keys)
  }

  func frame() -> Frame {
    var frame = Frame(screen.size)
    let areas = areas()
    drawTitle(in: areas.title, on: &frame)
    scene.draw(in: areas.scene, on: &frame)
    for (row, line) in step.enumerated() {
      frame.write(line.truncated(to: areas.step.width), row: row, in: areas.step)
    }
    drawTimeLine(in: areas.timeLine, on: &frame)
    drawKeys(in: areas.keys, on: &frame)
    drawMessage(in: areas, on: &frame)
    overlay?.draw(in: areas.all, on: &frame)
    return frame
  }

  private func drawTitle(in region: Region, on frame: inout Frame) {
    let moment =
      journey.isAtEnd ? StyledText("now", .green) : StyledText("in the past", [.bold, .yellow])
    let time = journey.time.map { "  " + context.formatting.labelledSecond($0) } ?? ""
    let right = (moment + StyledText(time) + " ").truncated(to: region.width)
    let room = max(0, region.width - right.width - 1)
    frame.write(StyledText(value: path(width: room), .bold).truncated(to: room), in: region)
    frame.write(right, column: region.width - right.width, in: region)
    frame.restyle(region, adding: .reversed)
  }

  /// The scenes that lead to this one, as far as there is room; the nearest ones matter most.
  private func path(width: Int) -> String {
    let titles = scenes.map(\.title)
    let paths = titles.indices.map { start in
      ((start > 0 ? ["…"] : []) + titles[start...]).joined(separator: " › ")
    }
    return paths.first { $0.displayWidth <= width } ?? scene.title
  }

  private func drawTimeLine(in region: Region, on frame: inout Frame) {
    let (bar, label) = timeLine(in: region)
    frame.write(TimeLine(journey).text(width: bar.width), in: bar)
    frame.write(timeLineLabel, in: label)
  }

  private var timeLineLabel: StyledText { StyledText(" \(journey.here) of \(journey.end)") }

  private func timeLine(in region: Region) -> (bar: Region, label: Region) {
    let (bar, label) = region.split(left: max(0, region.width - timeLineLabel.width))
    return (bar, label)
  }

  private func drawKeys(in region: Region, on frame: inout Frame) {
    guard prompt == nil else {
      prompt?.draw(in: region, on: &frame)
      return
    }
    let own = scene.actions
    let others: [BrowserAction] =
      (scenes.count > 1 ? [.back] : []) + [.entryBack, .entryForward]
      + (journey.isAtEnd ? [] : [.end]) + [.search, .help, .quit]
    let hints =
      own.map { context.keys.hint(for: $0, isOfScene: true) }
      + others.filter { !own.contains($0) }.map { context.keys.hint(for: $0, isOfScene: false) }
    frame.write(KeyHints(hints.compactMap(\.self)).text(width: region.width), in: region)
  }

  /// A message takes as many lines as it needs; what was typed stays to be corrected.
  private func drawMessage(in areas: Areas, on frame: inout Frame) {
    guard let message else { return }
    let lines = message.text.wrapped(to: areas.all.width)
    let above = prompt == nil ? areas.all : areas.all.split(bottom: 1).rest
    let region = above.split(bottom: min(lines.count, areas.all.height - 2)).bottom
    frame.fill(region)
    for (row, line) in lines.enumerated() { frame.write(line, row: row, in: region) }
  }

  /// The mouse slides the time line.
  func handleTimeLine(_ event: ScreenEvent) throws(Failure) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    let region = areas().timeLine
    guard region.contains(row: mouse.row, column: mouse.column) else { return false }
    switch mouse.kind {
    case .press, .drag:
      let width = timeLine(in: region).bar.width
      journey.go(toEntry: TimeLine(journey).entry(atColumn: mouse.column, width: width))
      expire()
    case .wheelUp, .wheelDown:
      try journey.step(by: mouse.kind == .wheelUp ? -1 : 1)
      expire()
    default: break
    }
    return true
  }
}
