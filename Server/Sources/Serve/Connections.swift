import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Synchronization

/// The context of a request, which knows its connection.
struct ServiceContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The address of the peer; nil for a local socket.
  let peer: String?
  private let connection: Connection?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    peer = source.channel.remoteAddress?.ipAddress
    connection = Connection.of(source.channel)
  }

  /// Whether the client has closed its connection.
  var isGone: Bool { connection?.isGone ?? false }

  /// Runs a task that is cancelled when the client closes its connection.
  func untilGone<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await body() }
    connection?.whenGone { task.cancel() }
    defer { connection?.whenGone(nil) }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

/// A connection: whether its client is still there.
final class Connection: Sendable {
  private struct State {
    var isGone = false
    var action: (@Sendable () -> Void)?
  }
  private let state = Mutex(State())
  private static let all = Mutex<[ObjectIdentifier: Connection]>([:])

  static func of(_ channel: any Channel) -> Connection? {
    all.withLock { $0[ObjectIdentifier(channel)] }
  }

  /// The number of open connections.
  static var count: Int { all.withLock { $0.count } }

  fileprivate static func open(_ channel: any Channel) -> Connection {
    let connection = Connection()
    all.withLock { $0[ObjectIdentifier(channel)] = connection }
    return connection
  }

  fileprivate static func close(_ channel: any Channel) {
    all.withLock { $0[ObjectIdentifier(channel)] = nil }
  }

  var isGone: Bool { state.withLock { $0.isGone } }

  /// Sets what is done when the client has gone; at once if it has gone already.
  func whenGone(_ action: (@Sendable () -> Void)?) {
    let isGone = state.withLock { state in
      state.action = action
      return state.isGone
    }
    if isGone { action?() }
  }

  fileprivate func leave() {
    let action = state.withLock { state in
      state.isGone = true
      return state.action
    }
    action?()
  }
}

/// Closes connections whose client is too slow, and notes when a client has gone.
///
/// The time of a request head starts with the connection or with its first byte, the time of a body with the end of the head, and the
/// time of an answer with its start.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private static let head = TimeAmount.seconds(10)
  private static let body = TimeAmount.seconds(30)
  private static let answer = TimeAmount.seconds(60)
  /// The rest of a body that was answered before its end.
  private static let rest = TimeAmount.seconds(5)
  /// Rows are read and answered at the same time.
  private static let rows = TimeAmount.minutes(30)

  /// Bytes of a head, before they are decoded.
  private final class FirstBytes: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    private let onBytes: () -> Void

    init(_ onBytes: @escaping () -> Void) { self.onBytes = onBytes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      onBytes()
      context.fireChannelRead(data)
    }
  }

  private var connection: Connection?
  private var timer: Scheduled<Void>?
  private var isInRequest = false
  private var answers: Scheduled<Void>?
  private var isRows = false

  func handlerAdded(context: ChannelHandlerContext) {
    connection = Connection.open(context.channel)
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let first = FirstBytes {
      let (handler, context) = bound.value
      if !handler.isInRequest, handler.timer == nil { handler.timer = Self.closing(context, Self.head) }
    }
    try? context.pipeline.syncOperations.addHandler(first, position: .first)
    // A new connection must send its first request soon; between requests it may be idle for longer.
    timer = Self.closing(context, Self.head)
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    answers?.cancel()
    connection?.leave()
    Connection.close(context.channel)
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let request):
      timer?.cancel()
      isInRequest = true
      isRows = request.path?.prefix { $0 != "?" }.hasSuffix("/rows") ?? false
      timer = Self.closing(context, isRows ? Self.rows : Self.body)
    case .body: break
    case .end:
      timer?.cancel()
      timer = nil
      isInRequest = false
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head:
      answers?.cancel()
      answers = Self.closing(context, isRows ? Self.rows : Self.answer)
      context.write(data, promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      if isInRequest {
        self.timer?.cancel()
        self.timer = Self.closing(context, Self.rest)
      }
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      let written = promise ?? context.eventLoop.makePromise(of: Void.self)
      let timer = answers
      written.futureResult.whenComplete { _ in
        timer?.cancel()
        _ = bound
      }
      context.write(data, promise: written)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // A client that ends its side of the connection does not read the answer.
    if case ChannelEvent.inputClosed = event { connection?.leave() }
    context.fireUserInboundEventTriggered(event)
  }

  private static func closing(_ context: ChannelHandlerContext, _ time: TimeAmount) -> Scheduled<Void> {
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    return context.eventLoop.scheduleTask(in: time) { bound.value.close(promise: nil) }
  }
}
