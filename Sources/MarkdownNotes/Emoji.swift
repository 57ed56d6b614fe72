/// The names of emoji on GitHub.
package enum Emoji {
  /// The names without colons, in order, with their characters.
  package static let all: [(name: Substring, character: Substring)] = {
    let words = names.split { $0 == " " || $0 == "\n" }
    return stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
  }()
}
