import ContractSupport
import Foundation
import MarkdownEditing
import MarkdownSyntax

struct Options {
  var examples = false
  /// The distance of the examples that are judged; 1 for all of them.
  var every = 1
  var random = 0
  /// The number of soups, texts of a few random pieces, to judge.
  var soups = 0
  /// The number of documents, made of several texts each, to judge with everything selected.
  var whole = 0
  /// Whether to probe toggles and states of hostile texts. `sizes` are in bytes, and `patterns`
  /// counts additional random patterns.
  var isHostile = false
  var sizes: [Int] = []
  var patterns = 0
  /// Whether to time keys in giant blocks, at one size and at twice that size.
  var isGrowth = false
  /// Whether to time everything in nested documents, and whether at the carets of all levels.
  var isNesting = false
  var measuresAllLevels = false
  /// Whether commands run on documents with their blocks, not on whole texts.
  var isIndexed = false
  var seed = UInt64.random(in: 0..<1_000_000_000)
  var asks = false
  /// The number of random texts whose blocks and inlines are compared with libcmark's tree.
  var blocks = 0
  /// The dialect for reading documents from standard input and answering with their inlines.
  var readings: Dialect?
  /// The number of random texts to print as HTML and compare with libcmark's.
  var rendered = 0
  /// The files to print as HTML and compare with libcmark's.
  var documents: [String] = []
  /// The dialect in which documents from standard input are printed as HTML.
  var html: Dialect?
  /// The file to which cases and their outcomes are written for other builds to repeat.
  var plans: String?
  /// The folder to which shrunk failures are saved.
  var save: String?
  /// The number of known failures among these cases; more are an error.
  var atMost = 0
  var show = 3

  struct Misuse: Error, CustomStringConvertible {
    var description: String
  }

  init(_ arguments: [String]) throws(Misuse) {
    var rest = arguments[...]
    func value<Number: FixedWidthInteger>(_ name: String) throws(Misuse) -> Number {
      guard let text = rest.popFirst(), let number = Number(text) else {
        throw Misuse(description: "\(name) wants a number")
      }
      return number
    }
    func path(_ name: String) throws(Misuse) -> String {
      guard let text = rest.popFirst() else { throw Misuse(description: "\(name) wants a path") }
      return text
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--examples": examples = true
      case "--every": every = Swift.max(1, try value(argument))
      case "--ask": asks = true
      case "--blocks": blocks = try value(argument)
      case "--readings": readings = try dialect(path(argument))
      case "--render": rendered = try value(argument)
      case "--documents":
        documents = Array(rest)
        rest = []
      case "--html": html = try dialect(path(argument))
      case "--random": random = try value(argument)
      case "--soups": soups = try value(argument)
      case "--whole": whole = try value(argument)
      case "--indexed": isIndexed = true
      case "--seed": seed = try value(argument)
      case "--hostile": isHostile = true
      case "--size": sizes.append(try value(argument))
      case "--patterns": patterns = try value(argument)
      case "--growth": isGrowth = true
      case "--nesting": isNesting = true
      case "--all-levels": measuresAllLevels = true
      case "--at-most": atMost = try value(argument)
      case "--show": show = try value(argument)
      case "--plans": plans = try path(argument)
      case "--save": save = try path(argument)
      default: throw Misuse(description: "what is \(argument)? Scripts/contract --help says more")
      }
    }
    let judges = examples || random + soups + whole > 0
    let answers = asks || readings != nil || html != nil || plans != nil
    let compares = blocks + rendered > 0 || !documents.isEmpty
    if !judges, !answers, !compares, !isHostile, !isGrowth, !isNesting {
      examples = true
      random = 1_000_000
      soups = 1_000_000
      whole = 10_000
    }
  }

  private func dialect(_ name: String) throws(Misuse) -> Dialect {
    switch name {
    case "commonmark": return .commonMark
    case "github": return .gitHub
    // The constructs that cmark-gfm reads, for comparisons with it.
    case "cmark-gfm":
      return Dialect([.tables, .tasks, .strikethrough, .bareLinks, .footnotes])
    default: throw Misuse(description: "a dialect is commonmark, github or cmark-gfm")
    }
  }
}

func complain(_ sentence: String) {
  FileHandle.standardError.write(Data("contract: \(sentence)\n".utf8))
}
