// Orders are a domain of the engine: their interface is in terms of both.

@_exported import EventSourcing
