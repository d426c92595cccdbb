// How fast a recorded history is decided once more, beside how fast its line ends are found.

extension Figure {
  /// Every command put to the rules on the state of its order, and what comes of it compared.
  static func replay(_ bench: Bench) -> Figure {
    bench.entriesPerSecond(
      "replay", "decide again and compare", atLeast: 1_500_000, Pass.replay(bench))
  }
}
