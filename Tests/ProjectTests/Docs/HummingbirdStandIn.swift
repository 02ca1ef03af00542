// The declarations of Hummingbird that the server of Docs/swift.md uses, so that its code is compiled here without
// the package. They do nothing.

struct HTTPResponse {
  enum Status { case ok, badRequest, contentTooLarge, internalServerError }
}

struct HTTPField: Hashable {
  static let contentType = HTTPField()
}

struct ByteBuffer: Sendable {
  var readableBytesView: [UInt8]
  init(bytes: [UInt8]) { readableBytesView = bytes }
  init(string: String) { readableBytesView = Array(string.utf8) }
}

struct Request: Sendable {
  struct Body: Sendable {
    func collect(upTo count: Int) async throws -> ByteBuffer { ByteBuffer(bytes: []) }
  }
  var body = Body()
}

struct Response {
  struct Body {
    var buffer: ByteBuffer
    init(byteBuffer: ByteBuffer) { buffer = byteBuffer }
  }
  var status: HTTPResponse.Status
  var headers: [HTTPField: String] = [:]
  var body: Body
}

struct Router {
  func post(_ path: String, use handler: @escaping @Sendable (Request, Int) async throws -> Response) {}
}

struct Application {
  var router: Router
  func runService() async throws {}
}
