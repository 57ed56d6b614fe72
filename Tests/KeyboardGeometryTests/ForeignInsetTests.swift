import KeyboardGeometry
import Testing

@Suite struct ForeignInsetTests {
  @Test(
    arguments: [\.top, \.left, \.bottom, \.right]
      as [WritableKeyPath<KeyboardInsets, Double> & Sendable])
  func everyEdgeThatTheAppSetsIsAdopted(edge: WritableKeyPath<KeyboardInsets, Double> & Sendable) {
    let list = TestList.onAPhone(bottom: 10)
    var wanted = list.insets
    list.show()
    list.insets.content[keyPath: edge] = 77
    list.insets.indicator[keyPath: edge] = 78
    list.hide()
    wanted.content[keyPath: edge] = 77
    wanted.indicator[keyPath: edge] = 78
    #expect(list.insets == wanted)
  }
}
