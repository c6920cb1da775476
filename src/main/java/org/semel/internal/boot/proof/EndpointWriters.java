// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.camel.Endpoint;
import org.apache.camel.util.URISupport;
import org.semel.Code;
import org.semel.internal.edge.postgresql.proof.WriterInspection.Session;
import org.semel.internal.edge.postgresql.proof.WriterInspection.WritingPart;

/**
 * Asks an endpoint of Camel's where it writes: by its data source, or by its entity manager
 * factory. Both are found by the names that they have as properties, so that no class of a
 * component is needed. An endpoint that shows neither cannot be asked, and writes nowhere that
 * Semel knows.
 */
final class EndpointWriters {

  private EndpointWriters() {}

  /**
   * The endpoints of a consumer's routes.
   *
   * @param ours JNDI name of the data source with Semel's tables
   */
  static List<WritingPart> of(String consumer, List<Endpoint> endpoints, String ours) {
    return endpoints.stream().map(endpoint -> writer(consumer, endpoint, ours)).toList();
  }

  private static WritingPart writer(String consumer, Endpoint endpoint, String ours) {
    Optional<String> committing = committing(endpoint);
    String remedy =
        committing
            .map(option -> "Say " + option + "=false")
            .orElse("Let it write through " + ours + " (docs/routes.md)");
    return new WritingPart(
        Code.STEP_ELSEWHERE,
        "A step of consumer "
            + consumer
            + "'s route ("
            + URISupport.sanitizeUri(endpoint.getEndpointUri())
            + ")"
            + committing.map(option -> " commits by itself (" + option + "), and").orElse(""),
        committing.isPresent() ? Session.NONE : session(endpoint),
        remedy + ", or say semel.consumer." + consumer + ".external=allowed.");
  }

  /**
   * The option by which it commits on its own, which a connection in a transaction of the server
   * refuses: each message would fail, and be taken for one that an outage holds up.
   */
  private static Optional<String> committing(Endpoint endpoint) {
    if (isOn(endpoint, "isResetAutoCommit")) {
      return Optional.of("resetAutoCommit");
    }
    return isOn(endpoint, "isBatch") && isOn(endpoint, "isBatchAutoCommitDisabled")
        ? Optional.of("batchAutoCommitDisabled")
        : Optional.empty();
  }

  private static boolean isOn(Endpoint endpoint, String getter) {
    return getter(endpoint, getter).map(method -> call(method, endpoint)).equals(Optional.of(true));
  }

  private static Session session(Endpoint endpoint) {
    return query ->
        Stream.of(jpa(endpoint), jdbc(endpoint))
            .flatMap(Optional::stream)
            .findFirst()
            .flatMap(session -> session.answer(query));
  }

  private static Optional<Session> jdbc(Endpoint endpoint) {
    return getter(endpoint, "getDataSource")
        .map(method -> call(method, endpoint))
        .filter(DataSource.class::isInstance)
        .map(found -> Session.of((DataSource) found));
  }

  private static Optional<Session> jpa(Endpoint endpoint) {
    return getter(endpoint, "getEntityManagerFactory")
        .map(method -> call(method, endpoint))
        .map(factory -> EntitySession.of(factory, work -> within(endpoint, work)));
  }

  /** As its own work is done: in a transaction that a strategy of the endpoint begins or joins. */
  private static void within(Endpoint endpoint, Runnable work) {
    Optional<Method> strategy = getter(endpoint, "getTransactionStrategy");
    if (strategy.isEmpty()) {
      work.run();
      return;
    }
    Method method = strategy.get();
    try {
      call(
          method.getReturnType().getMethod("executeInTransaction", Runnable.class),
          call(method, endpoint),
          work);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Optional<Method> getter(Endpoint endpoint, String name) {
    return Arrays.stream(endpoint.getClass().getMethods())
        .filter(method -> method.getName().equals(name) && method.getParameterCount() == 0)
        .findFirst();
  }

  private static Object call(Method method, Object on, Object... arguments) {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
