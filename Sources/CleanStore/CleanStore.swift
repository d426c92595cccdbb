// The types of the modules below that `import CleanStore` shows: those in its own interface. Everything else stays hidden.

// Times and positions, and what is wrong with a log.
@_exported import struct EventLog.CursorFile
@_exported import struct EventSourcing.ConditionError
@_exported import struct EventSourcing.HistoryCursor
@_exported import struct EventSourcing.InvalidField
@_exported import struct EventSourcing.LogError
@_exported import struct EventSourcing.Place
@_exported import enum EventSourcing.Position
@_exported import struct EventSourcing.PositionSyntaxError
@_exported import struct EventSourcing.Timestamp
// Money, and the names of fields.
@_exported import struct Formatting.Currency
@_exported import struct Formatting.Money
@_exported import enum OrderDomain.CatalogueRefusal
@_exported import enum OrderDomain.OrderField
@_exported import enum OrderDomain.OrderFlag
@_exported import enum OrderDomain.OrderRefusal
@_exported import enum OrderDomain.OrderStatus
