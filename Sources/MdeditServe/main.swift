import FlyingFox
import FlyingSocks
import Foundation
import MdeditKit

/// FlyingFox waits for a client without end, and reads a head of any length, in quadratic time. Here,
/// a client is disconnected half a minute after it was last waited for, or was found to be there, and
/// so is the one with the oldest such moment when there are more than 64.
actor PatientPool: AsyncSocketPool {
  private let pool: any AsyncSocketPool = HTTPServer.defaultPool()
  private var clients: [Socket.FileDescriptor: (number: Int, timer: Task<Void, any Error>)] = [:]
  private var count = 0

  func prepare() async throws { try await pool.prepare() }

  func run() async throws { try await pool.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    if (try? socket.remotePeer()) != nil {
      watch(socket.file)
    } else {
      // This one listens. A client may send so much that it is never waited for.
      for file in (0..<1024).map(Socket.FileDescriptor.init) where clients[file] == nil {
        let other = Socket(file: file)
        guard (try? other.remotePeer()) != nil else { continue }
        if try other.sockname() == socket.sockname() { watch(file) }
      }
    }
    try await pool.suspendSocket(socket, untilReadyFor: events)
  }

  private func watch(_ file: Socket.FileDescriptor) {
    let timer = Task {
      try await Task.sleep(for: .seconds(30))
      disconnect(file)
    }
    count += 1
    clients.updateValue((count, timer), forKey: file)?.timer.cancel()
    if clients.count > 64, let first = clients.min(by: { $0.value.number < $1.value.number }) {
      disconnect(first.key)
    }
  }

  private func disconnect(_ file: Socket.FileDescriptor) {
    clients.removeValue(forKey: file)?.timer.cancel()
    shutdown(file.rawValue, Int32(SHUT_RDWR))
    // What has arrived would still be read.
    var rest = [UInt8](repeating: 0, count: 1 << 16)
    while recv(file.rawValue, &rest, rest.count, Int32(MSG_DONTWAIT)) > 0 {}
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
