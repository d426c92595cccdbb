// Measures what the project promises about speed: `swift run -c release Benchmarks`. Each figure is
// shown next to the floor that the machine sets, measured in the same run.

#if DEBUG
  stop("A debug build says nothing about speed: swift run -c release Benchmarks")
#else
  attempt("measuring", runBenchmarks)
#endif
