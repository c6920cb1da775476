// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.semel.retention.Kept;

/** The keys of a consumer that keeps something for another time than its identities. */
final class RetentionKeys {

  private static final Values<Optional<Duration>> AGE =
      Values.durationOr("as-remember", "1h", "3650d");

  static final Key<Optional<Duration>> BODY =
      new Key<>(
          "body-retention",
          "as-remember",
          AGE,
          "How long the messages are kept that keep-body keeps, and what the last failure quoted of a message that never came"
              + " again. No longer than remember: one whose identity is forgotten must not be replayed.");

  static final Key<Optional<Duration>> PARKED =
      new Key<>(
          "parked-retention",
          "as-remember",
          AGE,
          "How long a parked message is kept, with its body, once it was released or withdrawn. What waits is kept until a"
              + " person decides.");

  static final Key<Optional<Duration>> STORED =
      new Key<>(
          "stored-retention",
          "as-remember",
          AGE,
          "How long a message that was stored first is kept, with its body, once it has ended. Where strategy keeps no claims,"
              + " longer than messages can come back, as remember.");

  static final Key<Optional<Duration>> TRACE =
      new Key<>(
          "trace-retention",
          "as-remember",
          AGE,
          "How long the notes are kept of duplicates that were absorbed and of effects that a route has named: what a dossier"
              + " tells of an identity beside its claim.");

  private static final Map<Kept, Key<Optional<Duration>>> OWN =
      Map.of(
          Kept.BODY, BODY,
          Kept.PARKED, PARKED,
          Kept.STORED, STORED,
          Kept.DUPLICATE, TRACE,
          Kept.EFFECT, TRACE);

  private RetentionKeys() {}

  /** The key that gives such rows a time of their own, if there is one. */
  static Optional<Key<Optional<Duration>>> of(Kept kept) {
    return Optional.ofNullable(OWN.get(kept));
  }
}
