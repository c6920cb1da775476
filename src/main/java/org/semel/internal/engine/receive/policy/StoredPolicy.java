// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.policy;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.semel.internal.engine.loop.Backoff;

/**
 * The policy by which a consumer of protocol {@code store-first} works off what it has stored.
 * Values have been checked against their ranges by their reader.
 *
 * @param receivers threads that store
 * @param lease how long a worker has a message for itself; renewed while its route runs
 * @param poll how long to sleep when nothing is stored
 * @param retries which failures are tried again, and when
 */
public record StoredPolicy(int receivers, Duration lease, Duration poll, Retries retries) {

  /**
   * The rules of retries: the failures that are tried again, and when.
   *
   * @param backoff the waits, spread from zero to the whole
   * @param terminal names of exception classes that are never tried again
   * @param retryable names of those that are, though a class above them is terminal
   * @param budget how many retries there may be
   */
  public record Retries(
      Backoff backoff, Set<String> terminal, Set<String> retryable, Budget budget) {

    /**
     * Whether {@code failure} is not to be tried again. The exception itself decides, by the
     * nearest of its classes that is named; if none is, what caused it.
     */
    public boolean isTerminal(Throwable failure) {
      Throwable next = failure;
      for (int depth = 0; next != null && depth < 20; depth++) {
        Optional<Boolean> said = said(next.getClass());
        if (said.isPresent()) {
          return said.get();
        }
        next = next.getCause();
      }
      return false;
    }

    private Optional<Boolean> said(Class<?> kind) {
      for (Class<?> type = kind; type != null; type = type.getSuperclass()) {
        if (retryable.contains(type.getName())) {
          return Optional.of(false);
        }
        if (terminal.contains(type.getName())) {
          return Optional.of(true);
        }
      }
      return Optional.empty();
    }
  }

  /**
   * The budget of retries, on this node.
   *
   * @param percent of the messages that are tried for the first time
   * @param perSecond as many in any case, so that a quiet consumer gets on
   */
  public record Budget(int percent, int perSecond) {}
}
