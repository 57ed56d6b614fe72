// The system's C library, for all files of the module.
#if canImport(Glibc)
  @_exported import Glibc

  /// The type of a stream socket.
  let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  #if canImport(Musl)
    @_exported import Musl
  #else
    @_exported import Darwin
  #endif

  /// The type of a stream socket.
  let streamSocket = SOCK_STREAM
#endif
