// How the browser is laid out: a title, the scene, what the last step was, the time line, and a line of keys.

import HistoryScenes
import Terminal

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
    return Areas(
      all: all, title: title, scene: scene, step: step, timeLine: timeLine, keys: keys)
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
    overlay?.draw(in: areas.all, on: &frame)
    return frame
  }

  private func drawTitle(in region: Region, on frame: inout Frame) {
    let path = scenes.map(\.title).joined(separator: " › ")
    let moment =
      journey.isAtEnd ? StyledText("now", .green) : StyledText("in the past", [.bold, .yellow])
    let time = journey.time.map { "  " + context.formatting.labelledSecond($0) } ?? ""
    let right = moment + StyledText(time) + " "
    let room = max(0, region.width - right.width - 1)
    // The present scene matters most.
    let left = path.displayWidth <= room ? path : "… › " + scene.title
    frame.write(StyledText(value: left, .bold).truncated(to: room), in: region)
    frame.write(right, column: region.width - right.width, in: region)
    frame.restyle(region, adding: .reversed)
  }

  private func drawTimeLine(in region: Region, on frame: inout Frame) {
    let line = TimeLine(journey)
    let label = StyledText(" \(journey.here) of \(journey.end)")
    let (bar, rest) = region.split(left: max(0, region.width - label.width))
    frame.write(line.text(width: bar.width), in: bar)
    frame.write(label, in: rest)
  }

  private func drawKeys(in region: Region, on frame: inout Frame) {
    if prompt != nil {
      prompt?.draw(in: region, on: &frame, message: message)
    } else if let message {
      frame.write(message.text.truncated(to: region.width), in: region)
    } else {
      let always: [BrowserAction] = [.entryBack, .entryForward, .search, .help, .quit]
      let own = scene.actions + (scenes.count > 1 ? [.back] : [])
      let shown = own + always.filter { !own.contains($0) }
      frame.write(KeyHints(shown.compactMap(\.hint)).text(width: region.width), in: region)
    }
  }

  /// The mouse slides the time line.
  func handleTimeLine(_ event: ScreenEvent) throws(Failure) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    let region = areas().timeLine
    guard region.contains(row: mouse.row, column: mouse.column) else { return false }
    switch mouse.kind {
    case .press, .drag:
      let width = region.width - " \(journey.here) of \(journey.end)".count
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
