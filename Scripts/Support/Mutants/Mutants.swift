// mutants FILE… prints the places of Swift files at which a fault can be planted, as JSON.
import Foundation
import SwiftParser
import SwiftSyntax

let comparisons = [
  "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
]
let signs = [
  "+": "-", "-": "+", "&+": "&-", "&-": "&+", "+=": "-=", "-=": "+=", "..<": "...", "...": "..<",
]
/// Calls that no test of behaviour can notice.
let silent: Set = [
  "precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError",
  "reserveCapacity", "fsync",
]
/// The values for which a function can be left early, by type.
let values = [
  "Void": [""], "Bool": ["true", "false"], "String": ["\"\""], "Range<Int>": ["0..<0"],
  "Int": ["0"], "UInt8": ["0"], "Double": ["0"], "CGFloat": ["0"],
]

struct PlaceFinder {
  let file: String
  let bytes: [UInt8]
  /// What Scripts/stress mutants reads; ranges are in bytes.
  var places: [[String: Any]] = []
  /// The statements of the outermost function, initializer or accessor around the current node.
  private var body: [Int]?
  /// The values for which the function around the current node can be left.
  private var exits: [String] = []

  init(_ file: String) throws {
    self.file = file
    bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
    visit(Syntax(Parser.parse(source: String(decoding: bytes, as: UTF8.self))))
  }

  private func range(_ first: some SyntaxProtocol, to last: some SyntaxProtocol) -> Range<Int> {
    let start = first.positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<last.endPositionBeforeTrailingTrivia.utf8Offset
  }

  private func range(_ node: some SyntaxProtocol) -> Range<Int> { range(node, to: node) }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func add(_ rule: String, _ range: Range<Int>, _ replacement: String) {
    if body == nil && rule != "changed constant" || text(range) == replacement { return }
    places.append([
      "rule": rule, "file": file, "range": [range.lowerBound, range.upperBound],
      "replacement": replacement, "body": body ?? [],
    ])
  }

  private mutating func negate(_ range: Range<Int>) {
    add("negated condition", range, "!(\(text(range)))")
  }

  private mutating func visit(_ node: Syntax) {
    let around = (body, exits)
    defer { (body, exits) = around }
    switch node.as(SyntaxEnum.self) {
    case .attribute, .deinitializerDecl, .enumCaseDecl, .macroExpansionExpr: return
    case .arrayExpr(let table) where table.elements.count > 16: return
    case .functionCallExpr(let call):
      let name = call.calledExpression.lastToken(viewMode: .sourceAccurate)?.text ?? ""
      if silent.contains(name) { return }
      let arguments = call.arguments.map(\.expression)
      for (left, right) in zip(arguments, arguments.dropFirst()) where left.kind == right.kind {
        let between = text(range(left).upperBound..<range(right).lowerBound)
        let swapped = text(range(right)) + between + text(range(left))
        add("swapped arguments", range(left, to: right), swapped)
      }
    case .codeBlock(let block): enter(block.statements, of: node.parent)
    case .accessorBlock(let block):
      if case .getter(let items) = block.accessors { enter(items, of: node.parent) }
    case .closureExpr, .deferStmt: exits = []
    case .codeBlockItem(let item): visitItem(item)
    case .conditionElement(let element):
      if element.condition.is(ExprSyntax.self) { negate(range(element.condition)) }
    case .whereClause(let clause): negate(range(clause.condition))
    case .sequenceExpr(let sequence): visitOperators(Array(sequence.elements))
    case .integerLiteralExpr(let literal):
      let digits = literal.literal.text.filter { $0 != "_" }
      let number = digits.hasPrefix("0x") ? Int(digits.dropFirst(2), radix: 16) : Int(digits)
      if let number { add("changed constant", range(node), "\(number + 1)") }
    case .booleanLiteralExpr(let literal):
      add("changed constant", range(node), literal.literal.text == "true" ? "false" : "true")
    default: break
    }
    for child in node.children(viewMode: .sourceAccurate) { visit(child) }
  }

