import CardParts

/// What somebody spent on one thing.
struct Expense: Encodable, Sendable {
  var shop: String
  var day: String
  var amount: Double
}

/// What the deck looks up.
private struct Spending: Encodable {
  var total: Double
  var budget: Double
  var expenses: [Expense]
}

/// A list of expenses: one row is written, and repeated for each entry of the data.
func spendingList(_ expenses: [Expense], budget: Double) throws -> Deck {
  let total = expenses.reduce(0) { $0 + $1.amount }
  return try Deck {
    Card("spending") {
      CardPartTitleDescriptionView()
        .leftTitleText("Groceries").leftDescriptionText("\(expenses.count) purchases")
        .rightTitleText("{{ total | currency }}").rightDescriptionText("of {{ budget | currency }}")
      CardPartBarView(min(1, total / budget))
      if total > budget {
        CardPartTextView("More than planned").style(.detail).textColor(.hex("#B42318"))
      }
      CardPartSpacerView().height(8)
      CardPartTableView(rowHeight: 60)
        .cell(
          CardPartTableRow(
            leftTitleText: "{{ expense.shop }}", leftDescriptionText: "{{ expense.day }}",
            rightTitleText: "{{ expense.amount | currency }}")
        )
        .forEach("expenses", as: "expense")
    }
    .rounded(cornerRadius: 10)
  }
  .theme(.mint)
  .canvas(width: 375)
  .data(encoding: Spending(total: total, budget: budget, expenses: expenses))
}
