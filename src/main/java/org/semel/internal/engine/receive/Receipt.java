// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.util.Optional;
import java.util.function.Function;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.message.Identity;
import org.semel.message.Message;

/** The result of one message in a transaction that committed. */
public sealed interface Receipt {

  /** The message, with all its headers. */
  Message message();

  /**
   * The result of the function for this case.
   *
   * @param accepted takes one that took effect, or is stored and takes effect later
   * @param held takes one that waits for its predecessor
   * @param repeated takes one that came before, or whose version did; nothing is to be done
   * @param parked takes what waits for a person
   */
  default <R> R fold(
      Function<Identity, R> accepted,
      Function<Identity, R> held,
      Function<Identity, R> repeated,
      Function<ParkedMessage, R> parked) {
    if (this instanceof Processed processed) {
      return accepted.apply(processed.identity());
    }
    if (this instanceof Deferred deferred) {
      return accepted.apply(deferred.identity());
    }
    if (this instanceof OutOfSequence waiting) {
      return held.apply(waiting.identity());
    }
    if (this instanceof Parked left) {
      return parked.apply(left.parked());
    }
    return repeated.apply(
        this instanceof Ignored ignored ? ignored.identity() : ((Duplicate) this).identity());
  }

  /** Whether it is new to the consumer and took effect, or does so later. */
  default boolean isNew() {
    return fold(accepted -> true, held -> true, repeated -> false, parked -> false);
  }

  /** Whether it came before, or its version did, so that nothing was to be done. */
  default boolean isRepeated() {
    return fold(accepted -> false, held -> false, repeated -> true, parked -> false);
  }

  /** The message that is to be parked for a person; empty if none is. */
  default Optional<ParkedMessage> toPark() {
    return fold(
        accepted -> Optional.empty(),
        held -> Optional.empty(),
        repeated -> Optional.empty(),
        Optional::of);
  }

  /** It took effect. */
  record Processed(Identity identity, Message message) implements Receipt {}

  /** It is stored, and takes effect later. */
  record Deferred(Identity identity, Message message) implements Receipt {}

  /** It came before its predecessor, and waits for it. */
  record OutOfSequence(Identity identity, Message message) implements Receipt {}

  /** Its aggregate has a version as high or higher; nothing is to be done. */
  record Ignored(Identity identity, Message message) implements Receipt {}

  /** It had taken effect before. */
  record Duplicate(Identity identity, Message message) implements Receipt {}

  /** It waits for a person. */
  record Parked(ParkedMessage parked) implements Receipt {

    @Override
    public Message message() {
      return parked.message();
    }
  }
}
