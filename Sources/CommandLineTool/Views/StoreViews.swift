// The screens of the commands that make, change, copy or repair a store.

import Terminal
import HistoryScenes
import HistoryTool
import OrderScenes

extension ImportCommands.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    for line in lines { screen.paragraph(visible(line)) }
    for conflict in conflicts { screen.display(note: conflict) }
  }
}

extension InitialiseStore.ViewModel: Drawable {
  package func draw(on screen: Screen) { screen.paragraph(visible(sentence)) }
}

extension RecoverStore.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    for line in lines { screen.paragraph(visible(line)) }
  }
}

extension PlanErasure.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    for line in lines { screen.paragraph(visible(line)) }
  }
}

extension ErasePersonalData.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    for line in lines { screen.paragraph(visible(line)) }
  }
}

extension PlanRecovery.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    for line in lines { screen.paragraph(visible(line)) }
  }
}

extension ManageCache.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    for line in lines { screen.paragraph(visible(line)) }
  }
}

extension BackUpStore.ViewModel: Drawable {
  package func draw(on screen: Screen) { screen.paragraph(visible(sentences)) }
}
