// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.provider;

import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.security.cert.CertificateException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.camel.util.ObjectHelper;

/**
 * Exceptions from before a connection was open, or before a message was handed to it, so that
 * nothing was sent. By simple name where the class belongs to a library.
 *
 * <p>Where a client connects again by itself, such an exception may be about a later connection
 * than the one over which it has sent.
 */
final class NeverSent {

  private static final Set<String> NAMES =
      Set.of(
          "ConnectTimeoutException",
          "ConnectionRequestTimeoutException",
          "RequestNotExecutedException"); // see IdleConnections

  /** Of Artemis' client, which writes over no other connection than the one it says this of. */
  private static final String NOT_CONNECTED = "ActiveMQNotConnectedException";

  /** Of Artemis' client as well: the request was written. Why no answer came is its cause. */
  private static final String ANSWER_LOST = "ActiveMQUnBlockedException";

  /** By which a message is handed to the client, whoever has made it. */
  private static final List<String> PRODUCERS = List.of("MessageProducer", "JMSProducer");

  /** What comes before a message can be handed over, in the API of JMS. */
  private static final Set<String> BEFORE_A_PRODUCER =
      Set.of(
          "createConnection",
          "createContext",
          "createSession",
          "createQueue",
          "createTopic",
          "createProducer");

  /** In Camel's HTTP client: what connects, and what puts TLS over the tunnel of a proxy. */
  private static final String CONNECTOR = ".DefaultHttpClientConnectionOperator";

  private static final Set<String> CONNECTING = Set.of("connect", "upgrade");

  private NeverSent() {}

  /** The cause of {@code failure}, or itself, that shows it; empty if nothing does. */
  static Optional<Throwable> shownBy(Throwable failure) {
    List<Throwable> causes =
        StreamSupport.stream(ObjectHelper.createExceptionIterable(failure).spliterator(), false)
            .toList();
    if (isAnswerLost(causes)) {
      return Optional.empty();
    }
    boolean handedOver = causes.stream().anyMatch(NeverSent::isThrownBySend);
    return causes.stream()
        .filter(cause -> isNamed(cause, NOT_CONNECTED) || (!handedOver && isUnconnected(cause)))
        .findFirst();
  }

  /** Whether the client says that it had written the request. */
  static boolean isAnswerLost(List<Throwable> causes) {
    return causes.stream().anyMatch(cause -> isNamed(cause, ANSWER_LOST));
  }

  private static boolean isUnconnected(Throwable cause) {
    return cause instanceof ConnectException
        || cause instanceof UnknownHostException
        || cause instanceof NoRouteToHostException
        || cause instanceof HttpConnectTimeoutException
        || cause instanceof BindException
        || isUntrusted(cause)
        || isFromBeforeARequest(cause)
        || isFromBeforeAProducer(cause)
        || NAMES.contains(cause.getClass().getSimpleName());
  }

  private static boolean isNamed(Throwable cause, String name) {
    return cause.getClass().getSimpleName().equals(name);
  }

  private static boolean isOfJms(Throwable cause) {
    return Stream.<Class<?>>iterate(cause.getClass(), Objects::nonNull, Class::getSuperclass)
        .anyMatch(type -> type.getSimpleName().equals("JMSException"));
  }

  /** The broker has refused the login, say, or the queue is not there. */
  private static boolean isFromBeforeAProducer(Throwable cause) {
    return isOfJms(cause)
        && Arrays.stream(cause.getStackTrace())
            .anyMatch(frame -> BEFORE_A_PRODUCER.contains(frame.getMethodName()));
  }

  /** Whatever it is: Camel's HTTP client was still connecting, the handshake of TLS included. */
  private static boolean isFromBeforeARequest(Throwable cause) {
    return Arrays.stream(cause.getStackTrace())
        .filter(frame -> CONNECTING.contains(frame.getMethodName()))
        .anyMatch(frame -> frame.getClassName().endsWith(CONNECTOR));
  }

  /**
   * The client of ActiveMQ Classic over {@code failover:} tells of its latest try to connect,
   * whatever it had written before.
   */
  static boolean isThrownBySend(Throwable cause) {
    return Arrays.stream(cause.getStackTrace())
        .filter(frame -> frame.getMethodName().equals("send"))
        .anyMatch(frame -> PRODUCERS.stream().anyMatch(frame.getClassName()::endsWith));
  }

  /**
   * The client has refused the peer's certificate, which it checks before it sends a request. An
   * alert of the peer may follow the request, as it looks at the client's certificate after that.
   *
   * @see <a href="https://www.rfc-editor.org/rfc/rfc8446#section-2">RFC 8446, section 2</a>
   */
  private static boolean isUntrusted(Throwable cause) {
    return cause instanceof SSLPeerUnverifiedException
        || (cause instanceof SSLHandshakeException
            && ObjectHelper.getException(CertificateException.class, cause) != null);
  }
}
