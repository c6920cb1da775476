// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.destination;

import java.time.Duration;
import java.util.Set;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ValueType;
import org.semel.internal.relay.Contract.Keys;

/** The keys of a destination that say what its provider promises, and how it answers. */
public final class ContractKeys {

  public static final ConfigKey<Keys> KEYS =
      new ConfigKey<>(
          "keys",
          "ignored",
          ValueType.oneOf(Keys.class),
          "What the provider does with the idempotency key. honoured: two requests under one key take effect once, so that"
              + " an intent whose outcome is unknown is sent again. ignored: it is not; the query route is asked if there is one"
              + " (from(\"intent:<name>?query=true\")), otherwise it is parked as OUTCOME_UNKNOWN.");

  static final ConfigKey<Duration> KEY_LIFE =
      new ConfigKey<>(
          "key-life",
          "1d",
          ValueType.duration("1s", "3650d"),
          "How long the provider remembers a key. Beyond it an unknown outcome is asked for or parked, not repeated. Where"
              + " keys is honoured it must be at least the longest that the retry plan can take, and replay-horizon.");

  static final ConfigKey<Duration> REPLAY_HORIZON =
      new ConfigKey<>(
          "replay-horizon",
          "0s",
          ValueType.duration("0s", "3650d"),
          "How long after it was first sent an intent may begin its attempts anew: by a person's retry, or by a replay of a"
              + " message whose identity is forgotten. Only you know.");

  static final ConfigKey<Set<Integer>> NOT_DONE =
      new ConfigKey<>(
          "not-done",
          "425, 429",
          ValueType.statuses(),
          "The HTTP statuses by which the provider says that it has done nothing and may be asked again: the intent is sent"
              + " again, whatever keys says. 408 and 503 are not among them, since gateways say so after the provider had the"
              + " request, too; add them if the provider itself answers, and no other says so in its place. 409 tells of another"
              + " request under the same key where keys is honoured: it is sent again, and at last its outcome is unknown;"
              + " otherwise it is a refusal. Add it if the provider means that the same request may succeed later. Of all other"
              + " statuses 200 to 299 are the only yes; 401 and 407 pause the destination; 400 to 499 are a refusal, but for 408,"
              + " 425 and 429; the rest tells nothing.");

  static final ConfigKey<String> REFERENCE =
      new ConfigKey<>(
          "reference",
          "SemelReference",
          ValueType.text("a header"),
          "The header, at the end of the provider's route, in which the provider's reference for the effect stands; kept"
              + " with the intent. The route may set it, or name the provider's own here, as Location.");

  private ContractKeys() {}
}
