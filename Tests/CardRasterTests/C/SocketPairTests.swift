import Glibc
import Testing

@testable import CardRaster

/// Sockets for messages with another process.
@Suite struct SocketPairTests {
  @Test func messagesArriveAtTheOtherEnd() throws {
    let pair = try SocketPair()
    defer {
      close(pair.ours)
      close(pair.theirs)
    }
    #expect(pair.ours > STDERR_FILENO && pair.theirs > STDERR_FILENO)
    let said: [UInt8] = [7, 8]
    #expect(write(pair.ours, said, said.count) == 2)
    var heard: [UInt8] = [0, 0, 0]
    #expect(read(pair.theirs, &heard, 3) == 2)
    #expect(heard == [7, 8, 0])
  }

  @Test(arguments: [true, false]) func noProcessInheritsThemAndOneMayWait(_ waits: Bool) throws {
    let (process, talk, errors) = try SocketPair.talking(waits: waits) { talk, errors in
      for end in [talk, errors] {
        #expect(fcntl(end, F_GETFD) & FD_CLOEXEC != 0)
      }
      return getpid()
    }
    defer {
      close(talk)
      close(errors)
    }
    #expect(process == getpid())
    for end in [talk, errors] {
      #expect(fcntl(end, F_GETFD) & FD_CLOEXEC != 0)
      var byte: UInt8 = 0
      #expect(read(end, &byte, 1) == 0, "This process has the other end open.")
    }
    #expect(fcntl(talk, F_GETFL) & O_NONBLOCK == 0)
    #expect((fcntl(errors, F_GETFL) & O_NONBLOCK == 0) == waits)
  }

  @Test func aHighDescriptorStaysUnchanged() throws {
    #expect(try SocketPair.raised(STDERR_FILENO + 4) == STDERR_FILENO + 4)
    #expect(try SocketPair.raised(-1) == -1)
  }
}
