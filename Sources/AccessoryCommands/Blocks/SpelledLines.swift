/// The lines of a spelling, one behind the other: what is kept of a line is six numbers, where an array
/// for its bytes and one for its segments would take more than the text.
struct SpelledLines {
  /// A line: where its bytes and segments end, and what else is known of it.
  private struct Entry {
    @Compact var end: Int
    @Compact var segmentsEnd: Int
    @Compact var origin: Int
    @Compact var caret: Int
    @Compact var former: Int
  }
  private struct Segment {
    @CompactRange var source: Range<Int>
    @Compact var offset: Int
  }

  private var bytes: [UInt8] = []
  private var segments: [Segment] = []
  private var entries: [Entry] = []

  var indices: Range<Int> { entries.indices }

  mutating func append(_ line: BlockSpelling.SpelledLine) {
    bytes += line.bytes
    for segment in line.segments {
      segments.append(Segment(source: segment.source, offset: segment.offset))
    }
    entries.append(
      Entry(
        end: bytes.count, segmentsEnd: segments.count, origin: line.origin, caret: line.caret ?? -1,
        former: line.former))
  }

  /// The bytes of a line.
  func bytes(of line: Int) -> ArraySlice<UInt8> {
    bytes[(line > 0 ? entries[line - 1].end : 0)..<entries[line].end]
  }

  /// Which bytes of the source stand where on a line.
  func segments(of line: Int) -> some RandomAccessCollection<(source: Range<Int>, offset: Int)> {
    segments[(line > 0 ? entries[line - 1].segmentsEnd : 0)..<entries[line].segmentsEnd]
      .lazy.map { (source: $0.source, offset: $0.offset) }
  }

  /// The line of the source that a line was; negative where a command made it.
  func origin(of line: Int) -> Int { entries[line].origin }

  /// Where the caret of an empty block is on a line; nil where it is not there.
  func caret(of line: Int) -> Int? {
    let caret = entries[line].caret
    return caret < 0 ? nil : caret
  }

  /// The line of the source below a line that went; negative where none did.
  func former(of line: Int) -> Int { entries[line].former }

  private func line(_ index: Int) -> BlockSpelling.SpelledLine {
    BlockSpelling.SpelledLine(
      bytes: Array(bytes(of: index)), origin: origin(of: index),
      segments: Array(segments(of: index)), caret: caret(of: index), former: former(of: index))
  }

  /// The lines without the word that was typed for the proof.
  var withoutProbe: SpelledLines {
    var result = SpelledLines()
    for index in indices {
      var line = line(index)
      if let caret = line.caret, line.bytes[caret...].starts(with: BlockProof.probe) {
        line.bytes.removeSubrange(caret..<caret + BlockProof.probe.count)
        for index in line.segments.indices where line.segments[index].offset > caret {
          line.segments[index].offset -= BlockProof.probe.count
        }
      }
      result.append(line)
    }
    return result
  }
}
