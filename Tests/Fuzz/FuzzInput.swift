import MdeditKit

/// The input of the fuzzer, consumed from front to back.
struct FuzzInput {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isEmpty: Bool { index >= bytes.count }

  /// Returns the next byte, or 0 at the end.
  mutating func byte() -> UInt8 {
    guard index < bytes.count else { return 0 }
    index += 1
    return bytes[index - 1]
  }

  mutating func number(upTo most: Int) -> Int {
    let value = Int(byte()) | (most > 255 ? Int(byte()) << 8 : 0)
    return most <= 0 ? 0 : value % (most + 1)
  }

  /// Returns all remaining bytes.
  mutating func rest() -> [UInt8] {
    defer { index = bytes.count }
    return Array(bytes[index...])
  }

  /// Returns all remaining bytes, with invalid UTF-8 repaired.
  mutating func text() -> [UInt8] { Array(String(decoding: rest(), as: UTF8.self).utf8) }
}

extension [UInt8] {
  var boundaries: [Int] { indices.filter { self[$0] & 0xC0 != 0x80 } + [count] }
}

/// Whether the engine must make a mistake, to see whether the target notices it.
let makesMistake = getenv("MARKDOWN_EDITING_MISTAKE") != nil

/// Ends the run with a message; the fuzzer keeps the input.
func fail(_ message: String) -> Never {
  let line = Array("fault: \(message)\n".utf8)
  _ = write(2, line, line.count)
  abort()
}

/// The target to run.
private let target = getenv("MARKDOWN_EDITING_FUZZ").map { String(cString: $0) } ?? "scanner"

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(UnsafeBufferPointer(start: start, count: count))
  switch target {
  case "buffer": fuzzBuffer(&input)
  case "scanner": fuzzScanner(&input)
  case "toggle": fuzzToggle(&input)
  case "commands": fuzzCommands(&input)
  case "document": fuzzDocument(&input)
  case "batch": fuzzBatch(&input)
  default: fail("there is no target \(target)")
  }
  return 0
}
