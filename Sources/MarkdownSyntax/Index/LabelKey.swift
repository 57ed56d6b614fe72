/// A label folded so that labels which libcmark takes for one have one key.
///
/// libcmark folds case as Unicode says and collapses white space (CommonMark 0.30 §4.7). Here a
/// stretch of letters of the scripts with case that are not folded one by one counts as one
/// letter: then several labels may share a key, and ``isExact`` says so.
struct LabelKey: Hashable, Sendable {
  /// The folded label; a byte that is no UTF-8 stands for a stretch of such letters.
  private(set) var bytes: [UInt8] = []
  /// Whether labels with this key are surely one label: true of `[a]`, not of `[α]`, whose letters
  /// all fold to one.
  private(set) var isExact = true

  private static let anyLetters: UInt8 = 0xFF

  static func == (first: LabelKey, second: LabelKey) -> Bool { first.bytes == second.bytes }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  /// Folds a label whose white space is collapsed.
  init(_ label: [UInt8]) {
    bytes.reserveCapacity(label.count)
    label.withUnsafeBufferPointer { label in
      var index = 0
      while index < label.count {
        let (scalar, count) = label.scalar(at: index)
        append(scalar, spelled: Bytes(rebasing: label[index..<index + count]))
        index += count
      }
    }
  }

  /// The keys of labels.
  @inline(never)
  static func keys(of labels: [[UInt8]]) -> Set<LabelKey> {
    var keys = Set<LabelKey>()
    for label in labels { keys.insert(LabelKey(label)) }
    return keys
  }

  /// A hash of the folded label (FNV-1a); other labels may have the same.
  var hash: UInt64 { bytes.withUnsafeBufferPointer { Self.hash(ofFolded: $0) } }

  /// The hash of a label's key, and whether that is exact.
  static func hash(of label: Bytes) -> (hash: UInt64, isExact: Bool) {
    var hash = hashSeed
    for byte in label {
      guard byte > 0, byte < 0x80 else {
        let key = LabelKey(Array(label))
        return (key.hash, key.isExact)
      }
      add((0x41...0x5A).contains(byte) ? byte + 0x20 : byte, to: &hash)
    }
    return (hash, true)
  }

  private static let hashSeed: UInt64 = 0xCBF2_9CE4_8422_2325

  private static func hash(ofFolded bytes: Bytes) -> UInt64 {
    var hash = hashSeed
    for byte in bytes { add(byte, to: &hash) }
    return hash
  }

  private static func add(_ byte: UInt8, to hash: inout UInt64) {
    hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  private mutating func append(_ scalar: Unicode.Scalar, spelled bytes: Bytes) {
    switch scalar.value {
    case 0x41...0x5A: self.bytes.append(UInt8(scalar.value) + 0x20)
    case 0xC0...0xD6, 0xD8...0xDE: append(scalar.value + 0x20)
    case 0x410...0x42F where Self.isFolded(scalar.value + 0x20): append(scalar.value + 0x20)
    case 0x400...0x40F: append(scalar.value + 0x50)
    case 0xDF, 0x1E9E: self.bytes.append(contentsOf: [0x73, 0x73])
    case 0x178: append(0xFF)
    case 0x212B: append(0xE5)
    case 0x212A: self.bytes.append(0x6B)
    case 0x17F: self.bytes.append(0x73)
    case 0xFB00...0xFB06: appendLigature(scalar.value)
    case 0x149: appendLetters(after: 0, 0x6E)
    case 0x130, 0x1F0, 0x1E96...0x1E9A: appendComposed(scalar.value)
    case let value where Self.hasNoCase(value) || Self.isFolded(value):
      // A NUL reads as U+FFFD.
      if bytes[0] == 0 { append(0xFFFD) } else { self.bytes.append(contentsOf: bytes) }
    default: appendLetters()
    }
  }

  private mutating func append(_ value: UInt32) {
    guard let scalar = Unicode.Scalar(value) else { return }
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private mutating func appendLetters(after letter: UInt8 = 0, _ following: UInt8 = 0) {
    isExact = false
    if letter != 0 { bytes.append(letter) }
    if bytes.last != Self.anyLetters { bytes.append(Self.anyLetters) }
    if following != 0 { bytes.append(following) }
  }

  private mutating func appendLigature(_ value: UInt32) {
    let parts: StaticString =
      switch value {
      case 0xFB00: "ff"
      case 0xFB01: "fi"
      case 0xFB02: "fl"
      case 0xFB03: "ffi"
      case 0xFB04: "ffl"
      default: "st"
      }
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: parts.utf8Start, count: parts.utf8CodeUnitCount))
  }

  /// Letters that fold to an ASCII letter and a mark.
  private mutating func appendComposed(_ value: UInt32) {
    switch value {
    case 0x130: appendLetters(after: 0x69)
    case 0x1F0: appendLetters(after: 0x6A)
    case 0x1E96: appendLetters(after: 0x68)
    case 0x1E97: appendLetters(after: 0x74)
    case 0x1E98: appendLetters(after: 0x77)
    case 0x1E99: appendLetters(after: 0x79)
    default: appendLetters(after: 0x61)
    }
  }

  /// Whether a scalar is a small letter that only the capitals folded above become: `"é"`, from
  /// `"É"`.
  private static func isFolded(_ value: UInt32) -> Bool {
    switch value {
    case 0xE0...0xF6, 0xF8...0xFF, 0x430...0x431, 0x433, 0x435...0x43D, 0x43F...0x440,
      0x443...0x449, 0x44B...0x45F:
      true
    default: false
    }
  }

  /// Whether a scalar has no case: `"1"` and `"中"`, not `"é"`.
  private static func hasNoCase(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x41, 0x5B..<0x80, 0x80...0xB4, 0xB6...0xBF, 0xD7, 0xF7, 0x590...0x109F,
      0x1100...0x139F, 0x1400...0x167F, 0x2010...0x205F, 0x2E80...0xA63F, 0xAC00...0xD7FF,
      0xF900...0xFAFF, 0xFFFD, 0x1F000...0x1FAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
