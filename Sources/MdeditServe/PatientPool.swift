import FlyingFox
import FlyingSocks
import Foundation

/// Disconnects clients: FlyingFox waits for one without end, and reads a head of any length.
///
/// A client has half a minute to send or to read more. Reading a long head takes quadratic time, and
/// a thread with which all other requests may have to wait; a client that has sent more than is read in
/// ten seconds is disconnected. If there are more than 64 clients, those that have been silent longest are disconnected, too.
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
    // The first one is the one that listens. One whose client is gone has no peer either.
    guard let listener else {
      listener = socket
      return
    }
    guard socket.file.rawValue != listener.file.rawValue else { return }
    clients[socket.file.rawValue] = (.now(), isWaitedFor)
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
