// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.util.Optional;
import org.semel.Code;
import org.semel.internal.engine.keep.Registration.VersionCount;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * The work that waits in the database for a consumer, beside its messages in the broker.
 *
 * @param stored messages that are stored first and have not ended, or are parked behind a step
 * @param held messages that wait for the version before theirs
 */
public record LeftBehind(String consumer, long stored, long held) {

  /**
   * The refusal of a policy that stores nothing first, if stored messages wait; empty if none do.
   */
  public Optional<Refusal> withoutStoreFirst() {
    return leftBehind(
        stored,
        stored + " stored messages of consumer " + consumer + " wait",
        "protocol=store-first");
  }

  /**
   * The refusal of a policy that keeps no versions in order, if held messages wait; empty if none
   * do.
   */
  public Optional<Refusal> withoutVersions() {
    return leftBehind(held, heldBack(), "aggregate and version");
  }

  /**
   * The refusal of a policy that identifies messages otherwise than by {@code identity}, if stored
   * messages wait; empty if none do.
   */
  Optional<Refusal> identifiedBy(String identity) {
    return refused(
        stored,
        stored
            + " stored messages of consumer "
            + consumer
            + " wait, and would take effect under identities that are forgotten before their time:"
            + " duplicates of them would take effect again.",
        "Let them end with identity=" + identity);
  }

  /**
   * The refusal of a policy that does not count versions by {@code count}, if held messages wait;
   * empty if none do.
   */
  Optional<Refusal> countedBy(VersionCount count) {
    return leftBehind(held, heldBack(), count.toString());
  }

  private String heldBack() {
    return held + " messages of consumer " + consumer + " wait for earlier versions";
  }

  private static Optional<Refusal> leftBehind(long messages, String what, String policy) {
    return refused(
        messages,
        what + ", and nothing in this policy works them off: duplicates of them would be absorbed.",
        "Let them end with " + policy);
  }

  private static Optional<Refusal> refused(long messages, String sentence, String remedy) {
    return messages == 0
        ? Optional.empty()
        : Optional.of(
            new Refusal(Code.ROWS_LEFT_BEHIND, sentence, remedy + " first (docs/changes.md)."));
  }
}
