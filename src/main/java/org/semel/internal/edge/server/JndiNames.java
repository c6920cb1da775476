// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.loop.Gate;

/**
 * Looks names up in JNDI. They may still be missing while the server starts its services beside the
 * application, so a look-up waits for a while, and no longer than the application lives.
 */
final class JndiNames {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  private final Duration patience;
  private final Gate gate;
  private final BiFunction<Class<?>, String, String> remedy;

  /**
   * Names as the calling thread sees them.
   *
   * @param patience how long a look-up waits
   * @param gate of the application; when it is shut, all waits end
   * @param remedy what to do where nothing of a type is bound under a name
   */
  JndiNames(Duration patience, Gate gate, BiFunction<Class<?>, String, String> remedy) {
    this.patience = patience;
    this.gate = gate;
    this.remedy = remedy;
  }

  /**
   * The object under the first of {@code names} that is bound.
   *
   * @throws SemelException if that is something else, or if there is nothing in time
   */
  <T> T lookUp(Class<T> type, List<String> names) {
    return await(() -> first(type, names))
        .orElseThrow(() -> missing(type, String.join(" or ", names), names.get(0), null));
  }

  /** Looks until something is found, or the time is over. */
  <T> Optional<T> await(Supplier<Optional<T>> look) {
    long until = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<T> found = look.get();
      if (found.isPresent() || gate.isShut() || System.nanoTime() - until >= 0) {
        return found;
      }
      gate.pause(BETWEEN_LOOKS);
    }
  }

  private <T> Optional<T> first(Class<T> type, List<String> names) {
    for (String name : names) {
      Optional<T> found = find(type, name);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /**
   * The object that is bound under a name now; empty if there is none. Names come from the server's
   * own configuration, never from a message; what lies under them is the server's.
   *
   * @throws SemelException if it is something else, or if the name is none of a server's
   */
  @SuppressWarnings("BanJNDI")
  <T> Optional<T> find(Class<T> type, String name) {
    if (name.contains(":") && !name.startsWith("java:")) {
      throw missing(type, name + ", which is not a name of this server", name, null);
    }
    try {
      Object found = InitialContext.doLookup(name);
      if (type == Queue.class && found instanceof Topic && !(found instanceof Queue)) {
        throw topic(name);
      }
      return Optional.of(type.cast(found));
    } catch (NameNotFoundException e) {
      return Optional.empty();
    } catch (NamingException e) {
      throw missing(type, name + " (" + e.getMessage() + ")", name, e);
    } catch (ClassCastException e) {
      throw missing(type, name, name, e);
    }
  }

  /**
   * Messages that arrive while no consumer runs would be lost: a durable subscription must hold
   * them.
   */
  private static SemelException topic(String name) {
    return new SemelException(
        Code.TOPIC_REFUSED,
        name
            + " is a topic. Let the queue of a durable subscription hold its messages, and name that: with Artemis"
            + " semel.consumer.<name>.queue=address::queue (docs/estates.md).");
  }

  private SemelException missing(
      Class<?> type, String where, String name, @Nullable Exception cause) {
    return new SemelException(
        Code.RESOURCE_NOT_FOUND,
        "There is no " + type.getSimpleName() + " at " + where + "; " + remedy.apply(type, name),
        cause);
  }
}
