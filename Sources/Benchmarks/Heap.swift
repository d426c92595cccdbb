// The memory that the allocator has given out.

import Platform

#if canImport(Darwin)
  enum Heap {
    static var bytesInUse: Int { Int(mstats().bytes_used) }
  }
#else
  enum Heap {
    /// All memory from the system and mapped blocks, without what is free. Reads the report of
    /// malloc_info(3), which Swift's module of the C library lacks.
    static var bytesInUse: Int {
      typealias MallocInfo = @convention(c) (CInt, UnsafeMutablePointer<FILE>?) -> CInt
      guard let symbol = dlsym(nil, "malloc_info") else {
        stop("This C library has no malloc_info.")
      }
      var text: UnsafeMutablePointer<CChar>?
      var count = 0
      let file = open_memstream(&text, &count)
      _ = unsafeBitCast(symbol, to: MallocInfo.self)(0, file)
      _ = fclose(file)
      defer { free(text) }
      let report = text.map { String(cString: $0) } ?? ""
      return size(of: #"<system type="current""#, in: report)
        + size(of: #"<total type="mmap""#, in: report)
        - size(of: #"<total type="fast""#, in: report)
        - size(of: #"<total type="rest""#, in: report)
    }

    /// The size that the last element of this kind gives; it is the one of all heaps together.
    private static func size(of element: String, in report: String) -> Int {
      let line = report.split(separator: "\n").last { $0.hasPrefix(element) }
      return line?.split(separator: "\"").dropLast().last.flatMap { Int($0) } ?? 0
    }
  }
#endif
