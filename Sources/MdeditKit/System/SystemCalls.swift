/// A system call that failed: the number that the system gave as the reason.
package struct SystemError: Error, Hashable, Sendable {
  /// The value of `errno`.
  package var number: Int32

  /// Makes the error of `number`; without one, of the call that failed last on this thread.
  package init(_ number: Int32 = errno) {
    self.number = number
  }

  /// The system's own words for it, as in “No space left on device”.
  package var reason: String { String(cString: strerror(number)) }
}

/// Calls `call` again for as long as a signal interrupts it; -1 is a failure.
func retrying(_ call: () -> Int) throws(SystemError) -> Int {
  while true {
    let result = call()
    if result >= 0 { return result }
    let error = SystemError()
    if error.number != EINTR { throw error }
  }
}

/// Writes all of `bytes` to the file descriptor `descriptor`.
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

/// Reads from `descriptor` to its end, at most `limit` bytes and one more.
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

/// Whether there is a file that can be read.
package func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

/// Whether `descriptor` is a terminal.
package func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

/// The value of an environment variable; nil where it is not set.
package func environmentValue(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// The number of processors that are at work.
package func processorCount() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// Puts something in the place of standard streams that are closed, so that no file is opened
/// under their numbers. Reading and writing fail there, as they did before.
package func occupyClosedStreams() {
  for stream: Int32 in 0...2 where fcntl(stream, F_GETFD) == -1 {
    _ = open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY)
  }
}

/// Makes writing beyond a file size limit a failure that can be reported, instead of the end.
package func ignoreFileSizeSignal() { signal(SIGXFSZ, SIG_IGN) }
