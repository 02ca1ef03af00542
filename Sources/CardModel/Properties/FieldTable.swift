import CardRaster

/// All properties of one kind of object, accessible by name.
///
/// Optimisers specialise a generic function for each type that it is used with. There are more than a hundred
/// kinds of objects, and reading a deck takes a negligible time. Code that does not depend on the type is
/// therefore in `FieldKeys`, and `optimize.sil.specialize.generic.never` prevents specialisation of the rest.
package struct FieldTable<Root>: Sendable {
  package let fields: [Field<Root>]
  package let keys: FieldKeys

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package init(
    needs: [[String]] = [], ways: [String: String] = [:],
    way: @escaping @Sendable (JSONNode) -> String? = { _ in nil },
    @FieldBuilder<Root> _ make: () -> [Field<Root>]
  ) {
    self.init(make(), needs: needs, ways: ways, way: way)
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package init(
    _ fields: [Field<Root>], needs: [[String]] = [], ways: [String: String] = [:],
    way: @escaping @Sendable (JSONNode) -> String? = { _ in nil }
  ) {
    self.fields = fields
    keys = FieldKeys(fields.map(\.facts), needs: needs, ways: ways, way: way)
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package subscript(name: String) -> Field<Root>? { keys.number(of: name).map { fields[$0] } }

  /// The keys of an object, in the order of the manual.
  package var names: [String] { keys.names }

  /// Reads an object into a value; unknown keys are errors.
  ///
  /// - Parameter others: Keys that other code reads.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package func read(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, into root: inout Root, others: [String] = [],
    what: String
  ) {
    keys.read(node, path, context, others: others, what: what) { fields[$0].read(&root, $1, $2, context) }
  }

  /// Reads a member of an object.
  ///
  /// A null counts as absent. Returns false for a key that is not in the table.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  @discardableResult package func read(
    _ member: JSONNode.Member, _ path: JSONPath, _ context: ReadContext, into root: inout Root
  ) -> Bool {
    keys.read(member, path, context) { fields[$0].read(&root, $1, $2, context) }
  }
}

/// Builds a list of properties; the compiler type-checks each separately, which keeps builds fast.
@resultBuilder package enum FieldBuilder<Root> {
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package static func buildExpression(_ field: Field<Root>) -> [Field<Root>] { [field] }

  package static func buildExpression(_ fields: [Field<Root>]) -> [Field<Root>] { fields }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package static func buildBlock(_ fields: [Field<Root>]...) -> [Field<Root>] { fields.flatMap { $0 } }
}
