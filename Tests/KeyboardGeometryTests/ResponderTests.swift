import EditorTestSupport
import KeyboardGeometry
import Testing

/// Responders for tests: a class, because `#expect` hands its operands on as constants.
final class TestChain {
  var chain: ResponderChain
  init(_ responders: [KeyboardResponder]) { chain = ResponderChain(responders) }

  func become(_ id: ResponderID) throws -> InputChange? { try chain.becomeFirst(id) }
  func resign() throws -> InputChange? { try chain.resignFirst() }
  func reload(_ id: ResponderID) -> InputChange? { chain.reloadInputs(of: id) }
  func remove(_ id: ResponderID) -> InputChange? { chain.remove(id) }
  func setInput(_ surface: InputSurface?, of id: ResponderID) throws {
    try chain.setInput(surface, of: id)
  }
  func setAccessory(_ surface: InputSurface?, of id: ResponderID) throws {
    try chain.setAccessory(surface, of: id)
  }
}

@Suite struct ResponderTests {
  static let bar = InputSurface(id: "bar", height: 44)
  static let notes = InputSurface(id: "notes", height: 260, target: "score")

  /// A text view and a music score in a view of a view controller that keeps a bar.
  static func chat(storedBar: InputSurface? = nil) -> TestChain {
    TestChain([
      .textView("text", next: "view", accessory: storedBar),
      KeyboardResponder(
        id: "score", next: "view", canBecomeFirst: true, input: .computed(notes)),
      KeyboardResponder(id: "view", next: "controller"),
      KeyboardResponder(
        id: "controller", next: "window", canBecomeFirst: true, accessory: .computed(bar)),
      KeyboardResponder(id: "window"),
    ])
  }

