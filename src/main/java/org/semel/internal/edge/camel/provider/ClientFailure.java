// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.security.cert.CertificateException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.net.ssl.SSLHandshakeException;
import org.apache.camel.util.ObjectHelper;

/**
 * Reads off an exception of a sending client how the sending ended. The same exception may be of a
 * time before the message was handed over, or behind that: the place tells, where it was thrown.
 *
 * @param end the line of the table
 * @param by the cause that shows it; the failure itself if nothing does
 */
record ClientFailure(SendingEnd end, Throwable by) {

  /**
   * The ends at which a broker refuses the message by name: it did not take it. Only an exception
   * of the client's call for this message counts: a commit may report any message of its session.
   */
  private static final List<SendingEnd> BY_NAME =
      List.of(SendingEnd.FULL, SendingEnd.FORBIDDEN, SendingEnd.NOT_THERE);

  private static final List<SendingEnd> NOT_SENT =
      List.of(
          SendingEnd.UNREACHED,
          SendingEnd.NONE_FREE,
          SendingEnd.KEPT_TOO_LONG,
          SendingEnd.WITHHELD);

  /** The methods of the JMS API that come before a message can be handed over. */
  private static final Set<String> BEFORE_A_PRODUCER =
      Set.of(
          "createConnection",
          "createContext",
          "createSession",
          "createQueue",
          "createTopic",
          "createProducer");

  /** The types by which a message is handed to the client, in every vendor's client. */
  private static final List<String> PRODUCERS = List.of("MessageProducer", "JMSProducer");

  /**
   * The client of Artemis, which sends a message once. Others, as those of ActiveMQ Classic and of
   * AMQP over {@code failover:}, send it again over another connection: what refuses it then may be
   * full of that very message.
   */
  private static final String SENDS_ONCE = "org.apache.activemq.artemis.";

  /**
   * The class of Camel's HTTP client that connects, and that puts TLS over the tunnel of a proxy.
   */
  private static final String CONNECTOR = ".DefaultHttpClientConnectionOperator";

  private static final Set<String> CONNECTING = Set.of("connect", "upgrade");

  /** The line of the table that {@code failure} shows. */
  static ClientFailure of(Throwable failure) {
    List<Throwable> causes =
        StreamSupport.stream(ObjectHelper.createExceptionIterable(failure).spliterator(), false)
            .toList();
    if (causes.stream().anyMatch(cause -> isNamed(cause, SendingEnd.ANSWER_LOST))) {
      return new ClientFailure(SendingEnd.ANSWER_LOST, failure);
    }
    boolean handedOver = causes.stream().anyMatch(ClientFailure::isThrownBySend);
    return first(causes, cause -> refused(cause, handedOver))
        .or(() -> handedOver ? Optional.empty() : first(causes, ClientFailure::untrusted))
        .or(() -> first(causes, cause -> unsent(cause, handedOver)))
        .orElseGet(() -> new ClientFailure(inDoubt(causes), failure));
  }

  private static SendingEnd inDoubt(List<Throwable> causes) {
    return first(causes, ClientFailure::unconnected).isPresent()
        ? SendingEnd.LATER_CONNECTION
        : SendingEnd.UNNAMED;
  }

  /** The line that {@code reading} gives for the first cause for which it gives one. */
  private static Optional<ClientFailure> first(
      List<Throwable> causes, Function<Throwable, Optional<SendingEnd>> reading) {
    return causes.stream()
        .flatMap(cause -> reading.apply(cause).map(end -> new ClientFailure(end, cause)).stream())
        .findFirst();
  }

  private static Optional<SendingEnd> refused(Throwable cause, boolean handedOver) {
    boolean believed =
        isThrownBySend(cause)
            ? frames(cause).anyMatch(frame -> frame.getClassName().startsWith(SENDS_ONCE))
            : !handedOver && isFromBeforeAProducer(cause);
    return believed ? named(cause, BY_NAME) : Optional.empty();
  }

  private static Optional<SendingEnd> unsent(Throwable cause, boolean handedOver) {
    if (isNamed(cause, SendingEnd.NOT_CONNECTED)) {
      return Optional.of(SendingEnd.NOT_CONNECTED);
    }
    return handedOver ? Optional.empty() : unconnected(cause);
  }

  private static Optional<SendingEnd> unconnected(Throwable cause) {
    Optional<SendingEnd> named = named(cause, NOT_SENT);
    if (named.isPresent()) {
      return named;
    }
    if (isFromBeforeARequest(cause)) {
      return Optional.of(SendingEnd.CONNECTING);
    }
    return isFromBeforeAProducer(cause) ? Optional.of(SendingEnd.NO_PRODUCER) : Optional.empty();
  }

  private static Optional<SendingEnd> named(Throwable cause, List<SendingEnd> lines) {
    return lines.stream().filter(line -> isNamed(cause, line)).findFirst();
  }

  private static boolean isNamed(Throwable cause, SendingEnd line) {
    return types(cause).anyMatch(line::isNamed);
  }

  /**
   * The line of a provider that is not trusted; empty for any other cause. The exceptions behind it
   * are thrown while the client connects, and say less.
   */
  private static Optional<SendingEnd> untrusted(Throwable cause) {
    boolean untrusted =
        isNamed(cause, SendingEnd.UNTRUSTED)
            || (cause instanceof SSLHandshakeException
                && ObjectHelper.getException(CertificateException.class, cause) != null);
    return untrusted ? Optional.of(SendingEnd.UNTRUSTED) : Optional.empty();
  }

  private static boolean isFromBeforeARequest(Throwable cause) {
    return frames(cause)
        .filter(frame -> CONNECTING.contains(frame.getMethodName()))
        .anyMatch(frame -> frame.getClassName().endsWith(CONNECTOR));
  }

  private static boolean isFromBeforeAProducer(Throwable cause) {
    return types(cause).anyMatch(type -> type.getSimpleName().equals("JMSException"))
        && frames(cause).anyMatch(frame -> BEFORE_A_PRODUCER.contains(frame.getMethodName()));
  }

  private static boolean isThrownBySend(Throwable cause) {
    return frames(cause)
        .filter(frame -> frame.getMethodName().equals("send"))
        .anyMatch(frame -> PRODUCERS.stream().anyMatch(frame.getClassName()::endsWith));
  }

  private static Stream<StackTraceElement> frames(Throwable cause) {
    return Arrays.stream(cause.getStackTrace());
  }

  private static Stream<Class<?>> types(Throwable cause) {
    return Stream.iterate(cause.getClass(), Objects::nonNull, Class::getSuperclass);
  }
}
