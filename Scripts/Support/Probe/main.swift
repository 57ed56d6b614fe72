import Foundation

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "families":
  let sizes = arguments.dropFirst().compactMap { Int($0) }
  exit(families(sizes.isEmpty ? [100_000, 1_000_000] : sizes, limit: 1) == 0 ? 0 : 1)
case "admit":
  exit(admit(Array(arguments.dropFirst())) == 0 ? 0 : 1)
case "search":
  let numbers = arguments.dropFirst().compactMap { UInt64($0) }
  let rounds = numbers.count > 1 ? Int(numbers[1]) : 500
  exit(
    search(seed: numbers.first ?? RandomTests.seed, rounds: rounds, byteCount: 300_000, limit: 0.7)
      == 0 ? 0 : 1)
case "depths":
  let numbers = arguments.dropFirst().compactMap { UInt64($0) }
  exit(
    depths(
      seed: numbers.first ?? RandomTests.seed, rounds: Int(numbers.dropFirst().first ?? 100_000))
      == 0 ? 0 : 1)
case "leaks":
  let examples = SpecificationExample.all
  for example in examples { _ = parse(Array(example.source.utf8)) }
  for family in HostileFamily.all { _ = parse(family.document(byteCount: 4000)) }
  print("\(examples.count) examples and \(HostileFamily.all.count) families parsed")
default:
  print(
    "usage: probe families [BYTES…] | admit FILE… | search|depths [SEED [ROUNDS]] | leaks")
  exit(64)
}
