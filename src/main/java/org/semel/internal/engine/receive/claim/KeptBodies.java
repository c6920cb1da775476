// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import java.util.Optional;
import org.semel.message.Body;
import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * Keeps messages that took effect, if the consumer's policy asks for it: for replays, and to show
 * how a conflict differs. Joins the caller's transaction.
 */
public interface KeptBodies {

  /** Buffers a message that took effect; {@link #flush()} writes all rows together. */
  void keep(Identity identity, Message message);

  /** Writes the buffered messages in the caller's transaction, in one statement. */
  void flush();

  /**
   * The body that holds the claim of {@code identity}, if it was kept: with a message that took
   * effect, or with one that was parked after its claim.
   */
  Optional<Body> first(Identity identity);

  /** The same, but keeps nothing. */
  default KeptBodies forgetful() {
    KeptBodies all = this;
    return new KeptBodies() {
      @Override
      public void keep(Identity identity, Message message) {}

      @Override
      public void flush() {}

      @Override
      public Optional<Body> first(Identity identity) {
        return all.first(identity);
      }
    };
  }

  /** Keeps nothing and knows nothing. */
  KeptBodies NONE =
      new KeptBodies() {
        @Override
        public void keep(Identity identity, Message message) {}

        @Override
        public void flush() {}

        @Override
        public Optional<Body> first(Identity identity) {
          return Optional.empty();
        }
      };
}
