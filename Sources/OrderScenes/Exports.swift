// The scenes for orders are made of those for any history, and of orders.

@_exported import HistoryScenes
@_exported import OrderDomain
