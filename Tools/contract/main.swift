import ContractSupport
import EditorTestSupport
import Foundation
import MarkdownHTML

let options: Options
do {
  options = try Options(Array(CommandLine.arguments.dropFirst()))
} catch {
  complain("\(error)")
  exit(64)
}
if options.asks { exit(ask(options)) }
if let dialect = options.readings {
  exit(answerDocuments { try inlines(of: $0, in: dialect) })
}
if let dialect = options.html {
  exit(answerDocuments { try renderHTML($0, in: dialect, allowingRawHTML: true) })
}
if options.blocks > 0 { exit(compareBlocks(options)) }
if options.rendered > 0 || !options.documents.isEmpty { exit(compareHTML(options)) }
if options.isHostile {
  var run = HostileRun(options)
  exit(run.run())
}
if options.isNesting {
  var run = NestingRun(options)
  exit(run.run())
}
do {
  if options.isGrowth { exit(try GrowthRun(options: options).run()) }
  if let file = options.plans { exit(try writePlans(to: file, options)) }
} catch {
  complain("\(error)")
  exit(65)
}

let start = Date()
var total = Tally()
if options.examples {
  if let all = examples() {
    let first = Int(options.seed % UInt64(options.every))
    let texts = stride(from: first, to: all.count, by: options.every).map { all[$0] }
    print("every selection of \(texts.count) examples")
    total.add(await judge(texts.count, options) { ExampleCases.forEach(in: texts[$0], $1) })
  } else {
    print("skipped: the examples of the specification (MARKDOWN_EDITING_DATA names no folder)")
  }
}
if options.random > 0 {
  print("\(options.random) random cases, seed \(options.seed)")
  total.add(await judgeRandom(options.random, options) { $0.next() })
}
if options.soups > 0 {
  print("\(options.soups) random soups of few pieces, seed \(options.seed)")
  total.add(await judgeRandom(options.soups, options) { $0.nextSoup() })
}
if options.whole > 0 {
  print("\(options.whole) documents made of six, all of each selected, seed \(options.seed)")
  total.add(await judgeRandom(options.whole, options) { $0.nextOfMany() })
}
report(total, seconds: Date().timeIntervalSince(start), options)
exit(total.failureCount <= options.atMost ? 0 : 1)
