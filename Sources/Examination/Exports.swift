// Conditions and findings have typed amounts and times, of entries and states.

@_exported import EventSourcing
@_exported import Formatting
