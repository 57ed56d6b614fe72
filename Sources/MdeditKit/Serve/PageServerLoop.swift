/// A socket on the loopback interface and its connections, all served by one thread.
package struct PageServerLoop {
  /// The maximum number of connections; beyond it, the oldest one without a request is closed.
  private static let connectionLimit = 64
  /// The timeout of a request or a response, in seconds.
  private static let timeout = 30

  private struct Connection {
    var descriptor: Int32
    var input: [UInt8] = []
    var output: [UInt8] = []
    var sent = 0
    var isAnswered = false
    var deadline: Int
  }

  private let listener: Int32
  private var connections: [Connection] = []
  package let port: UInt16

  /// Listens on 127.0.0.1 at `port`, or at a free port if it is 0.
  package init(port wanted: UInt16) throws(Failure) {
    let listener = socket(AF_INET, streamSocket, 0)
    var one: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = wanted.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, SOMAXCONN) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    guard listener >= 0, result else {
      let error = SystemError()
      close(listener)
      throw Failure(.inputOutput, "127.0.0.1:\(wanted): \(error.reason).")
    }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Self.prepare(listener)
  }

  /// Listens at the first of some ports that is not in use, or else at a free one.
  package init(firstOf ports: [UInt16]) throws(Failure) {
    for port in ports {
      if let loop = try? PageServerLoop(port: port) {
        self = loop
        return
      }
    }
    try self.init(port: 0)
  }

  private static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  package mutating func run(_ answer: (HTTPRequest) -> HTTPResponse) throws(Failure) {
    // A client that disconnects during an answer must not end the process.
    signal(SIGPIPE, SIG_IGN)
    while true {
      var waiting = connections.map { connection in
        pollfd(
          fd: connection.descriptor,
          events: Int16(connection.isAnswered ? POLLOUT : POLLIN), revents: 0)
      }
      waiting.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0))
      let count = poll(&waiting, nfds_t(waiting.count), 1000)
      if count < 0, errno != EINTR {
        let error = SystemError()
        throw Failure(.inputOutput, "waiting for requests: \(error.reason).")
      }
      let now = time(nil)
      let hadConnections = connections.count
      for index in connections.indices.reversed() {
        let isReady = count > 0 && waiting[index].revents != 0
        let isOpen = isReady ? serve(&connections[index], answer) : true
        if !isOpen || connections[index].deadline < now {
          close(connections[index].descriptor)
          connections.remove(at: index)
        }
      }
      if count > 0, waiting[hadConnections].revents != 0 {
        admit(now)
      }
    }
  }

  /// Accepts up to 16 waiting connections; requests are read before more are accepted.
  private mutating func admit(_ now: Int) {
    for _ in 0..<16 {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { return }
      Self.prepare(descriptor)
      if connections.count >= Self.connectionLimit {
        let oldest = connections.firstIndex { !$0.isAnswered } ?? 0
        close(connections.remove(at: oldest).descriptor)
      }
      connections.append(Connection(descriptor: descriptor, deadline: now + Self.timeout))
    }
  }

  /// Continues with a connection that is ready; returns whether it is still needed.
  private func serve(
    _ connection: inout Connection, _ answer: (HTTPRequest) -> HTTPResponse
  ) -> Bool {
    if !connection.isAnswered {
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(connection.descriptor, &chunk, chunk.count)
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      if count == 0 { return false }
      connection.input += chunk[..<count]
      switch HTTPRequest.read(connection.input) {
      case .incomplete: return true
      case .malformed(let status): connection.output = HTTPResponse(status).bytes
      case .request(let request): connection.output = answer(request).bytes
      }
      connection.isAnswered = true
      connection.deadline = time(nil) + Self.timeout
      connection.input = []
    }
    let rest = connection.output[connection.sent...]
    let count = rest.withUnsafeBytes { write(connection.descriptor, $0.baseAddress, $0.count) }
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    connection.sent += count
    return connection.sent < connection.output.count
  }
}
