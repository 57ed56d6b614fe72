/// Estimates the memory that libcmark and a copy of its tree take at their peak, in bytes, from what
/// may begin an inline or a block.
///
/// Each character that may be markup is a text node of its own until the leaf is read, and what
/// follows it another: `*a*a…` takes 200 bytes a byte, prose 20. The figures are libcmark 0.30.2's on
/// 64 bits, measured by `Scripts/stress memory`; what stands in code is counted as if it were text.
struct MemoryEstimate {
  /// What a byte of plain text takes, in copies of the source and of its literals.
  private static let plain = 6
  /// What a node takes.
  private static let node = 165
  /// What a quote takes, for its marker: in one line, `> > > a`, there may be as many as in many lines.
  private static let quote = 240
  /// The most that is estimated for a byte.
  static let most = 411

  /// What the characters take that may be markup, and 0 for all others.
  private static let weights: [UInt16] = {
    var weights = [UInt16](repeating: 0, count: 256)
    for byte in "!\"&'-.<\\]`".utf8 { weights[Int(byte)] = 165 }
    // With an entry in the stack of brackets, or of delimiters and a node of emphasis.
    weights[0x5B] = 200
    for byte in "*_".utf8 { weights[Int(byte)] = 240 }
    // A break, or the paragraph, heading or item of the next line, and the lines themselves.
    weights[0x0A] = 200
    weights[0x0D] = 200
    weights[0x3E] = UInt16(quote)
    // It is read as U+FFFD.
    weights[0] = 16
    return weights
  }()

  /// The estimate for `source`; O(*n*), about a gigabyte a second.
  static func byteCount(of source: UnsafeBufferPointer<UInt8>) -> Int64 {
    var sum = Int64(plain) * Int64(source.count)
    var last: UInt8 = 0
    var isLastPlain = true
    weights.withUnsafeBufferPointer { weights in
      for byte in source {
        let weight = weights[Int(byte)]
        // The marker of a quote stands at the start of a line, behind a blank or another marker.
        let isPlain =
          weight == 0
          || (byte == UInt8(ascii: ">") && last > UInt8(ascii: " ") && last != UInt8(ascii: ">"))
        if isPlain {
          // Text begins behind what may be markup.
          if !isLastPlain { sum += Int64(node) }
          isLastPlain = true
        } else {
          // A run of delimiters is one node, and up to another for each four: `***a***`.
          let isOfRun =
            byte == last
            && (byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "`"))
          sum += isOfRun ? Int64(node) / 4 : Int64(weight)
          isLastPlain = false
        }
        last = byte
      }
    }
    return sum
  }
}
