// The system's C library, by one name on all systems.

#if canImport(Darwin)
  @_exported import Darwin
#else
  @_exported import Glibc
#endif
