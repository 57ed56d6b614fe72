import FlyingFox
import FlyingSocks
import Foundation
import MdeditKit

/// FlyingFox waits for a client without end. Here, one that neither sends nor reads for half a minute
/// is disconnected, and so is the one that has waited longest when there are more than 64.
actor PatientPool: AsyncSocketPool {
  private let pool: any AsyncSocketPool = HTTPServer.defaultPool()
  private var waits: [Int: Task<Void, any Error>] = [:]
  private var count = 0

  func prepare() async throws { try await pool.prepare() }

  func run() async throws { try await pool.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    let wait = Task { [pool] in try await pool.suspendSocket(socket, untilReadyFor: events) }
    // The socket that listens has no peer.
    let timer = (try? socket.remotePeer()).map { _ in
      Task {
        try await Task.sleep(for: .seconds(30))
        wait.cancel()
      }
    }
    count += 1
    let number = count
    if timer != nil { waits[number] = wait }
    if waits.count > 64, let longest = waits.keys.min() {
      waits.removeValue(forKey: longest)?.cancel()
    }
    defer {
      timer?.cancel()
      waits[number] = nil
    }
    try await withTaskCancellationHandler {
      try await wait.value
    } onCancel: {
      wait.cancel()
    }
  }
}

/// Starts a server at the first of some ports that is not in use; 0 is any free port.
func listen(_ ports: [UInt16]) async throws -> (HTTPServer, port: UInt16) {
  var reason = ""
  for port in ports {
    let server = HTTPServer(
      config: .init(
        address: try .inet(ip4: "127.0.0.1", port: port), timeout: 3600,
        sharedRequestBufferSize: 1 << 12,
        sharedRequestReplaySize: 0, pool: PatientPool(), logger: .disabled))
    let listening = Task { try await server.waitUntilListening() }
    let running = Task {
      defer { listening.cancel() }
      try await server.run()
    }
    if (try? await listening.value) != nil, case .ip4(_, let port) = await server.listeningAddress {
      return (server, port)
    }
    if case .failure(SocketError.failed(_, _, let message)) = await running.result {
      reason = message
    }
  }
  throw Failure(.inputOutput, "127.0.0.1:\(ports[0]): \(reason).")
}

do {
  let arguments = try validArguments()
  guard arguments.count == 3 else {
    throw Failure(.usage, "this program is started by mdedit serve.")
  }
  let folder = try ServedFolder(arguments[0])
  let page = try Document(reading: arguments[1]).text.bytes
  let (server, port) = try await listen(UInt16(arguments[2]).map { [$0] } ?? folder.ports + [0])
  if arguments[2].isEmpty, port != folder.ports[0] {
    let usual =
      "port \(folder.ports[0]) is in use; text that the browser keeps for it is not shown at \(port)."
    try Output.standardError().write(Array("mdedit: \(usual)\n".utf8))
  }
  let token = (0..<16).map { _ in
    let digits = String(UInt8.random(in: .min ... .max), radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }.joined()
  await server.appendRoute("*", to: try PageServer(folder, page: page, token: token, port: port))
  try Output.standard().write(Array("http://127.0.0.1:\(port)/\(token)/\n".utf8))
  while true { try await Task.sleep(for: .seconds(1 << 20)) }
} catch {
  let failure = error as? Failure ?? Failure(.inputOutput, error.localizedDescription)
  try? Output.standardError().write(Array("mdedit: \(failure.message)\n".utf8))
  exit(failure.status.rawValue)
}
