import Foundation

extension IndexPath {
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public var row: Int { self[1] }
  public var section: Int { self[0] }
}

/// A table with rows of one height; only the places of rows are modelled.
open class UITableView: UIScrollView {
  @_spi(StandIn) public var rows: [Int] = [] {
    didSet { contentSize.height = rowHeight * CGFloat(rows.reduce(0, +)) }
  }
  open var rowHeight: CGFloat = 44
  open var numberOfSections: Int { rows.count }
  open func numberOfRows(inSection section: Int) -> Int { rows[section] }
  open func rectForRow(at indexPath: IndexPath) -> CGRect {
    let above = rows[..<indexPath.section].reduce(0, +) + indexPath.row
    return CGRect(x: 0, y: rowHeight * CGFloat(above), width: bounds.width, height: rowHeight)
  }
}
