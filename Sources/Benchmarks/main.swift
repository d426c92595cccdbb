// Measures what the project promises about speed: `swift run -c release Benchmarks`.
// Each figure stands beside the floor that the machine sets, measured in the same run.

#if DEBUG
  stop("A debug build tells nothing about speed: swift run -c release Benchmarks")
#else
  runBenchmarks()
#endif
