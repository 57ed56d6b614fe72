import Foundation
exit(compareBlocks(rounds: Int(CommandLine.arguments[1])!, seed: UInt64(CommandLine.arguments[2])!))
