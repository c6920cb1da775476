// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Completion.Discarded;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Completion.Unknown;

/** What those who wait for the end of a transaction are told. */
class CompletionTest {

  private final Exception gone = new Exception("gone");
  private final Completion<String> committed = new Committed<>("x");
  private final Completion<String> discarded = new Discarded<>("x");
  private final Completion<String> rolledBack = new RolledBack<>(During.WORK, gone);
  private final Completion<String> unknown = new Unknown<>(gone);

  @Test
  void whatEndedAsItsWorkDecidedHasNoFault() {
    assertThat(committed.fault()).isEmpty();
    assertThat(discarded.fault()).isEmpty();
    assertThat(rolledBack.fault()).contains(gone);
    assertThat(unknown.fault()).contains(gone);
  }

  @Test
  void eachEndHasAnAnswerOfItsOwn() {
    assertThat(told(committed)).isEqualTo("committed x");
    assertThat(told(discarded)).isEqualTo("discarded x");
    assertThat(told(rolledBack)).isEqualTo("rolled back WORK");
    assertThat(told(unknown)).isEqualTo("unknown gone");
  }

  private static String told(Completion<String> completion) {
    return completion.fold(
        value -> "committed " + value,
        value -> "discarded " + value,
        failed -> "rolled back " + failed.during(),
        doubt -> "unknown " + doubt.cause().getMessage());
  }

  @Test
  void onlyWhatIsKnownToBeCommittedOrUndoneIsSaidToBe() {
    assertThat(committed.committed()).contains("x");
    assertThat(discarded.committed()).isEmpty();
    assertThat(unknown.committed()).isEmpty();
    assertThat(rolledBack.rolledBack()).contains(new RolledBack<>(During.WORK, gone));
    assertThat(unknown.rolledBack()).isEmpty();
  }

  @Test
  void whatTheWorkLeftIsHadUnlessItsEndIsNotTheOneItDecided() {
    assertThat(committed.orElseThrow(IllegalStateException::new)).isEqualTo("x");
    assertThat(discarded.orElseThrow(IllegalStateException::new)).isEqualTo("x");
    assertThatThrownBy(() -> rolledBack.orElseThrow(IllegalStateException::new)).hasCause(gone);
    assertThatThrownBy(() -> unknown.orElseThrow(IllegalStateException::new)).hasCause(gone);
  }
}
