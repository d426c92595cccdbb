// The screens of the scenes that take a form.

import UseCases

/// Shows a created order: in words or, to those who want no more, its id.
final class CreateOrderView: CreateOrderDisplayLogic {
  private let screen: Screen
  private let isQuiet: Bool

  init(_ screen: Screen, isQuiet: Bool) {
    self.screen = screen
    self.isQuiet = isQuiet
  }

  func display(_ viewModel: CreateOrder.ViewModel) {
    if isQuiet { screen.line(viewModel.id) } else { screen.display(viewModel) }
  }

  func display(refusal: RefusalViewModel) { screen.display(refusal: refusal) }
}

extension Screen: EditOrderDisplayLogic {}
