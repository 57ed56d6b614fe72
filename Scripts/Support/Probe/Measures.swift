import Foundation

func cpuSeconds(_ body: () -> Void) -> Double {
  var before = timespec()
  var after = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before)
  body()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after)
  return Double(after.tv_sec - before.tv_sec) + Double(after.tv_nsec - before.tv_nsec) / 1e9
}

func parse(_ source: [UInt8]) -> String {
  do throws(ParsingRefusal) {
    let tree = try MarkdownTree(parsing: source)
    return "\(tree.nodes.count) nodes"
  } catch {
    return error.description
  }
}

/// Prints each family's CPU time and returns the number of families that are too slow.
///
/// A family is too slow if it takes more than `limit` seconds, and also more than five times that,
/// or disproportionately longer than at the size before. Thus quadratic time fails, but not a slow
/// machine.
func families(_ sizes: [Int], limit: Double) -> Int {
  var slow = 0
  for family in HostileFamily.all {
    var secondsPerByte = Double.infinity
    for size in sizes {
      let source = family.document(byteCount: size)
      var outcome = ""
      var seconds = cpuSeconds { outcome = parse(source) }
      // A busy machine slows memory too, so a time over the limit is measured again.
      if seconds > limit { seconds = min(seconds, cpuSeconds { outcome = parse(source) }) }
      let grows = seconds / Double(size) > 4 * secondsPerByte
      let isSlow = seconds > limit && (grows || seconds > 5 * limit)
      secondsPerByte = seconds / Double(size)
      if isSlow { slow += 1 }
      let mark = isSlow ? "  TOO SLOW" : ""
      let milliseconds = String(format: "%8.1f ms", seconds * 1000)
      print("\(milliseconds)  \(size / 1000) kB  \(family.name): \(outcome)\(mark)")
    }
  }
  return slow
}

/// Prints whether files are admitted, with the guard's share of the parsing time.
func admit(_ paths: [String]) -> Int {
  var refused = 0
  var bytes = 0
  var (guarding, parsing) = (0.0, 0.0)
  for path in paths {
    guard let data = FileManager.default.contents(atPath: path) else { continue }
    let source = [UInt8](data)
    bytes += source.count
    guarding += cpuSeconds {
      do {
        try source.withUnsafeBufferPointer { try ParsingLimits.standard.admit($0) }
      } catch {
        print("\(path): \(error)")
        refused += 1
      }
    }
    parsing += cpuSeconds { _ = try? MarkdownTree(parsing: source) }
  }
  print(
    "\(paths.count) files, \(bytes) bytes, \(refused) refused; guard \(guarding) s, parse \(parsing) s"
  )
  return refused
}