  /// Notes the body and the exits, if these are the statements of a function or the like.
  private mutating func enter(_ items: CodeBlockItemListSyntax, of owner: Syntax?) {
    var type = "Void"
    switch owner?.as(SyntaxEnum.self) {
    case .functionDecl(let function):
      type = function.signature.returnClause?.type.trimmedDescription ?? type
    case .initializerDecl: type = "Never"
    case .accessorDecl(let accessor):
      let property = accessor.parent?.parent?.parent?.as(PatternBindingSyntax.self)
      if accessor.accessorSpecifier.text == "get" {
        type = property?.typeAnnotation?.type.trimmedDescription ?? ""
      }
    case .patternBinding(let property):
      type = property.typeAnnotation?.type.trimmedDescription ?? ""
    case .subscriptDecl(let declaration): type = declaration.returnClause.type.trimmedDescription
    default: return
    }
    guard let first = items.first, let last = items.last else { return }
    let whole = range(first, to: last)
    body = body ?? [whole.lowerBound, whole.upperBound]
    let empty =
      type.hasSuffix("?") ? "nil" : !type.hasPrefix("[") ? nil : type.contains(":") ? "[:]" : "[]"
    exits = values[type] ?? empty.map { [$0] } ?? []
    // A switch is an expression only if all its cases are.
    let isReturned = items.tokens(viewMode: .sourceAccurate).contains { $0.text == "return" }
    let isValue = items.count == 1 && !isReturned && type != "Void"
    for exit in exits where text(whole) != exit {
      add("emptied body", whole, isValue ? exit : "return \(exit)")
    }
  }

  private mutating func visitItem(_ item: CodeBlockItemSyntax) {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self) else { return }
    let whole = range(item)
    if item != list.first, !item.item.is(DeclSyntax.self) {
      for exit in exits where text(whole) != "return \(exit)" {
        add("early return", whole.lowerBound..<whole.lowerBound, "if true { return \(exit) }; ")
      }
    }
    let inner = item.item.as(TryExprSyntax.self).map { Syntax($0.expression) } ?? Syntax(item.item)
    let called = inner.as(FunctionCallExprSyntax.self)?.calledExpression
    let name = called?.lastToken(viewMode: .sourceAccurate)?.text
    // Alone in a closure, or in a function with a value, a call may be the value.
    if let name, !silent.contains(name), name != "init", list.count > 1 || exits == [""] {
      add("dropped call", whole, "do {}")
    }
    if let statement = item.item.as(GuardStmtSyntax.self) {
      let bindings = statement.conditions.map(\.condition).filter { !$0.is(ExprSyntax.self) }
      let kept = bindings.map { text(range($0)) }.joined(separator: ", ")
      let rest = "guard \(kept) \(text(range(statement.elseKeyword, to: statement.body)))"
      if bindings.count < statement.conditions.count {
        add("removed guard", whole, kept.isEmpty ? "do {}" : rest)
      }
    }
    if let choice = item.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self),
      choice.elseBody == nil, list.count > 1, let last = choice.body.statements.last?.item,
      [.returnStmt, .breakStmt, .continueStmt, .throwStmt].contains(last.kind)
    {
      add("removed guard", whole, "do {}")
    }
  }

  /// Exchanges operators, and negates conditions before `?`.
  private mutating func visitOperators(_ elements: [ExprSyntax]) {
    var start = 0
    for (index, element) in elements.enumerated() {
      if element.is(AssignmentExprSyntax.self) { start = index + 1 }
      if element.is(UnresolvedTernaryExprSyntax.self) {
        negate(range(elements[start], to: elements[index - 1]))
        start = index + 1
      }
      guard let name = element.as(BinaryOperatorExprSyntax.self)?.operator.text else { continue }
      if let other = comparisons[name] { add("comparison", range(element), other) }
      if let other = signs[name] { add("one more or less", range(element), other) }
      if name == "&&" || name == "||" {
        add("&& or ||", range(element), name == "&&" ? "||" : "&&")
      }
    }
  }
}

let places = try CommandLine.arguments.dropFirst().flatMap { try PlaceFinder($0).places }
FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: places))
