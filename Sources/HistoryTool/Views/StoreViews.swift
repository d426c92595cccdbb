// The screens of the commands that make, change, copy or repair a store.

import HistoryScenes
import Terminal

/// A screen of nothing but sentences, a paragraph each.
package protocol DrawableLines: Drawable {
  var lines: [String] { get }
}

extension DrawableLines {
  package func draw(on page: inout StyledLines) { lines.draw(on: &page) }
}

extension RecoverStore.ViewModel: DrawableLines {}
extension PlanRecovery.ViewModel: DrawableLines {}
extension ArchiveEntries.ViewModel: DrawableLines {}
extension RestoreEntries.ViewModel: DrawableLines {}
extension ManageCache.ViewModel: DrawableLines {}
extension PlanErasure.ViewModel: DrawableLines {}
extension ErasePersonalData.ViewModel: DrawableLines {}

extension BackUpStore.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) { page.paragraph(sentences) }
}
