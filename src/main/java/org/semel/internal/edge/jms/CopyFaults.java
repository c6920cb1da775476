// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.ResourceAllocationException;
import java.io.InterruptedIOException;
import java.io.UTFDataFormatException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.ZipException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.tx.Cause;

/**
 * Tells at whose fault a client throws while a message is copied: the message's, which comes again
 * as it is, or the connection's, over which it may come better.
 */
final class CopyFaults {

  private static final JmsFaults FAULTS = new JmsFaults();

  /** The exceptions of decoders over malformed bytes. */
  private static final List<Class<? extends Exception>> MALFORMED =
      List.of(
          CharacterCodingException.class,
          DataFormatException.class,
          UTFDataFormatException.class,
          ZipException.class);

  /** The exceptions of code that fetches bytes over a connection, and of a closed session. */
  private static final List<Class<? extends Exception>> CONNECTION =
      List.of(
          ClosedChannelException.class,
          IllegalStateException.class,
          InterruptedException.class,
          InterruptedIOException.class,
          ResourceAllocationException.class,
          SSLException.class,
          SocketException.class,
          TimeoutException.class);

  /** Causes may go round in a circle. */
  private static final int MOST_CAUSES = 20;

  private CopyFaults() {}

  /**
   * Whether the message is at fault.
   *
   * @param inHand whether the client has all of the message, as clients do; that of Artemis reads a
   *     large one from its connection while it is copied. A decoder that finds too few bytes throws
   *     what a connection does that ends, and only for what is in hand it is known which of the two
   *     it was.
   */
  static boolean areOfTheMessage(JMSException failure, boolean inHand) {
    if (FAULTS.of(failure) == Cause.REFUSED) {
      return true;
    }
    return inHand
        ? causes(failure).noneMatch(CopyFaults::isOfTheConnection)
        : causes(failure).anyMatch(cause -> isOneOf(MALFORMED, cause));
  }

  /**
   * Each client has an exception of its own for a connection that failed or was closed, and those
   * that keep messages in a database may read from it.
   */
  private static boolean isOfTheConnection(Throwable cause) {
    String name = cause.getClass().getSimpleName();
    return isOneOf(CONNECTION, cause) || name.contains("Connection") || name.contains("SQL");
  }

  private static boolean isOneOf(List<Class<? extends Exception>> kinds, Throwable cause) {
    return kinds.stream().anyMatch(kind -> kind.isInstance(cause));
  }

  private static Stream<Throwable> causes(JMSException failure) {
    return Stream.<Throwable>iterate(failure, Objects::nonNull, CopyFaults::cause)
        .limit(MOST_CAUSES);
  }

  /** Some clients only link it, as was the way before Java had causes. */
  private static @Nullable Throwable cause(Throwable failure) {
    return failure.getCause() == null && failure instanceof JMSException linking
        ? linking.getLinkedException()
        : failure.getCause();
  }
}
