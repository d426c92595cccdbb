// The screens of the scenes that look at the log as a whole.

import Terminal
import HistoryScenes
import OrderScenes

extension StoreStatistics.ViewModel: Drawable {
  func draw(on screen: Screen) {
    var table = Table([.init(""), .init("", .right)])
    for group in groups {
      table.append([.init(group.title, .bold)])
      for line in group.lines { table.append([.init("  " + line.label), .init(line.value)]) }
    }
    screen.table(table)
  }
}

extension VerifyHistory.ViewModel: Drawable {
  func draw(on screen: Screen) {
    for (index, text) in lines.enumerated() {
      let text = visible(text)
      screen.line(index == 0 ? screen.palette.styled(text, isGood ? .green : .red) : text)
    }
  }
}
