// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.receive;

import java.util.Optional;
import java.util.function.Function;
import org.semel.internal.claim.ParkedMessage;
import org.semel.message.Identity;

/** What one message came to in a transaction that committed. */
public sealed interface Receipt {

  /**
   * What a function makes of it.
   *
   * @param accepted takes one that took effect, or is stored and takes effect later
   * @param held takes one that waits for its predecessor
   * @param repeated takes one that came before, or whose version did; nothing is to be done
   * @param parked takes what waits for a person
   */
  <R> R fold(
      Function<Identity, R> accepted,
      Function<Identity, R> held,
      Function<Identity, R> repeated,
      Function<ParkedMessage, R> parked);

  /** What waits for a person; empty if nothing does. */
  default Optional<ParkedMessage> toPark() {
    return fold(
        accepted -> Optional.empty(),
        held -> Optional.empty(),
        repeated -> Optional.empty(),
        Optional::of);
  }

  /** It took effect. */
  record Processed(Identity identity) implements Receipt {
    @Override
    public <R> R fold(
        Function<Identity, R> accepted,
        Function<Identity, R> held,
        Function<Identity, R> repeated,
        Function<ParkedMessage, R> parked) {
      return accepted.apply(identity);
    }
  }

  /** It is stored, and takes effect later. */
  record Stored(Identity identity) implements Receipt {
    @Override
    public <R> R fold(
        Function<Identity, R> accepted,
        Function<Identity, R> held,
        Function<Identity, R> repeated,
        Function<ParkedMessage, R> parked) {
      return accepted.apply(identity);
    }
  }

  /** It came before its predecessor, and waits for it. */
  record Held(Identity identity) implements Receipt {
    @Override
    public <R> R fold(
        Function<Identity, R> accepted,
        Function<Identity, R> held,
        Function<Identity, R> repeated,
        Function<ParkedMessage, R> parked) {
      return held.apply(identity);
    }
  }

  /** Its aggregate has a version as high or higher; nothing is to be done. */
  record Ignored(Identity identity) implements Receipt {
    @Override
    public <R> R fold(
        Function<Identity, R> accepted,
        Function<Identity, R> held,
        Function<Identity, R> repeated,
        Function<ParkedMessage, R> parked) {
      return repeated.apply(identity);
    }
  }

  /** It had taken effect before. */
  record Absorbed(Identity identity) implements Receipt {
    @Override
    public <R> R fold(
        Function<Identity, R> accepted,
        Function<Identity, R> held,
        Function<Identity, R> repeated,
        Function<ParkedMessage, R> parked) {
      return repeated.apply(identity);
    }
  }

  /** It waits for a person. */
  record Parked(ParkedMessage parked) implements Receipt {
    @Override
    public <R> R fold(
        Function<Identity, R> accepted,
        Function<Identity, R> held,
        Function<Identity, R> repeated,
        Function<ParkedMessage, R> toPark) {
      return toPark.apply(parked);
    }
  }
}
