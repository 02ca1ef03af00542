/// The fonts that travel with cardshot.
public enum BundledFonts {
}
