/// Kinds of parts that come from outside: what reads parts knows them, what reads values hands them on.
protocol PartAdditions: Sendable {}
