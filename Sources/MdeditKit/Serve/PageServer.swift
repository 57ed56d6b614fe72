import JSONText

/// Answers the requests of one page, for the files of one folder.
///
/// A request is answered only if it names this server, comes from its own page and has the token. A
/// page of another site has a different origin and does not know the token. There is no CORS.
package struct PageServer: Sendable {
  let folder: ServedFolder
  let token: String
  let port: UInt16
  private let page: HTTPResponse

  package init(
    _ folder: ServedFolder, page: [UInt8], token: String, port: UInt16
  ) throws(Failure) {
    self.folder = folder
    self.token = token
    self.port = port
    let text = String(decoding: page, as: UTF8.self)
    let parts = text.split(
      separator: "data-serve=\"\"", maxSplits: 1, omittingEmptySubsequences: false)
    let policy = text.firstMatch(of: /http-equiv="Content-Security-Policy" content="([^"]+)"/)
    guard parts.count == 2, let policy else {
      throw Failure(.badInput, "the page was not built by Scripts/web.")
    }
    var response = HTTPResponse(.done)
    response.type = "text/html; charset=utf-8"
    response.policy = policy.output.1 + "; frame-ancestors 'none'"
    response.body = Array((parts[0] + "data-serve=\"\(folder.identifier)\"" + parts[1]).utf8)
    self.page = response
  }

  package var address: String { "http://127.0.0.1:\(port)/\(token)/" }

  package func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard isOurs(request) else { return HTTPResponse(.forbidden) }
    let prefix = "/\(token)/"
    guard request.path.utf8.count >= prefix.utf8.count,
      isSame(Array(request.path.utf8.prefix(prefix.utf8.count)), Array(prefix.utf8))
    else { return HTTPResponse(.notFound) }
    switch (request.method, String(request.path.utf8.dropFirst(prefix.utf8.count)) ?? "?") {
    case ("GET", "") where request.query == nil: return page
    case ("GET", "files") where request.query == nil: return files()
    case ("GET", "file"): return read(request)
    case ("PUT", "file"): return write(request)
    case (_, ""), (_, "files"), (_, "file"): return HTTPResponse(.methodNotAllowed)
    default: return HTTPResponse(.notFound)
    }
  }

  /// Whether a request names this server, and comes from its page or from the address bar.
  private func isOurs(_ request: HTTPRequest) -> Bool {
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = request.headers["host"], hosts.contains(host) else { return false }
    if let origin = request.headers["origin"], origin != "http://" + host { return false }
    let site = request.headers["sec-fetch-site"] ?? "same-origin"
    guard request.method == "GET" else {
      return request.headers["origin"] != nil && site == "same-origin"
    }
    return site == "same-origin" || site == "none"
  }

  /// Compares in constant time, so that the time does not reveal where the values differ.
  private func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func files() -> HTTPResponse {
    var response = HTTPResponse(.done)
    response.type = "application/json"
    response.body = JSONTree.array(folder.names().map { .string($0) }).source
    return response
  }

  private func read(_ request: HTTPRequest) -> HTTPResponse {
    do throws(Failure) {
      guard let name = request.parameter("path"), let document = try folder.document(name),
        let identity = document.identity
      else { return HTTPResponse(.notFound, "There is no such Markdown file in the folder.") }
      var response = HTTPResponse(.done)
      response.type = "text/markdown; charset=utf-8"
      response.headers = [("ETag", identity.tag)]
      response.body = document.text.bytes
      return response
    } catch { return HTTPResponse(error) }
  }

  private func write(_ request: HTTPRequest) -> HTTPResponse {
    guard request.headers["content-type"]?.hasPrefix("text/markdown") == true else {
      return HTTPResponse(.unsupportedType)
    }
    do throws(Failure) {
      guard let name = request.parameter("path"), let document = try folder.document(name),
        let identity = document.identity
      else { return HTTPResponse(.notFound, "There is no such Markdown file in the folder.") }
      guard request.headers["if-match"] == identity.tag else {
        return HTTPResponse(
          .changed, "Another program changed the file since it was opened; that version was kept.")
      }
      _ = try SourceText(request.body, name: name)
      // The file that was written, not the one that has the name now: another program may have
      // written a newer one, which the next save must not replace.
      let saved =
        request.body == document.text.bytes
        ? identity : try FileReplacement().replaceContent(of: document, with: request.body)
      var response = HTTPResponse(.done)
      response.headers = [("ETag", saved.tag)]
      return response
    } catch { return HTTPResponse(error) }
  }
}

extension HTTPResponse {
  fileprivate init(_ failure: Failure) {
    let status: Status =
      switch failure.status {
      case .changedMeanwhile: .changed
      case .notDone: .conflict
      case .badInput: .badRequest
      case .noInput: .notFound
      case .usage, .notOnDisk, .inputOutput: .failed
      }
    self.init(status, failure.message)
  }
}

extension FileIdentity {
  /// The entity tag: it changes when another program writes or replaces the file.
  fileprivate var tag: String {
    let numbers = [Int(truncatingIfNeeded: device), Int(truncatingIfNeeded: file), byteCount]
    let all = numbers + contentTime
    return "\"" + all.map { String($0, radix: 16) }.joined(separator: ".") + "\""
  }
}
