/// A response of HTTP/1.1; the connection ends after it.
package struct HTTPResponse: Hashable, Sendable {
  package enum Status: Int, Hashable, Sendable {
    case done = 200
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case conflict = 409
    case changed = 412
    case tooLarge = 413
    case unsupportedType = 415
    case headersTooLarge = 431
    case failed = 500
    case notImplemented = 501

    var phrase: String {
      switch self {
      case .done: "OK"
      case .badRequest: "Bad Request"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .methodNotAllowed: "Method Not Allowed"
      case .conflict: "Conflict"
      case .changed: "Precondition Failed"
      case .tooLarge: "Content Too Large"
      case .unsupportedType: "Unsupported Media Type"
      case .headersTooLarge: "Request Header Fields Too Large"
      case .failed: "Internal Server Error"
      case .notImplemented: "Not Implemented"
      }
    }
  }

  package var status: Status
  package var type = "text/plain; charset=utf-8"
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8]
  /// The content security policy: what a page may load and run.
  package var policy = "default-src 'none'; frame-ancestors 'none'; sandbox"

  /// Makes a response with a sentence as its body.
  package init(_ status: Status, _ message: String = "") {
    self.status = status
    body = message.isEmpty ? [] : Array((message + "\n").utf8)
  }

  package static func == (left: HTTPResponse, right: HTTPResponse) -> Bool {
    left.bytes == right.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  /// The response as sent. Its headers forbid other origins and caches to read, frame or keep it.
  package var bytes: [UInt8] {
    let fixed = [
      ("Content-Type", type), ("Content-Length", String(body.count)), ("Connection", "close"),
      ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
      ("Content-Security-Policy", policy), ("Referrer-Policy", "no-referrer"),
      ("X-Frame-Options", "DENY"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
    ]
    var head = "HTTP/1.1 \(status.rawValue) \(status.phrase)\r\n"
    for (name, value) in fixed + headers { head += "\(name): \(value)\r\n" }
    return Array((head + "\r\n").utf8) + body
  }
}
