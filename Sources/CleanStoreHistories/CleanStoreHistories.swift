// The tools of an app or a test that examines histories of orders, besides the library itself: conditions, and deciding
// a history again, as the tests do that `minimize` writes.

@_exported import CleanStore
@_exported import func EventLog.openSource
@_exported import struct Examination.Condition
@_exported import struct Examination.RecordedHistory
@_exported import enum OrderDomain.Catalogue
@_exported import enum OrderDomain.Orders
