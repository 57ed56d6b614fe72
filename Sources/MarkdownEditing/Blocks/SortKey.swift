import MarkdownSyntax

/// What an order compares of a cell or an item: its number, or else its visible text.
///
/// Text is compared without case and without the marks of Latin, Greek and Cyrillic letters, and
/// digits in it by their number: `Äpfel`, `b2`, `B10`. Punctuation precedes digits, which precede
/// letters, as in the Unicode Collation Algorithm.
struct SortKey: Comparable {
  private var base: [UInt32] = []
  private(set) var text: [UInt8] = []
  var number: DecimalNumber?

  var isEmpty: Bool { text.isEmpty && number == nil }

  init() {}

  init(_ number: DecimalNumber?) { self.number = number }

  init(_ text: [UInt8]) {
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars { append(scalar) }
  }

  init(_ leaf: InlineLeaf, in source: [UInt8]) {
    for item in leaf.items where !(item.kind == .object && item.isPlain) {
      // An image is compared by its source.
      let object = item.kind == .object ? String(decoding: source[item.source], as: UTF8.self) : ""
      if item.isBreak { append(" ") }
      for scalar in item.isCharacter ? [item.scalar] : Array(object.unicodeScalars) {
        append(scalar)
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    let start = text.count
    CaseFolding.append(scalar, to: &text)
    for scalar in String(decoding: text[start...], as: UTF8.self).unicodeScalars {
      let letter = Self.letter(scalar)
      switch letter.value {
      case 0xE6: base += [Self.letterWeight + 0x61, Self.letterWeight + 0x65]
      case 0x153: base += [Self.letterWeight + 0x6F, Self.letterWeight + 0x65]
      case 0x300..<0x370: continue
      case 0x30..<0x3A: base.append(Self.digitWeight + letter.value - 0x30)
      case 0..<0x80 where !Escaping.isLetter(letter):
        let place = Self.punctuation.firstIndex { UInt32($0) == letter.value } ?? 0
        base.append(UInt32(place))
      default: base.append((letter.isSymbol ? 0x100 : Self.letterWeight) + letter.value)
      }
    }
  }

  /// A letter without its marks, in lowercase.
  private static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xE0..<0x250: latin[Int(scalar.value) - 0xE0]
    case 0x1E00..<0x1F00: latinAdditional[Int(scalar.value) - 0x1E00]
    case 0x386..<0x3CF: greek[Int(scalar.value) - 0x386]
    case 0xB2, 0xB3: scalar == "²" ? "2" : "3"
    case 0xB9: "1"
    case 0x450, 0x451: "\u{435}"
    case 0x457: "\u{456}"
    default: scalar
    }
  }

  fileprivate static let digitWeight: UInt32 = 0x40_0000
  private static let letterWeight: UInt32 = 0x80_0000
  /// White space and the punctuation of ASCII in the order of the Unicode Collation Algorithm.
  private static let punctuation = Array(" _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$".utf8)

  private static let latin = Array(
    ("aaaaaaæceeeeiiiidnooooo÷ouuuuytyaaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijj"
      + "kkkllllllllllnnnnnnnnnooooooœœrrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"
      + "bɓƃƃƅƅɔƈƈɖɗƌƌƍǝəɛƒƒɠɣƕɩiƙƙƚƛɯɲƞɵooƣƣƥƥʀƨƨʃƪƫƭƭʈuuʊʋƴƴƶƶʒƹƹƺƻƽƽƾƿǀǁǂǃǆǆǆǉǉǉǌǌǌaaiioouuuuu"
      + "uuuuuǝaaaaaaǥǥggkkooooʒʒjǳǳǳggƕƿnnaaaaooaaaaeeeeiiiioooorrrruuuussttȝȝhhƞȡȣȣȥȥaaeeoooooo"
      + "ooyyȴȵȶȷȸȹⱥȼȼƚⱦȿɀɂɂbuʌɇɇɉɉɋɋɍɍɏɏ").unicodeScalars)
  private static let latinAdditional = Array(
    ("aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopppp"
      + "rrrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwyẚsẜẝßẟaaaaaaaaaaaaaaaa"
      + "aaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyyỻỻỽỽỿỿ")
      .unicodeScalars)
  private static let greek = Array(
    "α·εηι΋ο΍υωιαβγδεζηθικλμνξοπρ΢στυφχψωιυαεηιυαβγδεζηθικλμνξοπρςστυφχψωιυουω"
      .unicodeScalars)

