// A tool shows scenes on a terminal: its domain's commands are in terms of both.

@_exported import EventLog
@_exported import HistoryScenes
@_exported import Terminal
// Examination has one, too.
@_exported import struct Terminal.Term
