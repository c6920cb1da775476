// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;

/** What is made of a fault with all that lies behind it. */
class FaultsTest {

  private static final class Judged extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final Cause cause;

    Judged(Cause cause) {
      this.cause = cause;
    }
  }

  private final Faults faults =
      fault -> fault instanceof Judged judged ? judged.cause : Cause.UNNAMED;

  @Test
  void aFaultIsJudgedByItsCauseToo() {
    assertThat(faults.ofAll(new IOException(new IOException(new Judged(Cause.AWAY)))))
        .isEqualTo(Cause.AWAY);
  }

  @Test
  void whatWasSuppressedIsJudgedToo() {
    Exception closing = new IOException("the work failed");
    closing.addSuppressed(new IOException(new Judged(Cause.AWAY)));
    assertThat(faults.ofAll(closing)).isEqualTo(Cause.AWAY);
  }

  @Test
  void whatNobodyJudgesHasNoOpinion() {
    assertThat(faults.ofAll(new IOException(new IllegalStateException("x"))))
        .isEqualTo(Cause.UNNAMED);
  }

  @ParameterizedTest
  @CsvSource({
    "UNNAMED, REFUSED, REFUSED",
    "REFUSED, UNNAMED, REFUSED",
    "UNTOLD, REFUSED, REFUSED",
    "UNREACHED, REFUSED, REFUSED",
    "REFUSED, UNREACHED, REFUSED",
    "CUT_OFF, AWAY, CUT_OFF",
    "HELD_UP, CUT_OFF, HELD_UP",
    "REFUSED, HELD_UP, REFUSED",
    "UNREACHED, CUT_OFF, CUT_OFF",
    "REFUSED, INHERITED, INHERITED",
    "INHERITED, REFUSED, INHERITED",
    "INHERITED, OUTRUN, OUTRUN",
    "REFUSED, AWAY, AWAY",
    "OUTRUN, AWAY, AWAY",
    "AWAY, OUTRUN, AWAY",
    "LOCKED, TIMED_OUT, TIMED_OUT",
    "AWAY, INTERRUPTED, INTERRUPTED"
  })
  void theLastLineOfTheTableCountsWhereverItStands(Cause outer, Cause inner, Cause found) {
    Judged fault = new Judged(outer);
    fault.initCause(new Judged(inner));
    assertThat(faults.ofAll(fault)).isEqualTo(found);
  }

  @ParameterizedTest
  @CsvSource({
    "BEGIN, UNNAMED, NOT_BEGUN",
    "BEGIN, REFUSED, NOT_BEGUN",
    "WORK, UNNAMED, UNNAMED",
    "COMMIT, UNNAMED, UNNAMED",
    "COMMIT, UNTOLD, UNTOLD",
    "OVERTIME, UNNAMED, OVERTIME",
    "OVERTIME, UNTOLD, OVERTIME",
    "OVERTIME, REFUSED, REFUSED",
    "OVERTIME, UNREACHED, UNREACHED",
    "OVERTIME, OUTRUN, OUTRUN"
  })
  void whereItFailedTellsOnlyThatNothingWasBegunOrThatItTookTooLong(
      During during, Cause told, Cause found) {
    assertThat(faults.of(new RolledBack<>(during, new Judged(told)))).isEqualTo(found);
  }

  @Test
  void misuseNeverPassesWhateverLiesBehindIt() {
    TransactionEnded misuse = new TransactionEnded("the work ended its transaction");
    misuse.addSuppressed(new Judged(Cause.AWAY));
    assertThat(faults.ofAll(misuse)).isEqualTo(Cause.MISUSED);
    assertThat(faults.ofAll(new IOException(misuse))).isEqualTo(Cause.MISUSED);
  }

  @Test
  void faultsThatAreEachOthersCauseAreJudgedOnceAndToTheEnd() {
    IOException first = new IOException("a");
    IOException second = new IOException("b", first);
    first.initCause(second);
    second.addSuppressed(new Judged(Cause.REFUSED));
    assertThat(faults.ofAll(first)).isEqualTo(Cause.REFUSED);
  }

  @Test
  void whatIsNoFailureOfTheMessagePasses() {
    assertThat(Cause.values())
        .allSatisfy(
            cause -> assertThat(cause.passes()).isEqualTo(cause.verdict() != Verdict.FAILURE));
  }

  /** What counts as an attempt ends by that; what passes ends by its stops, or with its rival. */
  @Test
  void whatNeverEndsIsEnded() {
    assertThat(Cause.values())
        .allSatisfy(
            cause ->
                assertThat(cause.bound() == Cause.Bound.ATTEMPTS)
                    .as(cause.name())
                    .isEqualTo(cause.verdict() == Verdict.FAILURE));
  }

  @Test
  void theFirstJudgeWhoHasAnOpinionIsHeard() {
    Faults silent = fault -> Cause.UNNAMED;
    Faults severe = fault -> Cause.REFUSED;
    assertThat(Faults.firstOf(List.of(silent, faults, severe)).of(new Judged(Cause.AWAY)))
        .isEqualTo(Cause.AWAY);
    assertThat(Faults.firstOf(List.of(silent, severe, faults)).of(new Judged(Cause.AWAY)))
        .isEqualTo(Cause.REFUSED);
    assertThat(Faults.firstOf(List.of(silent)).of(new Judged(Cause.AWAY))).isEqualTo(Cause.UNNAMED);
  }
}
