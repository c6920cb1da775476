// SPDX-License-Identifier: Apache-2.0
package org.semel.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.semel.Together;
import org.semel.tx.Completion.Committed;
import org.semel.tx.Completion.Discarded;
import org.semel.tx.Decision;
import org.semel.tx.Transactions;

/** What every memory promises to those who forget from it. */
public abstract class ForgettingContract {

  protected static final Duration TIMEOUT = Duration.ofSeconds(60);
  public static final Pace PACE = Pace.every(Duration.ofHours(1));
  private static final Duration TWO_HOURS = Duration.ofHours(2);

  public final String owner = "c-" + UUID.randomUUID();

  protected abstract Transactions transactions();

  protected abstract Forgetting forgetting();

  /** Puts a row into the memory, which is so old and committed. */
  protected abstract void put(Kept kept, String whose, String id, Duration age);

  protected abstract boolean has(Kept kept, String whose, String id);

  /** Parks the message of a claim. */
  protected abstract void park(String whose, String id);

  /** Parks a message of an aggregate. */
  protected abstract void parkOf(String whose, String aggregate);

  /** Lets lease or rest run out. */
  protected abstract void lapse(Kept kept);

  @BeforeEach
  void everyTurnIsFree() {
    List.of(Kept.values()).forEach(this::lapse);
  }

