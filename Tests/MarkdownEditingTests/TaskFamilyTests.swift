import MarkdownEditing
import Testing

@Suite("With an option, the tasks in and around a task follow it")
struct TaskFamilyTests {
  @Test(arguments: [
    ("- [ ] a‸\n  - [ ] b\n    - [ ] c\n- [ ] d", "- [x] a‸\n  - [x] b\n    - [x] c\n- [ ] d"),
    ("- [ ] a\n  - [ ] b‸\n  - [ ] c", "- [ ] a\n  - [x] b‸\n  - [ ] c"),
    ("- [ ] a\n  - [x] b\n    - [ ] c‸", "- [x] a\n  - [x] b\n    - [x] c‸"),
    ("- [x] a\n  - [x] b‸\n  - [x] c", "- [ ] a\n  - [ ] b‸\n  - [x] c"),
    ("- [ ] a‸\n  > - [ ] b\n  > - c", "- [x] a‸\n  > - [x] b\n  > - c"),
  ])
  func aTaskIsToggled(before: String, after: String) throws {
    var command = try #require(EditingCommand(named: "task-toggle"))
    command.options.taskFamily = .follows
    #expect(try command.result(on: before) == after)
  }
}
