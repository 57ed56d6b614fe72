import KeyboardGeometry
import Testing

@Suite struct ForeignInsetTests {
  @Test func everyEdgeThatTheAppSetsIsAdopted() {
    let edges: [WritableKeyPath<KeyboardInsets, Double>] = [\.top, \.left, \.bottom, \.right]
    for edge in edges {
      let list = TestScrollView(InsetTests.screen, bottom: 10)
      var wanted = list.insets
      list.handle(.willShow, InsetTests.up)
      list.insets.content[keyPath: edge] = 77
      list.insets.indicator[keyPath: edge] = 78
      list.handle(.willHide, InsetTests.down)
      wanted.content[keyPath: edge] = 77
      wanted.indicator[keyPath: edge] = 78
      #expect(list.insets == wanted)
    }
  }
}
