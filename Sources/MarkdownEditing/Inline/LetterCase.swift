import MarkdownSyntax

/// The case that letters get: of characters that a reader sees, not of code, addresses, mentions,
/// emoji names, character references and tags.
struct LetterCase {
  private enum Style: CaseIterable {
    case upper, lower, title, sentence

    var name: StaticString {
      switch self {
      case .upper: "upper"
      case .lower: "lower"
      case .title: "title"
      case .sentence: "sentence"
      }
    }
  }

  private let style: Style
  /// Whether no letter is small, so that capitals in a word are not a spelling such as `GitHub`.
  private let isShouted: Bool

  /// Reads the name of a case. Without one, capitals follow title case, and small letters capitals.
  init(
    _ argument: String?, _ texts: some Sequence<(InlineLeaf, [Int])>
  ) throws(Outcome.Unchanged) {
    var (hasSmall, hasCapitals) = (false, false)
    for (leaf, items) in texts {
      for item in items where leaf.hasLetter(item) {
        hasSmall = hasSmall || leaf.items[item].scalar.properties.isLowercase
        hasCapitals = hasCapitals || leaf.items[item].scalar.properties.isUppercase
      }
    }
    if !hasSmall, !hasCapitals { throw .noText }
    isShouted = !hasSmall
    guard let argument else {
      style = !hasSmall ? .lower : hasCapitals ? .upper : .title
      return
    }
    guard
      let named = Style.allCases.first(where: { $0.name.bytes.elementsEqual(argument.utf8) })
    else { throw .badArgument }
    style = named
  }

  /// The change of some items; nil if they have this case.
  func applied(to selected: [Int], of leaf: InlineLeaf) -> InlineChange? {
    var change = InlineChange(.converted)
    var chosen = ItemSet()
    for item in selected where leaf.hasLetter(item) { chosen.insert(item) }
    var (beginsSentence, ends) = (true, false)
    var (word, before) = ([Int](), 0)
    func finish() {
      if word.isEmpty { return }
      let scalars = word.map { leaf.items[$0].scalar }
      let isSpelling =
        !isShouted && scalars.dropFirst().contains { $0.properties.isUppercase }
        || scalars == ["I"] || scalars.starts(with: ["I", "\u{2019}"])
        || scalars.starts(with: ["I", "'"])
      for (index, item) in word.enumerated() where chosen.contains(item) {
        let properties = scalars[index].properties
        let isFirst = index == 0
        let new =
          switch style {
          case .upper: properties.uppercaseMapping
          case .lower: properties.lowercaseMapping
          case .title, .sentence:
            isFirst && (style == .title || beginsSentence)
              ? properties.titlecaseMapping
              : isSpelling || style == .title && !isShouted
                ? String(scalars[index]) : properties.lowercaseMapping
          }
        let mapped = Array(new.unicodeScalars)
        if mapped != [scalars[index]] { change.letters.append((item, mapped)) }
      }
      (before, beginsSentence, ends) = (word.count, false, false)
      word = []
    }
    for (index, item) in leaf.items.enumerated() where item.kind != .tag {
      if item.isCharacter,
        item.scalar.isOfWord
          || !word.isEmpty && ["'", "\u{2019}"].contains(item.scalar)
      {
        word.append(index)
        continue
      }
      finish()
      if item.isCharacter, !item.isBlank {
        // A period after one letter is that of an abbreviation, such as `e.g.`.
        if [".", "!", "?"].contains(item.scalar) {
          ends = item.scalar != "." || before > 1
        } else if !["\"", "'", ")", "]", "\u{201D}", "\u{2019}"].contains(item.scalar) {
          ends = false
        }
      } else if item.isBlank || item.isBreak, ends {
        beginsSentence = true
      }
    }
    finish()
    return change.isEmpty ? nil : change
  }
}

extension InlineLeaf {
  /// Whether an item is a letter, written as itself, that a change of case may change.
  fileprivate func hasLetter(_ item: Int) -> Bool {
    let (item, node) = (items[item], nodes[Int(items[item].node)])
    return item.kind == .character && item.isPlain && node.kind != .word && !node.isAutolink
      && (item.scalar.properties.isLowercase || item.scalar.properties.isUppercase)
  }
}

extension Unicode.Scalar {
  fileprivate var isOfWord: Bool {
    properties.isAlphabetic || properties.numericType != nil
      || properties.generalCategory == .nonspacingMark
  }
}