  @ParameterizedTest
  @EnumSource(
      value = Kept.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"WINDOW", "AUDIT"})
  void whatOutlivedItsTimeIsForgottenAndNothingElse(Kept kept) {
    put(kept, owner, "old", Duration.ofHours(3));
    put(kept, owner, "young", Duration.ofHours(1));
    put(kept, owner + "-unspoken", "old", Duration.ofDays(300));
    declare(new Rule(kept, owner, TWO_HOURS));
    assertThat(sweep(kept)).isGreaterThanOrEqualTo(1);
    assertThat(has(kept, owner, "old")).isFalse();
    assertThat(has(kept, owner, "young")).isTrue();
    assertThat(has(kept, owner + "-unspoken", "old")).isTrue();
  }

  @Test
  void aLaterWordOnTheSameOwnerReplacesTheEarlierOne() {
    put(Kept.CLAIM, owner, "a", Duration.ofHours(3));
    declare(new Rule(Kept.CLAIM, owner, TWO_HOURS));
    declare(new Rule(Kept.CLAIM, owner, Duration.ofHours(4)));
    sweep(Kept.CLAIM);
    assertThat(has(Kept.CLAIM, owner, "a")).isTrue();
  }

  @Test
  void theClaimOfAMessageThatIsParkedIsKept() {
    put(Kept.CLAIM, owner, "a", Duration.ofDays(300));
    park(owner, "a");
    declare(new Rule(Kept.CLAIM, owner, TWO_HOURS));
    sweep(Kept.CLAIM);
    assertThat(has(Kept.CLAIM, owner, "a")).isTrue();
  }

  @Test
  void anAggregateIsNotForgottenWhileAMessageOfItIsParkedAndOthersAre() {
    put(Kept.AGGREGATE, owner, "a", Duration.ofDays(300));
    put(Kept.AGGREGATE, owner, "b", Duration.ofDays(300));
    parkOf(owner, "a");
    declare(new Rule(Kept.AGGREGATE, owner, TWO_HOURS));
    sweep(Kept.AGGREGATE);
    assertThat(has(Kept.AGGREGATE, owner, "a")).isTrue();
    assertThat(has(Kept.AGGREGATE, owner, "b")).isFalse();
  }

  @Test
  void noAggregateOfAConsumerIsForgottenWhileAMessageIsParkedOfWhichNobodyKnowsTheAggregate() {
    put(Kept.AGGREGATE, owner, "a", Duration.ofDays(300));
    put(Kept.AGGREGATE, owner + "-other", "a", Duration.ofDays(300));
    park(owner, "m");
    declare(
        new Rule(Kept.AGGREGATE, owner, TWO_HOURS),
        new Rule(Kept.AGGREGATE, owner + "-other", TWO_HOURS));
    sweep(Kept.AGGREGATE);
    assertThat(has(Kept.AGGREGATE, owner, "a")).isTrue();
    assertThat(has(Kept.AGGREGATE, owner + "-other", "a")).isFalse();
  }

  @Test
  void anAggregateThatIsKeptForGoodAfterAllIsKept() {
    put(Kept.AGGREGATE, owner, "a", Duration.ofDays(300));
    declare(new Rule(Kept.AGGREGATE, owner, TWO_HOURS));
    declare(new Rule(Kept.AGGREGATE, owner, Rule.FOR_GOOD));
    sweep(Kept.AGGREGATE);
    assertThat(has(Kept.AGGREGATE, owner, "a")).isTrue();
  }

  @Test
  void oneSweepsAtATimeHoweverManyAsk() {
    long turns =
        Together.call(16, i -> take(Kept.CLAIM)).stream().filter(Optional::isPresent).count();
    assertThat(turns).isEqualTo(1);
  }

  @Test
  void afterARoundAllRest() {
    sweep(Kept.INTENT);
    assertThat(take(Kept.INTENT)).isEmpty();
    lapse(Kept.INTENT);
    assertThat(take(Kept.INTENT)).isPresent();
  }

  @Test
  void oneKindsTurnIsNoOtherKinds() {
    assertThat(take(Kept.CLAIM)).isPresent();
    assertThat(take(Kept.INTENT)).isPresent();
  }

  @Test
  void aHolderWhoseLeaseHasPassedOnChangesNothing() {
    put(Kept.CLAIM, owner, "a", Duration.ofHours(3));
    declare(new Rule(Kept.CLAIM, owner, TWO_HOURS));
    Turn slow = take(Kept.CLAIM).orElseThrow();
    lapse(Kept.CLAIM);
    Turn next = take(Kept.CLAIM).orElseThrow();
    assertThat(step(slow)).isEqualTo(new Step.Lost());
    assertThat(has(Kept.CLAIM, owner, "a")).isTrue();
    assertThat(step(next)).isNotEqualTo(new Step.Lost());
  }

  @Test
  void aStepThatIsRolledBackHasForgottenNothing() {
    put(Kept.CLAIM, owner, "a", Duration.ofHours(3));
    declare(new Rule(Kept.CLAIM, owner, TWO_HOURS));
    Turn turn = take(Kept.CLAIM).orElseThrow();
    transactions().inNew(TIMEOUT, () -> Decision.discard(forgetting().step(turn, PACE)));
    assertThat(has(Kept.CLAIM, owner, "a")).isTrue();
  }

  public final void declare(Rule... rules) {
    inNew(
        () -> {
          forgetting().declare(List.of(rules));
          return true;
        });
  }

  public final Optional<Turn> take(Kept kept) {
    return inNew(() -> forgetting().take(kept, PACE));
  }

  protected final Step step(Turn turn) {
    return inNew(() -> forgetting().step(turn, PACE));
  }

  /** A whole round; how many rows it forgot. */
  public final int sweep(Kept kept) {
    lapse(kept);
    Turn turn = take(kept).orElseThrow();
    int forgotten = 0;
    while (true) {
      Step step = step(turn);
      if (step instanceof Step.Finished finished) {
        return forgotten + finished.forgotten();
      }
      forgotten += ((Step.Advanced) step).forgotten();
    }
  }

  public final <T> T inNew(java.util.function.Supplier<T> act) {
    var completion = transactions().inNew(TIMEOUT, () -> Decision.commit(act.get()));
    if (completion instanceof Discarded<T> discarded) {
      return discarded.value();
    }
    assertThat(completion).isInstanceOf(Committed.class);
    return ((Committed<T>) completion).value();
  }
}
