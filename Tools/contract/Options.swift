import ContractSupport
import Foundation
import MarkdownEditing
import MarkdownSyntax

/// What the command line asks for.
struct Options {
  var examples = false
  var random = 0
  /// How many soups of few pieces are judged.
  var soups = 0
  /// How many documents made of several are judged with all of each selected.
  var whole = 0
  /// Whether toggles and states of hostile texts are probed, at which sizes in bytes, with how many
  /// random patterns besides, and whether seconds and growth count too.
  var isHostile = false
  var sizes: [Int] = []
  var patterns = 0
  var isTimed = false
  /// Whether keys in giant blocks are timed, at one size and at twice that.
  var isGrowth = false
  /// What the names of the hostile texts hold that are probed; nil for all.
  var named: String?
  /// From how many bytes on a part of a container is a slice of its own, where commands are given
  /// to indexed documents; nil where they are given to whole texts.
  var indexed: Int?
  var seed = UInt64.random(in: 0..<1_000_000_000)
  var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// A file of fixtures to judge, and nothing else.
  var replay: String?
  /// Whether what fails in a replay is made small.
  var shrinks = false
  /// Whether cases are read from standard input, and answered one by one.
  var asks = false
  /// How many random texts have their blocks and inlines compared with libcmark's tree; 0 for none.
  var blocks = 0
  /// The dialect in which documents of standard input are read, and answered with how their inlines are read.
  var readings: Dialect?
  /// How many random texts are printed as HTML, to compare with libcmark.
  var rendered = 0
  /// Files that are printed as HTML, to compare with libcmark.
  var documents: [String] = []
  /// The dialect in which documents of standard input are printed as HTML.
  var html: Dialect?
  /// A file that gets cases and their results for another renderer.
  var dump: String?
  /// A file that gets the outcomes of cases, to compare two versions of the planner.
  var outcomes: String?
  /// A file that gets cases and their outcomes on documents, for other builds to do again.
  var plans: String?
  /// A folder that gets the shrunk failures.
  var save: String?
  /// How many failures and refusals are known of these cases: more are an error.
  var atMost = 0
  /// How many failures of a kind are shown.
  var show = 3
  /// A file that gets every failure that is kept, as it is found: not shrunk.
  var list: String?
  /// The policy of edges that cases have, what may not write references aside: `exact` for the
  /// contract to the letter, and the standard policy in plans, without it.
  var edges: EditingOptions.Edges?
  /// What is judged: carets, other selections, or both.
  var only = Kind.both

  /// What is judged.
  enum Kind: String {
    case both, carets, selections
  }

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
      case "--indexed": indexed = try value(argument)
      case "--seed": seed = try value(argument)
      case "--hostile": isHostile = true
      case "--size": sizes.append(try value(argument))
      case "--patterns": patterns = try value(argument)
      case "--timed": isTimed = true
      case "--growth": isGrowth = true
      case "--named": named = try path(argument)
      case "--jobs": jobs = max(1, try value(argument))
      case "--at-most": atMost = try value(argument)
      case "--show": show = try value(argument)
      case "--replay": replay = try path(argument)
      case "--shrink": shrinks = true
      case "--dump": dump = try path(argument)
      case "--outcomes": outcomes = try path(argument)
      case "--plans": plans = try path(argument)
      case "--save": save = try path(argument)
      case "--list": list = try path(argument)
      case "--edges": edges = try edges(path(argument))
      case "--only": only = try kind(path(argument))
      default: throw Misuse(description: "what is \(argument)?\n" + Options.usage)
      }
    }
    let judges = examples || random + soups + whole > 0
    if !judges, !isHostile, !isGrowth, replay == nil, dump == nil, outcomes == nil, plans == nil,
      !asks, readings == nil, blocks == 0, rendered == 0, documents.isEmpty, html == nil
    {
      examples = true
      random = 1_000_000
      soups = 1_000_000
      whole = 10_000
    }
  }

  private func kind(_ name: String) throws(Misuse) -> Kind {
    guard let kind = Kind(rawValue: name) else {
      throw Misuse(description: "--only wants carets, selections or both")
    }
    return kind
  }

  private func edges(_ name: String) throws(Misuse) -> EditingOptions.Edges {
    guard let edges = EditingOptions.Edges(rawValue: name) else {
      throw Misuse(description: "--edges wants readable, exact or plain")
    }
    return edges
  }

  private func dialect(_ name: String) throws(Misuse) -> Dialect {
    switch name {
    case "commonmark": return .commonMark
    case "github": return .gitHub
    // What cmark-gfm reads, to compare with it.
    case "cmark-gfm":
      return Dialect([.tables, .tasks, .strikethrough, .bareLinks, .footnotes])
    default: throw Misuse(description: "a dialect is commonmark, github or cmark-gfm")
    }
  }

  /// A case with the policy of edges that is asked for.
  func asked(
    _ question: ContractCase, usually usual: EditingOptions.Edges = .exact
  ) -> ContractCase {
    var question = question
    if question.command.options.allowsReferences {
      question.command.options.edges = edges ?? usual
    }
    return question
  }

  static let usage = """
    usage: contract [--examples] [--random N] [--soups N] [--whole N] [--seed S] [--jobs J]
                    [--show K] [--only carets|selections] [--list FILE] [--save FOLDER]
                    [--indexed BYTES] [--replay FILE [--shrink]] [--dump FILE] [--outcomes FILE]
                    [--plans FILE] [--ask] [--readings DIALECT] [--at-most N] [--edges NAME]
                    [--blocks N]
                    [--hostile [--size BYTES]… [--patterns N] [--named TEXT] [--timed]]
                    [--growth [--size BYTES]…]
    Without --examples, --random, --soups and --whole: all of them, with a million random cases,
    a million soups of few pieces, and ten thousand documents made of six, all of each selected.
    """
}

/// Says on standard error what is wrong.
func complain(_ sentence: String) {
  FileHandle.standardError.write(Data("contract: \(sentence)\n".utf8))
}
