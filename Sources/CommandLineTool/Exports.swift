// The modules that all files of the tool use.

@_exported import HistoryTool
@_exported import OrderScenes
