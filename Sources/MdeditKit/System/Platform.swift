// The system's C library, for all files of the module.
#if canImport(Glibc)
  @_exported import Glibc

  /// The kind of a socket that carries a stream of bytes.
  let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  #if canImport(Musl)
    @_exported import Musl
  #else
    @_exported import Darwin
  #endif

  /// The kind of a socket that carries a stream of bytes.
  let streamSocket = SOCK_STREAM
#endif
