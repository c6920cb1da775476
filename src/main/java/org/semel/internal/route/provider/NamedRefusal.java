// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.provider;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.camel.util.ObjectHelper;
import org.semel.internal.relay.provider.Delivery;
import org.semel.internal.relay.provider.Delivery.Denied.Extent;

/**
 * What a broker refuses by its name: it did not take the message, and would take no other. Only
 * what the client's call for this message throws: a commit may tell of any message of its session.
 * By simple name, as the classes belong to a library, or to one of two versions of an API.
 */
enum NamedRefusal {
  /** The queue, or the broker, is full. */
  FULL(
      "the queue has no room",
      Extent.ALL_FOR_NOW,
      Set.of("ResourceAllocationException", "ActiveMQAddressFullException")),

  /** It lets nobody in under this name, or nobody send there. */
  FORBIDDEN("the broker forbids it", Extent.ALL, Set.of("JMSSecurityException")),

  /** There is no such queue. */
  NOT_THERE("there is no such queue", Extent.ALL, Set.of("InvalidDestinationException"));

  /** By which a message is handed over, and what comes before that, in the API of JMS. */
  private static final Set<String> CALLS =
      Set.of(
          "createConnection",
          "createContext",
          "createSession",
          "createQueue",
          "createTopic",
          "createProducer",
          "send");

  private static final List<String> CLIENTS =
      List.of(
          "ConnectionFactory",
          "Connection",
          "JMSContext",
          "Session",
          "MessageProducer",
          "JMSProducer");

  /**
   * The client of Artemis, which sends a message once. Others, as those of ActiveMQ Classic and of
   * AMQP over {@code failover:}, send it again over another connection: what refuses it then may be
   * full of that very message.
   */
  private static final String SENDS_ONCE = "org.apache.activemq.artemis.";

  private final String words;
  private final Extent extent;

  @SuppressWarnings("ImmutableEnumChecker") // Set.of
  private final Set<String> names;

  NamedRefusal(String words, Extent extent, Set<String> names) {
    this.words = words;
    this.extent = extent;
    this.names = names;
  }

  /** The refusal among the causes of {@code failure}; empty if there is none. */
  static Optional<Delivery> shownBy(Throwable failure) {
    List<Throwable> causes =
        StreamSupport.stream(ObjectHelper.createExceptionIterable(failure).spliterator(), false)
            .toList();
    return NeverSent.isAnswerLost(causes)
        ? Optional.empty()
        : causes.stream()
            .filter(NamedRefusal::isOfTheCall)
            .flatMap(cause -> of(cause).stream())
            .findFirst();
  }

  private static Optional<Delivery> of(Throwable cause) {
    return Arrays.stream(values())
        .filter(refusal -> types(cause).anyMatch(refusal.names::contains))
        .<Delivery>map(
            refusal ->
                new Delivery.Denied(
                    refusal.words + " (" + cause.getClass().getName() + ")", refusal.extent))
        .findFirst();
  }

  private static Stream<String> types(Throwable cause) {
    return Stream.<Class<?>>iterate(cause.getClass(), Objects::nonNull, Class::getSuperclass)
        .map(Class::getSimpleName);
  }

  private static boolean isOfTheCall(Throwable cause) {
    boolean called =
        Arrays.stream(cause.getStackTrace())
            .filter(frame -> CALLS.contains(frame.getMethodName()))
            .anyMatch(frame -> CLIENTS.stream().anyMatch(frame.getClassName()::endsWith));
    return called && (!NeverSent.isThrownBySend(cause) || isOfOneThatSendsOnce(cause));
  }

  private static boolean isOfOneThatSendsOnce(Throwable cause) {
    return Arrays.stream(cause.getStackTrace())
        .anyMatch(frame -> frame.getClassName().startsWith(SENDS_ONCE));
  }
}
