/// The names of emoji on GitHub.
package enum Emoji {
  package static let all: [(name: Substring, character: Substring)] = []
}
