/// The arguments of the process, without its name.
///
/// - Throws: a ``Failure`` of status `usage` if one is not UTF-8. The standard library would
///   replace its bytes by U+FFFD, and so name another file or another text.
package func validArguments() throws(Failure) -> [String] {
  var arguments: [String] = []
  for (index, argument) in CommandLine.arguments.enumerated().dropFirst() {
    if let pointer = CommandLine.unsafeArgv[index], strlen(pointer) != argument.utf8.count {
      throw Failure(.usage, "argument \(index) is not UTF-8.")
    }
    arguments.append(argument)
  }
  return arguments
}
