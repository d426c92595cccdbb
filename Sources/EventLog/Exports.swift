// A store keeps the entries of an engine: its interface is in terms of both.

@_exported import EventSourcing
