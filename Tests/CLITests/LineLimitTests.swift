import Foundation
import MdeditKit
import Testing

@Suite("The limit is that of one line, wherever it is")
struct LineLimitTests {
  @Test(arguments: [5, 100_000]) func aLineMayBeAsLongAsTheLimit(limit: Int) throws {
    let scratch = try Scratch()
    let fits = [UInt8](repeating: 0x61, count: limit)
    let lines = [[0x62], fits, fits + [0x61], fits, []]
    let path = try scratch.file(
      "lines", String(decoding: lines.joined(separator: [0x0A]) + [0x0A], as: UTF8.self))
    let file = try #require(FileHandle(forReadingAtPath: path))
    var reader = LineReader(descriptor: file.fileDescriptor, limit: limit)
    for line in lines {
      #expect(
        try reader.next() == (line.count > limit ? .tooLong(limit: limit) : .complete(line)))
    }
    #expect(try reader.next() == nil)
  }
}
