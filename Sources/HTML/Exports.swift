// A page shows the response of a scene.

@_exported import HistoryScenes
