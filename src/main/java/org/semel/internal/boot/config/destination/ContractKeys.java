// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.destination;

import java.time.Duration;
import java.util.Set;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ValueType;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;

/** The keys of a destination that say what its provider promises, and how it answers. */
public final class ContractKeys {

  public static final ConfigKey<Keys> KEYS =
      new ConfigKey<>(
          "keys",
          "ignored",
          ValueType.oneOf(Keys.class),
          "What the provider does with the idempotency key. honoured: two requests under one key take effect once, so that"
              + " the relay repeats an intent whose outcome is unknown. ignored: it does not; the relay asks the query route if"
              + " there is one (from(\"intent:<name>?query=true\")), and otherwise parks the intent as OUTCOME_UNKNOWN. Before"
              + " each delivery it notes in a short transaction that the intent is sent.");

  static final ConfigKey<Duration> KEY_LIFE =
      new ConfigKey<>(
          "key-life",
          "1d",
          ValueType.duration("1s", "3650d"),
          "How long the provider remembers a key. After that the relay does not repeat an intent with an unknown outcome;"
              + " it asks the query route or parks the intent. With keys=honoured it must be at least the longest time of the"
              + " retry plan, plus replay-horizon.");

  static final ConfigKey<Duration> REPLAY_HORIZON =
      new ConfigKey<>(
          "replay-horizon",
          "0s",
          ValueType.duration("0s", "3650d"),
          "How long after its first delivery an intent may start its attempts again: by an operator's retry, or by a replay"
              + " of a message whose identity is forgotten. Only you know this time.");

  static final ConfigKey<Set<Integer>> NOT_DONE =
      new ConfigKey<>(
          "not-done",
          "425, 429",
          ValueType.statuses(),
          "The HTTP statuses by which the provider states that it did nothing and may be asked again: the relay sends the"
              + " intent again, whatever keys says. 408 and 503 are not in the default, because gateways also return them after"
              + " the provider got the request; add them if only the provider itself returns them. 409 signals another request"
              + " under the same key if keys is honoured: the relay sends the intent again, and its final outcome is unknown;"
              + " otherwise 409 is a refusal. Add it if the provider means that the same request may succeed later. Of all other"
              + " statuses, 200 to 299 mean success; 401 and 407 pause the destination; 400 to 499 are refusals, except 406, 408,"
              + " 425 and 429; all others leave the outcome unknown.");

  static final ConfigKey<String> REFERENCE =
      new ConfigKey<>(
          "reference",
          "SemelReference",
          ValueType.text("a header"),
          "The header at the end of the provider's route that holds the provider's reference for the effect; it is kept"
              + " with the intent. The route may set it, or you name the provider's own header here, such as Location.");

  private ContractKeys() {}
}
