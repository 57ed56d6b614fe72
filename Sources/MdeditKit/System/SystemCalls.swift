package struct SystemError: Error, Hashable, Sendable {
  /// The value of `errno`.
  package var number: Int32

  /// Makes an error with `number`; by default that of the last failed call on this thread.
  package init(_ number: Int32 = errno) {
    self.number = number
  }

  /// The system's description, for example “No space left on device”.
  package var reason: String { String(cString: strerror(number)) }
}

/// Repeats `call` as long as a signal interrupts it; a result of -1 is a failure.
func retrying(_ call: () -> Int) throws(SystemError) -> Int {
  while true {
    let result = call()
    if result >= 0 { return result }
    let error = SystemError()
    if error.number != EINTR { throw error }
  }
}

package func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
  try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
    var written = 0
    while written < bytes.count {
      written += try retrying {
        write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
    }
  }
}

/// Reads from `descriptor` until its end, or until `limit` bytes and one more are read.
func readAll(
  from descriptor: Int32, expecting count: Int, limit: Int
) throws(SystemError) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(min(count, limit) + 1)
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while bytes.count <= limit {
    let size = min(chunk.count, limit + 1 - bytes.count)
    let count = try chunk.withUnsafeMutableBufferPointer { (chunk) throws(SystemError) in
      try retrying { read(descriptor, chunk.baseAddress, size) }
    }
    if count == 0 { break }
    bytes.append(contentsOf: chunk[..<count])
  }
  return bytes
}

package func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

package func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

/// The value of an environment variable; nil if it is not set.
package func environmentValue(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// The number of active processors.
package func processorCount() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// Opens `/dev/null` for each closed standard stream, so that no file gets its number. Reading and
/// writing there still fail.
package func occupyClosedStreams() {
  for stream: Int32 in 0...2 where fcntl(stream, F_GETFD) == -1 {
    _ = open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY)
  }
}

/// Turns writing beyond a file size limit into an error, instead of the end of the process.
package func ignoreFileSizeSignal() { signal(SIGXFSZ, SIG_IGN) }
