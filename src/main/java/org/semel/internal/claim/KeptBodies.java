// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.claim;

import java.util.Optional;
import org.semel.message.Body;
import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * Keeps messages that took effect, where a consumer's policy wants them for replays and for telling
 * in what a conflict differs. Joins the caller's transaction.
 */
public interface KeptBodies {

  /** Takes a message down that took effect; rows are written together, at {@link #flush()}. */
  void keep(Identity identity, Message message);

  /** Writes what was taken down in the caller's transaction, in one statement. */
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