  @Test func theNearestViewsWinEachOnItsOwn() {
    let chain = Self.chat().chain
    #expect(chain.path(from: "text") == ["text", "view", "controller", "window"])
    #expect(
      chain.resolve(for: "text")
        == PresentedInputs(
          input: .systemKeyboard, accessory: Self.bar, accessoryFrom: "controller"))
    #expect(
      chain.resolve(for: "score")
        == PresentedInputs(
          input: .custom(Self.notes, from: "score"), accessory: Self.bar,
          accessoryFrom: "controller"))
    let own = InputSurface(id: "own", height: 50)
    let nearer = Self.chat(storedBar: own).chain.resolve(for: "text")
    #expect(nearer.accessory == own && nearer.accessoryFrom == "text")
    #expect(chain.resolve(for: "nobody") == .nothing)
  }

  @Test func anInheritedInputViewReplacesTheKeyboard() {
    let chain = ResponderChain([
      .textView("text", next: "controller"),
      KeyboardResponder(id: "controller", next: "root", input: .computed(Self.notes)),
      KeyboardResponder(id: "root", input: .computed(InputSurface(id: "far"))),
    ])
    #expect(chain.resolve(for: "text").input == .custom(Self.notes, from: "controller"))
  }

  @Test func withoutKeysThereIsNoKeyboard() {
    let chain = Self.chat().chain
    #expect(
      chain.resolve(for: "controller")
        == PresentedInputs(input: .none, accessory: Self.bar, accessoryFrom: "controller"))
    #expect(chain.resolve(for: "window") == .nothing)
  }

  @Test func cyclesEndTheWalk() {
    let chain = ResponderChain([
      KeyboardResponder(id: "a", next: "b"), KeyboardResponder(id: "b", next: "c"),
      KeyboardResponder(id: "c", next: "a"),
    ])
    #expect(chain.path(from: "a") == ["a", "b", "c"])
    #expect(chain.resolve(for: "a") == .nothing)
    #expect(chain.path(from: "nobody") == [])
  }

  @Test func theBarStaysFromTheTextToTheController() throws {
    let test = Self.chat()
    let up = try test.become("text")
    #expect(up?.animated == true && up?.from == .nothing && up?.keepsAccessory == false)
    let down = try test.become("controller")
    #expect(down?.keepsAccessory == true)
    #expect(test.chain.presented.input == .none && test.chain.first == "controller")
    let again = try test.become("controller")
    #expect(again == nil)
    let gone = try test.resign()
    #expect(gone?.to == .nothing && gone?.keepsAccessory == false && test.chain.first == nil)
    #expect(try test.resign() == nil)
  }

  @Test func theSameBarOfAnotherOwnerIsNotKept() {
    let from = PresentedInputs(
      input: .systemKeyboard, accessory: Self.bar, accessoryFrom: "text")
    var to = from
    to.accessoryFrom = "controller"
    #expect(!InputChange(from: from, to: to, animated: false).keepsAccessory)
    to = from
    to.accessory?.height = 50
    #expect(!InputChange(from: from, to: to, animated: false).keepsAccessory)
    to.accessory = nil
    #expect(!InputChange(from: to, to: to, animated: false).keepsAccessory)
  }

  @Test func computedAndInheritedViewsAreReadOnly() throws {
    let test = Self.chat()
    #expect(throws: ResponderError.readOnly("score")) {
      try test.setInput(Self.bar, of: "score")
    }
    #expect(throws: ResponderError.readOnly("view")) { try test.setInput(nil, of: "view") }
    #expect(throws: ResponderError.readOnly("controller")) {
      try test.setAccessory(nil, of: "controller")
    }
    #expect(throws: ResponderError.unknown("nobody")) { try test.setInput(nil, of: "nobody") }
    #expect(throws: ResponderError.unknown("nobody")) { try test.setAccessory(nil, of: "nobody") }
    #expect(throws: ResponderError.unknown("nobody")) { try test.become("nobody") }
    try test.setInput(Self.notes, of: "text")
    #expect(test.chain["text"]?.input == .stored(Self.notes))
    #expect(test.chain["text"]?.accessory == .stored(nil))
    try test.setAccessory(Self.bar, of: "text")
    #expect(test.chain["text"]?.accessory == .stored(Self.bar))
  }

  @Test func onlyAReloadShowsWhatWasSet() throws {
    let test = Self.chat()
    _ = try test.become("text")
    try test.setInput(Self.notes, of: "text")
    #expect(test.chain.presented.input == .systemKeyboard)
    #expect(test.reload("score") == nil && test.chain.presented.input == .systemKeyboard)
    let change = test.reload("text")
    #expect(change?.animated == false && change?.keepsAccessory == true)
    #expect(change?.from.input == .systemKeyboard)
    #expect(test.chain.presented.input == .custom(Self.notes, from: "text"))
    #expect(test.reload("text") == nil)
  }

  @Test func rolesThatAreRefused() throws {
    let test = TestChain([
      .textView("text"), KeyboardResponder(id: "label"),
      KeyboardResponder(id: "stubborn", canBecomeFirst: true, canResign: false, takesKeys: true),
    ])
    #expect(throws: ResponderError.cannotBecomeFirst("label")) { try test.become("label") }
    _ = try test.become("stubborn")
    #expect(throws: ResponderError.cannotResign("stubborn")) { try test.become("text") }
    #expect(throws: ResponderError.cannotResign("stubborn")) { try test.resign() }
    #expect(test.chain.first == "stubborn")
  }

  @Test func removedResponders() throws {
    let test = Self.chat()
    _ = try test.become("score")
    #expect(test.chain.target(of: Self.notes) == "score")
    // The controller goes: its bar goes with it, the score stays first.
    let withoutBar = test.remove("controller")
    #expect(withoutBar?.to.accessory == nil && withoutBar?.animated == false)
    #expect(test.chain.first == "score")
    let gone = test.remove("score")
    #expect(gone?.to == .nothing && test.chain.first == nil)
    // The keys' reference does not keep the score alive.
    #expect(test.chain.target(of: Self.notes) == nil)
    #expect(test.chain.target(of: Self.bar) == nil)
    #expect(test.remove("score") == nil)
  }

  @Test func heightsWithAndWithoutAHardwareKeyboard() {
    let chain = Self.chat().chain
    let text = chain.resolve(for: "text")
    #expect(text.height(system: 291) == 335)
    #expect(text.height(system: 291, hardwareKeyboard: true) == 44)
    let score = chain.resolve(for: "score")
    #expect(score.height(system: 291) == 304)
    #expect(score.height(system: 291, hardwareKeyboard: true) == 304)
    #expect(chain.resolve(for: "controller").height(system: 291) == 44)
    #expect(PresentedInputs.nothing.height(system: 291) == 0)
    let plain = PresentedInputs(input: .custom(InputSurface(id: "plain"), from: "a"))
    #expect(plain.height(system: 291) == 291)
  }

  @Test func whatIsUpChangesOnlyThroughTheFourWays() throws {
    let test = Self.chat()
    _ = try test.become("text")
    let before = test.chain.presented
    try test.setInput(Self.notes, of: "text")
    try test.setAccessory(InputSurface(id: "other"), of: "text")
    test.chain.add(.textView("another", next: "view"))
    test.chain.add(KeyboardResponder(id: "controller"))
    #expect(test.chain.presented == before)
    #expect(test.reload("text")?.to.accessory?.id == "other")
  }

  /// Chains of any shape, cycles among them: the nearest views win, and only the four ways show.
  @Test func randomChains() {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(300) {
      let ids = (0..<8).map { ResponderID(rawValue: "\($0)") }
      func provision() -> InputProvision {
        let surface = Bool.random(using: &random) ? InputSurface(id: "\(random.next())") : nil
        return [.inherited, .stored(surface), .computed(surface)].randomElement(using: &random)
          ?? .inherited
      }
      let responders = ids.map { id in
        KeyboardResponder(
          id: id, next: ids.randomElement(using: &random), canBecomeFirst: true,
          takesKeys: Bool.random(using: &random), input: provision(), accessory: provision())
      }
      let test = TestChain(responders)
      for responder in responders {
        // The walk, by hand: up to the first responder that was seen before.
        var way: [KeyboardResponder] = []
        var next: ResponderID? = responder.id
        while let found = responders.first(where: { $0.id == next }), !way.contains(found) {
          way.append(found)
          next = found.next
        }
        let resolved = test.chain.resolve(for: responder.id)
        let nearest = way.first { $0.input.surface != nil }
        let bar = way.first { $0.accessory.surface != nil }
        #expect(test.chain.path(from: responder.id) == way.map(\.id), "seed \(RandomTests.seed)")
        #expect(resolved.accessory == bar?.accessory.surface && resolved.accessoryFrom == bar?.id)
        if let nearest, let surface = nearest.input.surface {
          #expect(resolved.input == .custom(surface, from: nearest.id))
        } else {
          #expect(resolved.input == (responder.takesKeys ? .systemKeyboard : .none))
        }
        let before = test.chain.presented
        try? test.setInput(InputSurface(id: "other"), of: responder.id)
        #expect(test.chain.presented == before)
        try? test.setInput(responder.input.surface, of: responder.id)
        _ = try? test.become(responder.id)
        #expect(test.chain.presented == resolved)
      }
    }
  }
}
