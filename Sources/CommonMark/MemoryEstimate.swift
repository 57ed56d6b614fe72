/// Estimates the peak memory of libcmark and a copy of its tree, in bytes, from the characters that
/// may begin an inline or a block.
///
/// Until its leaf is read, each character that may be markup is a text node, and so is the text
/// after it: a byte of `*a*a…` takes 200 bytes, one of prose 20. The figures were measured with
/// libcmark 0.30.2 on 64 bits, as the peak of `mdedit render`. Code is counted as if it were text.
struct MemoryEstimate {
  private static let plain = 6
  private static let node = 165
  /// The memory for the marker of a quote. One line may have many: `> > > a`.
  private static let quote = 240
  /// The greatest estimate for a byte.
  static let most = 411

  /// The memory for each character that may be markup; 0 for all others.
  private static let weights: [UInt16] = {
    var weights = [UInt16](repeating: 0, count: 256)
    for byte in "!\"&'-.<\\]`".utf8 { weights[Int(byte)] = 165 }
    // With an entry on the stack of brackets, or on that of delimiters and a node of emphasis.
    weights[0x5B] = 200
    for byte in "*_".utf8 { weights[Int(byte)] = 240 }
    // A line ending: a break, or the block on the next line, and the lines themselves.
    weights[0x0A] = 200
    weights[0x0D] = 200
    weights[0x3E] = UInt16(quote)
    // A NUL is read as U+FFFD.
    weights[0] = 16
    return weights
  }()

  static func byteCount(of source: UnsafeBufferPointer<UInt8>) -> Int64 {
    var sum = Int64(plain) * Int64(source.count)
    var last: UInt8 = 0
    var isLastPlain = true
    weights.withUnsafeBufferPointer { weights in
      for byte in source {
        let weight = weights[Int(byte)]
        // The marker of a quote is at the start of a line, or after a blank or another marker.
        let isPlain =
          weight == 0
          || (byte == UInt8(ascii: ">") && last > UInt8(ascii: " ") && last != UInt8(ascii: ">"))
        if isPlain {
          // The text after possible markup is a node of its own.
          if !isLastPlain { sum += Int64(node) }
          isLastPlain = true
        } else {
          // A run of delimiters is one node, with up to one more for each four: `***a***`.
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
