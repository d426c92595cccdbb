// The screens of the scenes that change something.

import Terminal
import UseCases

extension Screen: PayOrderDisplayLogic, ShipOrderDisplayLogic, DeliverOrderDisplayLogic,
  CancelOrderDisplayLogic, ReturnOrderDisplayLogic, RefundOrderDisplayLogic,
  DeleteOrderDisplayLogic, AddShippingMethodDisplayLogic, RetireShippingMethodDisplayLogic
{
  func display(_ viewModel: ChangeViewModel) {
    line(visible(viewModel.headline))
    line(palette.styled("  " + visible(viewModel.record), .dim))
  }

  func display(refusal: RefusalViewModel) {
    display(problem: asJSON ? refusal.json : refusal.text(within: errorWidth))
  }
}
