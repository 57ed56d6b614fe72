import FlyingFox
import FlyingSocks
import Foundation
import MdeditKit

/// Disconnects clients: FlyingFox waits for one without end, and reads a head of any length.
///
/// A client has half a minute to send or to read more. Reading a long head takes quadratic time, and
/// a thread with which all other requests may have to wait; a client that has sent more than is read in
/// ten seconds is disconnected. So are the ones that have been waited for longest, beyond 64.
final class PatientPool: AsyncSocketPool, @unchecked Sendable {
  private let pool: any AsyncSocketPool = HTTPServer.defaultPool()
  // The queue, which guards the other properties, has a thread that FlyingFox cannot occupy.
  private let queue = DispatchQueue(label: "clients")
  private var listener: Socket?
  private var clients: [Int32: (since: DispatchTime, isWaitedFor: Bool)] = [:]

  func prepare() async throws { try await pool.prepare() }

  func run() async throws {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: 1)
    timer.setEventHandler { [self] in sweep() }
    timer.resume()
    defer { timer.cancel() }
    try await pool.run()
  }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    queue.async { [self] in note(socket, isWaitedFor: true) }
    defer { queue.async { [self] in note(socket, isWaitedFor: false) } }
    try await pool.suspendSocket(socket, untilReadyFor: events)
  }

  private func note(_ socket: Socket, isWaitedFor: Bool) {
    if (try? socket.remotePeer()) == nil {
      listener = socket
    } else {
      clients[socket.file.rawValue] = (.now(), isWaitedFor)
    }
  }

  /// Looks at all connections, also those that FlyingFox has never waited for.
  private func sweep() {
    guard let address = try? listener?.sockname() else { return }
    var unread = [UInt8](repeating: 0, count: 1 << 14)
    for file in Set(0..<1024).union(clients.keys) {
      let socket = Socket(file: .init(rawValue: file))
      let isOpen = (try? socket.remotePeer()) != nil && (try? socket.sockname()) == address
      let client = clients[file] ?? (.now(), false)
      clients[file] = isOpen ? client : nil
      guard isOpen, client.since + (client.isWaitedFor ? 30 : 10) < .now() else { continue }
      let count = recv(file, &unread, unread.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
      if client.isWaitedFor || count == unread.count { disconnect(file) }
    }
    let longest = clients.sorted { $0.value.since < $1.value.since }.dropLast(64)
    for (file, _) in longest { disconnect(file) }
  }

  private func disconnect(_ file: Int32) {
    clients[file] = nil
    shutdown(file, Int32(SHUT_RDWR))
    // What has arrived would still be read.
    var rest = [UInt8](repeating: 0, count: 1 << 16)
    while recv(file, &rest, rest.count, Int32(MSG_DONTWAIT)) > 0 {}
  }
}

/// The first of some ports that is not in use; 0 is any free port.
func freePort(_ ports: [UInt16]) throws -> UInt16 {
  var reason = ""
  for port in ports {
    let socket = try Socket(domain: AF_INET)
    defer { try? socket.close() }
    do {
      try socket.setValue(true, for: .localAddressReuse)
      try socket.bind(to: .inet(ip4: "127.0.0.1", port: port))
      try socket.listen()
      if case .ip4(_, let port) = try socket.sockname() { return port }
    } catch SocketError.failed(_, let number, _) {
      reason = SystemError(number).reason
    }
  }
  throw Failure(.inputOutput, "127.0.0.1:\(ports[0]): \(reason).")
}

func complain(_ message: String) {
  try? Output.standardError().write(Array("mdedit: \(message)\n".utf8))
}

do {
  let arguments = try validArguments()
  guard arguments.count == 3 else { throw Failure(.usage, "mdedit serve starts this program.") }
  let folder = try ServedFolder(arguments[0])
  let page = try Document(reading: arguments[1]).text.bytes
  let (chosen, usual) = (UInt16(arguments[2]), folder.ports[0])
  let port = try freePort(chosen.map { [$0] } ?? folder.ports + [0])
  if chosen == nil, port != usual {
    complain("port \(usual) is in use; text that the browser keeps for it is not shown at \(port).")
  }
  let token = (0..<16).map { _ in String(format: "%02x", Int.random(in: 0...255)) }.joined()
  // The pool bounds how long a client may be silent, so FlyingFox need not end slow uploads.
  let server = HTTPServer(
    config: .init(
      address: try .inet(ip4: "127.0.0.1", port: port), timeout: 1e6, sharedRequestReplaySize: 0,
      pool: PatientPool(), logger: .disabled),
    handler: try PageServer(folder, page: page, token: token, port: port))
  Task {
    try await server.waitUntilListening()
    try Output.standard().write(Array("http://127.0.0.1:\(port)/\(token)/\n".utf8))
  }
  while true {
    // More connections at once than the process may have end FlyingFox.
    do { try await server.run() } catch SocketError.failed("Accept", _, _) { continue }
  }
} catch {
  let failure = error as? Failure ?? Failure(.inputOutput, "\(error.localizedDescription).")
  complain(failure.message)
  exit(failure.status.rawValue)
}
