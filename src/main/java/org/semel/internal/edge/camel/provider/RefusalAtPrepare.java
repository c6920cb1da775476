// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.Delivery.Denied.Extent;

/**
 * A refusal by name that a broker makes only when a transaction is prepared, as the client hands
 * its messages over without waiting for an answer. Of a transaction that is undone, whatever threw
 * it.
 */
final class RefusalAtPrepare {

  private RefusalAtPrepare() {}

  /** The refusal anywhere in {@code fault}: a transaction manager may add it as suppressed only. */
  static Optional<Delivery.Denied> shownBy(Throwable fault) {
    return parts(fault, Collections.newSetFromMap(new IdentityHashMap<>()))
        .filter(RefusalAtPrepare::isFull)
        .findFirst()
        .map(full -> new Delivery.Denied(said(full), Extent.ALL_FOR_NOW));
  }

  private static String said(Throwable full) {
    return SendingEnd.FULL.happened() + " (" + full.getClass().getName() + ")";
  }

  /** Each once: some name each other as their cause. */
  private static Stream<Throwable> parts(Throwable fault, Set<Throwable> seen) {
    Stream<Throwable> next =
        Stream.concat(Stream.ofNullable(fault.getCause()), Stream.of(fault.getSuppressed()));
    return seen.add(fault)
        ? Stream.concat(Stream.of(fault), next.flatMap(each -> parts(each, seen)))
        : Stream.empty();
  }

  private static boolean isFull(Throwable part) {
    return Stream.<Class<?>>iterate(part.getClass(), Objects::nonNull, Class::getSuperclass)
        .anyMatch(SendingEnd.FULL::isNamed);
  }
}
