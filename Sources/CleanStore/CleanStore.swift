// The library that an app imports: everything that a program needs to keep orders, under one name.

@_exported public import Conventions
@_exported public import EventLog
@_exported public import EventSourcing
@_exported public import HistoryScenes
@_exported public import Orders
@_exported public import Replay
@_exported public import OrderScenes
