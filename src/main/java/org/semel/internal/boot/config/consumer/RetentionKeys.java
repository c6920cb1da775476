// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ValueType;
import org.semel.internal.engine.keep.RetainedKind;

/** The keys of a consumer that keeps something for another time than its identities. */
public final class RetentionKeys {

  private static final ValueType<Optional<Duration>> AGE =
      ValueType.durationOr("as-remember", "1h", "3650d");

  static final ConfigKey<Optional<Duration>> BODY =
      new ConfigKey<>(
          "body-retention",
          "as-remember",
          AGE,
          "How long messages kept by keep-body are kept, and the text of the last failure of a message that never came"
              + " back. At most remember: a message whose identity is forgotten must not be replayed.");

  static final ConfigKey<Optional<Duration>> PARKED =
      new ConfigKey<>(
          "parked-retention",
          "as-remember",
          AGE,
          "How long a parked message is kept, with its body, after it was released or withdrawn. That one was withdrawn is"
              + " known for remember at least. A message that still waits is kept until a person decides.");

  static final ConfigKey<Optional<Duration>> STORED =
      new ConfigKey<>(
          "stored-retention",
          "as-remember",
          AGE,
          "How long a stored message is kept, with its body, after it has ended. That one ended that has waited is known for"
              + " remember at least. If strategy keeps no claims, this must exceed the time in which messages can come back, as"
              + " remember must.");

  static final ConfigKey<Optional<Duration>> TRACE =
      new ConfigKey<>(
          "trace-retention",
          "as-remember",
          AGE,
          "How long records of absorbed duplicates and of named effects are kept. A dossier shows them beside the claim.");

  private static final Map<RetainedKind, ConfigKey<Optional<Duration>>> OWN =
      Map.of(
          RetainedKind.BODY, BODY,
          RetainedKind.PARKED, PARKED,
          RetainedKind.STORED, STORED,
          RetainedKind.DUPLICATE, TRACE,
          RetainedKind.EFFECT, TRACE);

  private RetentionKeys() {}

  /** The key that gives such rows a time of their own, if there is one. */
  public static Optional<ConfigKey<Optional<Duration>>> of(RetainedKind kept) {
    return Optional.ofNullable(OWN.get(kept));
  }
}
