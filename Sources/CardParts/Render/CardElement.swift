/// A card with `if` and `forEach` done, on its way to the worker that draws it.
struct CardElement: Sendable {
  var node: JSONNode
  var path: JSONPath
  var bound: BindingScope.Bound
}
