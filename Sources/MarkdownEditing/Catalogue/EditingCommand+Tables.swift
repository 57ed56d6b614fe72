extension EditingCommand {
  /// Inserts a table after the block at the caret.
  ///
  /// - Parameters:
  ///   - rows: the rows, including the header.
  ///   - columns: the number of columns.
  ///
  /// ### Before
  ///
  ///     ‸
  ///
  /// ### After
  ///
  ///     | ‸    |     |
  ///     | --- | --- |
  ///     |     |     |
  public static func insertTable(rows: Int, columns: Int) -> EditingCommand {
    EditingCommand(.tableInsert, argument: "\(rows)x\(columns)")
  }

  /// Selects the next cell, adding a row after the last. After a header such as `| a | b |`, begins
  /// a table.
  ///
  /// ### Before
  ///
  ///     | a‸ | b |
  ///     |---|---|
  ///     | c | d |
  ///
  /// ### After
  ///
  ///     | a | ⟦b⟧ |
  ///     |---|---|
  ///     | c | d |
  public static var nextCell: EditingCommand { EditingCommand(.table(.nextCell)) }

  /// Selects the previous cell.
  ///
  /// ### Before
  ///
  ///     | a | b‸ |
  ///     |---|---|
  ///     | c | d |
  ///
  /// ### After
  ///
  ///     | ⟦a⟧ | b |
  ///     |---|---|
  ///     | c | d |
  public static var previousCell: EditingCommand { EditingCommand(.table(.previousCell)) }

  /// Adds a row below the caret's row.
  ///
  /// ### Before
  ///
  ///     | a‸ |
  ///     |---|
  ///     | c |
  ///
  /// ### After
  ///
  ///     | a |
  ///     |---|
  ///     | ‸  |
  ///     | c |
  public static var addRow: EditingCommand { EditingCommand(.table(.addRow)) }

  /// Adds a column after the caret's column.
  ///
  /// ### Before
  ///
  ///     | a‸ |
  ///     | --- |
  ///     | c |
  ///
  /// ### After
  ///
  ///     | a | ‸    |
  ///     | --- | --- |
  ///     | c |     |
  public static var addColumn: EditingCommand { EditingCommand(.table(.addColumn)) }

  /// Deletes the caret's row.
  ///
  /// ### Before
  ///
  ///     | a |
  ///     |---|
  ///     | c‸ |
  ///
  /// ### After
  ///
  ///     | ‸a |
  ///     |---|
  public static var deleteRow: EditingCommand { EditingCommand(.table(.deleteRow)) }

  /// Deletes the caret's column.
  ///
  /// ### Before
  ///
  ///     | a‸ | b |
  ///     |---|---|
  ///     | c | d |
  ///
  /// ### After
  ///
  ///     | ‸b |
  ///     |---|
  ///     | d |
  public static var deleteColumn: EditingCommand { EditingCommand(.table(.deleteColumn)) }

  /// Moves the selected rows past the row above. The header stays.
  ///
  /// ### Before
  ///
  ///     | a |
  ///     |---|
  ///     | b |
  ///     | c‸ |
  ///
  /// ### After
  ///
  ///     | a |
  ///     |---|
  ///     | c‸ |
  ///     | b |
  public static var moveRowUp: EditingCommand { EditingCommand(.table(.moveRow(isUp: true))) }

  /// Moves the selected rows past the row below.
  ///
  /// ### Before
  ///
  ///     | a |
  ///     |---|
  ///     | b‸ |
  ///     | c |
  ///
  /// ### After
  ///
  ///     | a |
  ///     |---|
  ///     | c |
  ///     | b‸ |
  public static var moveRowDown: EditingCommand { EditingCommand(.table(.moveRow(isUp: false))) }

  /// Moves the selected columns past the one to their left, with their alignment.
  ///
  /// ### Before
  ///
  ///     | a | b‸ |
  ///     |---|:-:|
  ///     | c | d |
  ///
  /// ### After
  ///
  ///     | b‸ | a |
  ///     |:-:|---|
  ///     | d | c |
  public static var moveColumnLeft: EditingCommand {
    EditingCommand(.table(.moveColumn(isLeft: true)))
  }

  /// Moves the selected columns past the one to their right, with their alignment.
  ///
  /// ### Before
  ///
  ///     | a‸ | b |
  ///     |--:|---|
  ///     | c | d |
  ///
  /// ### After
  ///
  ///     | b | a‸ |
  ///     |---|--:|
  ///     | d | c |
  public static var moveColumnRight: EditingCommand {
    EditingCommand(.table(.moveColumn(isLeft: false)))
  }

  /// Sorts the rows below the header by the caret's column. Empty cells come last.
  ///
  /// If all cells of the column are numbers, they are compared as numbers; otherwise, their visible
  /// text is compared. Rows with equal cells keep their order.
  ///
  /// ### Before
  ///
  ///     | a‸ |
  ///     |---|
  ///     | 10 |
  ///     | 9 |
  ///
  /// ### After
  ///
  ///     | a‸ |
  ///     |---|
  ///     | 9 |
  ///     | 10 |
  public static func sortRows(descending isDescending: Bool = false) -> EditingCommand {
    EditingCommand(.table(.sort), argument: isDescending ? "descending" : "ascending")
  }

  /// Makes all cells of a column equally wide.
  ///
  /// ### Before
  ///
  ///     a‸|b
  ///     -|-
  ///     longer|x
  ///
  /// ### After
  ///
  ///     | a‸      | b   |
  ///     | ------ | --- |
  ///     | longer | x   |
  public static var formatTable: EditingCommand { EditingCommand(.table(.format)) }

  /// Aligns the caret's column to the left.
  ///
  /// ### Before
  ///
  ///     | a‸ |
  ///     |---|
  ///
  /// ### After
  ///
  ///     | a‸ |
  ///     |:--|
  public static var alignLeft: EditingCommand { EditingCommand(.table(.align(.left))) }

  /// Centres the caret's column.
  ///
  /// ### Before
  ///
  ///     | a‸ |
  ///     |---|
  ///
  /// ### After
  ///
  ///     | a‸ |
  ///     |:-:|
  public static var alignCenter: EditingCommand { EditingCommand(.table(.align(.center))) }

  /// Aligns the caret's column to the right.
  ///
  /// ### Before
  ///
  ///     | a‸ |
  ///     |---|
  ///
  /// ### After
  ///
  ///     | a‸ |
  ///     |--:|
  public static var alignRight: EditingCommand { EditingCommand(.table(.align(.right))) }
}

extension EditingCommand {
  /// Turns the selected lines of CSV or TSV, or those of the code block at the caret, into a table.
  ///
  /// The separator is the tab, semicolon or comma that all lines contain. Fields may be quoted (RFC
  /// 4180).
  ///
  /// ### Before
  ///
  ///     ⟦name,n
  ///     "a, b",1⟧
  ///
  /// ### After
  ///
  ///     | name | n   |
  ///     | ---- | --- |
  ///     | a, b | 1   |‸
  public static var tableFromText: EditingCommand { EditingCommand(.tableFromText) }

  /// Turns the table at the caret into a code block, with its cells as CSV or TSV.
  ///
  /// - Parameter format: `csv` or `tsv`.
  ///
  /// ### Before
  ///
  ///     | name‸ | n |
  ///     |---|---|
  ///     | a, b | 1 |
  ///
  /// ### After
  ///
  ///     ```csv
  ///     ‸name,n
  ///     "a, b",1
  ///     ```
  public static func tableToText(_ format: String) -> EditingCommand {
    EditingCommand(.tableToText, argument: format)
  }
}
