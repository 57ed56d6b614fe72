import FlyingFox
import FlyingSocks
import Foundation
import MdeditKit

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

func fail(_ error: any Error) -> Never {
  let failure = error as? Failure ?? Failure(.inputOutput, "\(error.localizedDescription).")
  complain(failure.message)
  exit(failure.status.rawValue)
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
    do {
      try await server.waitUntilListening(timeout: 60)
      try Output.standard().write(Array("http://127.0.0.1:\(port)/\(token)/\n".utf8))
    } catch { fail(error) }
  }
  while true {
    // More connections at once than the process may have end FlyingFox.
    do { try await server.run() } catch SocketError.failed("Accept", _, _) { continue }
  }
} catch { fail(error) }
