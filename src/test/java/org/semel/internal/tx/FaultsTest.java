// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.tx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.tx.Faults.Opinion;

/** What is made of a fault with all that lies behind it. */
class FaultsTest {

  private static final class Judged extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final Opinion opinion;

    Judged(Opinion opinion) {
      this.opinion = opinion;
    }
  }

  private final Faults faults =
      fault -> fault instanceof Judged judged ? judged.opinion : Opinion.NONE;

  @Test
  void aFaultIsJudgedByItsCauseToo() {
    assertThat(faults.ofAll(new IOException(new IOException(new Judged(Opinion.TRANSIENT)))))
        .isEqualTo(Opinion.TRANSIENT);
  }

  @Test
  void whatWasSuppressedIsJudgedToo() {
    Exception closing = new IOException("the work failed");
    closing.addSuppressed(new IOException(new Judged(Opinion.TRANSIENT)));
    assertThat(faults.ofAll(closing)).isEqualTo(Opinion.TRANSIENT);
  }

  @Test
  void whatNobodyJudgesHasNoOpinion() {
    assertThat(faults.ofAll(new IOException(new IllegalStateException("x"))))
        .isEqualTo(Opinion.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, LASTING, LASTING",
    "LASTING, NONE, LASTING",
    "UNREACHED, LASTING, LASTING",
    "LASTING, UNREACHED, LASTING",
    "LASTING, CUT_OFF, LASTING",
    "CUT_OFF, TRANSIENT, CUT_OFF",
    "HELD_UP, CUT_OFF, HELD_UP",
    "LASTING, HELD_UP, LASTING",
    "UNREACHED, CUT_OFF, CUT_OFF",
    "LASTING, INHERITED, INHERITED",
    "INHERITED, LASTING, INHERITED",
    "INHERITED, CONTENDED, CONTENDED",
    "LASTING, TRANSIENT, TRANSIENT"
  })
  void theStrongestWordWinsWhereverItStands(Opinion outer, Opinion inner, Opinion found) {
    Judged fault = new Judged(outer);
    fault.initCause(new Judged(inner));
    assertThat(faults.ofAll(fault)).isEqualTo(found);
  }

  @ParameterizedTest
  @CsvSource({"CONTENDED, TRANSIENT, CONTENDED", "TRANSIENT, CONTENDED, TRANSIENT"})
  void theFirstDecisiveWordStands(Opinion outer, Opinion inner, Opinion found) {
    Judged fault = new Judged(outer);
    fault.initCause(new Judged(inner));
    assertThat(faults.ofAll(fault)).isEqualTo(found);
  }

  @Test
  void misuseNeverPassesWhateverLiesBehindIt() {
    TransactionEnded misuse = new TransactionEnded("the work ended its transaction");
    misuse.addSuppressed(new Judged(Opinion.TRANSIENT));
    assertThat(faults.ofAll(misuse)).isEqualTo(Opinion.LASTING);
    assertThat(faults.ofAll(new IOException(misuse))).isEqualTo(Opinion.LASTING);
  }

  @Test
  void faultsThatAreEachOthersCauseAreJudgedOnceAndToTheEnd() {
    IOException first = new IOException("a");
    IOException second = new IOException("b", first);
    first.initCause(second);
    second.addSuppressed(new Judged(Opinion.LASTING));
    assertThat(faults.ofAll(first)).isEqualTo(Opinion.LASTING);
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, false",
    "UNREACHED, true",
    "HELD_UP, true",
    "CUT_OFF, false",
    "LASTING, false",
    "INHERITED, false",
    "CONTENDED, true",
    "TRANSIENT, true"
  })
  void whatGoesAwayByItselfIsNoFailureOfTheMessage(Opinion opinion, boolean passes) {
    assertThat(opinion.passes()).isEqualTo(passes);
  }

  @Test
  void theFirstJudgeWhoHasAnOpinionIsHeard() {
    Faults silent = fault -> Opinion.NONE;
    Faults severe = fault -> Opinion.LASTING;
    assertThat(Faults.firstOf(List.of(silent, faults, severe)).of(new Judged(Opinion.TRANSIENT)))
        .isEqualTo(Opinion.TRANSIENT);
    assertThat(Faults.firstOf(List.of(silent, severe, faults)).of(new Judged(Opinion.TRANSIENT)))
        .isEqualTo(Opinion.LASTING);
    assertThat(Faults.firstOf(List.of(silent)).of(new Judged(Opinion.TRANSIENT)))
        .isEqualTo(Opinion.NONE);
  }
}
