import Glibc
import Testing

@testable import CardRaster

/// Sockets for messages with another process.
@Suite struct SocketPairTests {
  @Test func messagesArriveAtTheOtherEnd() throws {
    let pair = try SocketPair()
    defer { pair.closeBoth() }
    #expect(pair.ours > STDERR_FILENO && pair.theirs > STDERR_FILENO)
    let said: [UInt8] = [7, 8]
    #expect(write(pair.ours, said, said.count) == 2)
    var heard: [UInt8] = [0, 0, 0]
    #expect(read(pair.theirs, &heard, 3) == 2)
    #expect(heard == [7, 8, 0])
  }

  @Test(arguments: [true, false]) func noProcessInheritsThemAndOneMayWait(_ waits: Bool) throws {
    let (talk, errors) = try SocketPair.forTalking(waits: waits)
    defer {
      talk.closeBoth()
      errors.closeBoth()
    }
    for end in [talk.ours, talk.theirs, errors.ours, errors.theirs] {
      #expect(fcntl(end, F_GETFD) & FD_CLOEXEC != 0)
    }
    #expect(fcntl(talk.ours, F_GETFL) & O_NONBLOCK == 0)
    #expect((fcntl(errors.ours, F_GETFL) & O_NONBLOCK == 0) == waits)
  }

  @Test func aHighDescriptorStaysUnchanged() throws {
    #expect(try SocketPair.raised(STDERR_FILENO + 4) == STDERR_FILENO + 4)
    #expect(try SocketPair.raised(-1) == -1)
  }
}
