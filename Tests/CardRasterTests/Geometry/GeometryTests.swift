import CardRaster
import Testing

@Suite struct NumberTextTests {
  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1.5, "1.5"), (-2.25, "-2.25"), (1.0005, "1.001"), (0.0004, "0"),
    (1e6, "1000000"),
    (.nan, "0"), (12.340, "12.34"),
  ]) func isCompact(value: Double, text: String) {
    #expect(NumberText.text(value) == text)
  }
}