  static func < (left: SortKey, right: SortKey) -> Bool {
    if let own = left.number, let other = right.number { return own < other }
    return left.base.naturallyPrecedes(right.base)
      ?? left.text.lexicographicallyPrecedes(right.text)
  }

  static func == (left: SortKey, right: SortKey) -> Bool {
    if let own = left.number, let other = right.number { return own == other }
    return left.number == nil && right.number == nil && left.text == right.text
  }

  /// Compares by numbers, if all keys that are not empty have one.
  static func compareNumbers(in keys: inout [SortKey]) {
    let numbers = keys.map { DecimalNumber($0.text) }
    if zip(keys, numbers).contains(where: { !$0.isEmpty && $1 == nil }) { return }
    for index in keys.indices { keys[index].number = numbers[index] }
  }
}

extension [SortKey] {
  /// The order of the keys, with empty ones last. Equal ones keep their order.
  func order(isDescending: Bool) -> [Int] {
    indices.sorted { first, second in
      let (left, right) = (self[first], self[second])
      if left == right { return first < second }
      if left.isEmpty || right.isEmpty { return right.isEmpty }
      return isDescending ? right < left : left < right
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is punctuation, a symbol or an emoji, which precede letters.
  fileprivate var isSymbol: Bool {
    switch value {
    case 0xA1...0xBF, 0xF7, 0x2000...0x2BFF, 0x3000...0x303F, 0xFE00...0xFE6F, 0x1F000...0x1FAFF:
      true
    default: isUnicodePunctuation(self)
    }
  }
}

extension [UInt32] {
  /// Whether a text precedes another one if digits in them are compared as numbers; nil if neither
  /// precedes the other.
  fileprivate func naturallyPrecedes(_ other: [UInt32]) -> Bool? {
    func isDigit(_ weight: UInt32) -> Bool { weight &- SortKey.digitWeight < 10 }
    func number(_ weights: [UInt32], _ place: inout Int) -> ArraySlice<UInt32> {
      let digits = weights[place...].prefix(while: isDigit)
      place = digits.endIndex
      return digits.drop { $0 == SortKey.digitWeight }
    }
    var (i, j) = (0, 0)
    while i < count, j < other.count {
      if isDigit(self[i]), isDigit(other[j]) {
        let (own, number) = (number(self, &i), number(other, &j))
        if own.count != number.count { return own.count < number.count }
        if own != number { return own.lexicographicallyPrecedes(number) }
      } else if self[i] != other[j] {
        return self[i] < other[j]
      } else {
        (i, j) = (i + 1, j + 1)
      }
    }
    return i == count && j == other.count ? nil : i == count
  }
}

/// A number as it is written in a text, such as `-1,234.50`, `12 %` or `€ 3`.
struct DecimalNumber: Comparable {
  private var isNegative = false
  private var whole: [UInt8] = []
  private var fraction: [UInt8] = []

  /// Reads a text; nil if it is not a number.
  ///
  /// A comma before exactly three digits separates thousands. Any other comma is the decimal point.
  init?(_ text: [UInt8]) {
    var scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
      .filter { !" \u{A0}\u{202F}%$€£¥".unicodeScalars.contains($0) }
    if let first = scalars.first, "+-\u{2212}".unicodeScalars.contains(first) {
      isNegative = first != "+"
      scalars.removeFirst()
    }
    var end = scalars.firstIndex(of: ".") ?? scalars.count
    let groups = scalars[..<end].split(separator: ",", omittingEmptySubsequences: false)
    if groups.count > 1, !groups.dropFirst().allSatisfy({ $0.count == 3 }) {
      guard groups.count == 2, end == scalars.count else { return nil }
      end = groups[0].count
    }
    let (before, behind) = (scalars[..<end].filter { $0 != "," }, scalars[end...].dropFirst())
    guard before.count + behind.count > 0, (before + behind).allSatisfy(Escaping.isDigit) else {
      return nil
    }
    whole = before.drop { $0 == "0" }.map { UInt8(truncatingIfNeeded: $0.value) }
    fraction = behind.map { UInt8(truncatingIfNeeded: $0.value) }
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    if whole.isEmpty, fraction.isEmpty { isNegative = false }
  }

  /// Reads the first number in a text; nil if there is none.
  init?(firstIn text: [UInt8]) {
    guard let first = text.firstIndex(where: { $0.isASCIIDigit }) else { return nil }
    let rest = text[first...].prefix { $0.isASCIIDigit || $0 == .fullStop || $0 == .comma }
    let end = rest.lastIndex { $0.isASCIIDigit } ?? first
    let sign = text[..<first].suffix(3)
    let isSigned =
      sign.elementsEqual("\u{2212}".utf8)
      || sign.last == .hyphen && !(sign.dropLast().last?.isASCIIAlphanumeric ?? false)
    self.init((isSigned ? [.hyphen] : []) + Array(rest[...end]))
  }

  /// Reads the first date with a year in a text, as the number of its digits: 20240131 for
  /// `2024-01-31`, `31.1.2024`, `1/31/2024` and `January 31, 2024`, in English or German.
  init?(dateIn text: [UInt8]) {
    typealias Token = (value: Int, count: Int, gap: [UInt8])
    var tokens: [Token] = []
    var (index, gap) = (0, [UInt8]())
    while index < text.count {
      let run = text[index...].prefix { $0.isASCIIDigit }
      let word = text[index...].prefix { $0.isASCIILetter }
      if !run.isEmpty {
        tokens.append((run.suffix(6).reduce(0) { $0 * 10 + Int($1 & 15) }, run.count, gap))
        gap = []
      } else if let month = Self.months.firstIndex(where: { word.starts(with: $0.utf8) }) {
        tokens.append((month % 12 + 1, 0, gap))
        gap = []
      } else {
        gap += text[index..<index + max(1, word.count)]
      }
      index += max(1, run.count, word.count)
    }
    func isPart(_ index: Int, _ limit: Int) -> Bool {
      tokens.indices.contains(index) && (1...2).contains(tokens[index].count)
        && (1...limit).contains(tokens[index].value)
    }
    func isMonth(_ index: Int) -> Bool {
      tokens.indices.contains(index) && tokens[index].count == 0
    }
    guard let year = tokens.indices.first(where: { tokens[$0].count == 4 }) else { return nil }
    let signs = ["-", "/", "."].map { Array($0.utf8) }
    func isJoined(_ index: Int) -> Bool {
      tokens.indices.contains(index) && signs.contains(tokens[index].gap)
    }
    var (month, day) = (0, 0)
    if isJoined(year + 1), isPart(year + 1, 12) {
      month = tokens[year + 1].value
      if isJoined(year + 2), isPart(year + 2, 31) { day = tokens[year + 2].value }
    } else if isJoined(year), isJoined(year - 1), isPart(year - 1, 31), isPart(year - 2, 31) {
      (day, month) = (tokens[year - 2].value, tokens[year - 1].value)
      if tokens[year].gap == signs[1], day < 13 || month > 12 { swap(&day, &month) }
    } else if isMonth(year - 1) {
      month = tokens[year - 1].value
      if isPart(year - 2, 31) { day = tokens[year - 2].value }
    } else if isPart(year - 1, 31), isMonth(year - 2) {
      (month, day) = (tokens[year - 2].value, tokens[year - 1].value)
    }
    self.init(Array(String(tokens[year].value * 10_000 + month * 100 + day).utf8))
  }

  /// The starts of the months' names in English, then in German.
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    "jan", "feb", "mar", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez",
  ]

  static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
  }

  private func isSmaller(than other: DecimalNumber) -> Bool {
    if whole.count != other.whole.count { return whole.count < other.whole.count }
    if whole != other.whole { return whole.lexicographicallyPrecedes(other.whole) }
    return fraction.lexicographicallyPrecedes(other.fraction)
  }
}
