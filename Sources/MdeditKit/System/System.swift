// The system's C library, for all files of the module.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif

package struct SystemError: Error, Hashable, Sendable {
  package var number: Int32

  /// Makes an error with `number`; by default that of the last failed call on this thread.
  package init(_ number: Int32 = errno) { self.number = number }

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

/// Reads the bytes that are available into the start of `chunk`, and returns their number; 0 at the end.
func readSome(
  from descriptor: Int32, into chunk: inout [UInt8], atMost size: Int = .max
) throws(SystemError) -> Int {
  try chunk.withUnsafeMutableBufferPointer { (chunk) throws(SystemError) in
    try retrying { read(descriptor, chunk.baseAddress, min(size, chunk.count)) }
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
    let count = try readSome(
      from: descriptor, into: &chunk, atMost: min(chunk.count, limit + 1 - bytes.count))
    if count == 0 { break }
    bytes.append(contentsOf: chunk[..<count])
  }
  return bytes
}

/// Opens a folder; a symbolic link is not followed.
func openFolder(_ name: String, in folder: Int32 = AT_FDCWD) throws(SystemError) -> Int32 {
  let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
  return Int32(try retrying { Int(openat(folder, name, flags)) })
}

/// The names in an open folder, also the hidden ones; what is not UTF-8 in them is repaired.
func fileNames(in folder: Int32) -> [String] {
  // A separate descriptor, because reading moves its position and `closedir` closes it.
  guard let descriptor = try? openFolder(".", in: folder), let list = fdopendir(descriptor)
  else { return [] }
  defer { closedir(list) }
  var names: [String] = []
  while let entry = readdir(list) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    names.append(name)
  }
  return names
}

/// Throws if a path does not lead to a folder.
package func checkFolder(_ path: String) throws(Failure) {
  let name = path.isEmpty ? "“”" : TerminalText.name(path)
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw Failure(.noInput, "\(name): \(SystemError().reason).") }
  defer { close(descriptor) }
  let isFolder = (try? fileStatus(of: descriptor).kind) == S_IFDIR
  if !isFolder {
    throw Failure(.noInput, "\(name): this is not a folder; give the folder that the file is in.")
  }
}

package func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

package func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

func environmentValue(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

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

/// The arguments of the process, without its name.
package func validArguments() throws(Failure) -> [String] {
  var arguments: [String] = []
  for (index, argument) in CommandLine.arguments.enumerated().dropFirst() {
    if let pointer = CommandLine.unsafeArgv[index], strlen(pointer) != argument.utf8.count {
      throw Failure(.usage, "argument \(index) is not UTF-8.")
    }
    arguments.append(argument)
  }
  return arguments
}

/// Replaces this process by the first of some programs that can be run; returns if none can. A name
/// without a slash is searched for on the PATH.
package func become(_ programs: [String], _ arguments: [String]) {
  let pointers = arguments.map { strdup($0) } + [nil]
  for program in programs { execvp(program, pointers) }
  for pointer in pointers { free(pointer) }
}

/// The path of the running program; nil if the system does not provide it.
package func executablePath() -> String? {
  #if os(Linux)
    let found = realpath("/proc/self/exe", nil)
  #else
    let found = realpath(CommandLine.arguments[0], nil)
  #endif
  guard let found else { return nil }
  defer { free(found) }
  return String(cString: found)
}
