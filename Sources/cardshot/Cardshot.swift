@main
struct Cardshot {
  static func main() {}
}
