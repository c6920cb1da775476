// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.semel.intent.Intent;
import org.semel.message.Message;
import org.semel.receive.Replayer;
import org.semel.receive.Replayer.Replayed;

/** Hands stored messages to their consumers again, under the consumer's rule. */
final class Replaying {

  private final Replayer replayer;
  private final Function<String, ReplayRule> rules;
  private final Records records;

  Replaying(Replayer replayer, Function<String, ReplayRule> rules, Records records) {
    this.replayer = replayer;
    this.rules = rules;
    this.records = records;
  }

  boolean forbidden(String consumer) {
    return rules.apply(consumer) == ReplayRule.FORBIDDEN;
  }

  /** How long the transaction may last; empty if the consumer does not run here. */
  Optional<Duration> timeout(String consumer) {
    return replayer.timeout(consumer);
  }

  /** In the caller's transaction; see {@link Replayer#replay}. */
  Replayed replay(String consumer, Message message) {
    return replayer.replay(consumer, message, unwanted(consumer));
  }

  /**
   * An intent that is recorded already, of an effect that was forgotten, would be refused by its
   * key; it is as good as recorded.
   */
  private Predicate<Intent> unwanted(String consumer) {
    return rules.apply(consumer) == ReplayRule.WITHOUT_INTENTS
        ? intent -> true
        : intent -> !records.intents(List.of(intent.key())).isEmpty();
  }
}
