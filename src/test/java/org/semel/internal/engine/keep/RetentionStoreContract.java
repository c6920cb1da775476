// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.semel.Together;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Completion.Discarded;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;

/** What every memory promises to those who forget from it. */
public abstract class RetentionStoreContract {

  protected static final Duration TIMEOUT = Duration.ofSeconds(60);
  public static final SweepPace PACE = SweepPace.every(Duration.ofHours(1));
  private static final Duration TWO_HOURS = Duration.ofHours(2);

  public final String owner = "c-" + UUID.randomUUID();

  protected abstract Transactions transactions();

  protected abstract RetentionStore forgetting();

  /** Puts a row into the memory, which is so old and committed. */
  protected abstract void put(RetainedKind kept, String whose, String id, Duration age);

  protected abstract boolean has(RetainedKind kept, String whose, String id);

  /** Parks the message of a claim. */
  protected abstract void park(String whose, String id);

  /** Parks a message of an aggregate. */
  protected abstract void parkOf(String whose, String aggregate);

  /** Lets lease or rest run out. */
  protected abstract void lapse(RetainedKind kept);

  @BeforeEach
  void everyTurnIsFree() {
    List.of(RetainedKind.values()).forEach(this::lapse);
  }

  @ParameterizedTest
  @EnumSource(
      value = RetainedKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"WINDOW", "AUDIT", "REQUEST"})
  void whatOutlivedItsTimeIsForgottenAndNothingElse(RetainedKind kept) {
    put(kept, owner, "old", Duration.ofHours(3));
    put(kept, owner, "young", Duration.ofHours(1));
    put(kept, owner + "-unspoken", "old", Duration.ofDays(300));
    declare(new RetentionRule(kept, owner, TWO_HOURS));
    assertThat(sweep(kept)).isGreaterThanOrEqualTo(1);
    assertThat(has(kept, owner, "old")).isFalse();
    assertThat(has(kept, owner, "young")).isTrue();
    assertThat(has(kept, owner + "-unspoken", "old")).isTrue();
  }

  @Test
  void aLaterWordOnTheSameOwnerReplacesTheEarlierOne() {
    put(RetainedKind.CLAIM, owner, "a", Duration.ofHours(3));
    declare(new RetentionRule(RetainedKind.CLAIM, owner, TWO_HOURS));
    declare(new RetentionRule(RetainedKind.CLAIM, owner, Duration.ofHours(4)));
    sweep(RetainedKind.CLAIM);
    assertThat(has(RetainedKind.CLAIM, owner, "a")).isTrue();
  }

  /** Otherwise a slip of the policy, or who writes rules, would empty a memory at once. */
  @ParameterizedTest
  @EnumSource(
      value = RetainedKind.class,
      names = {"CLAIM", "INTENT", "PARKED", "STORED", "AGGREGATE", "PLAN_ITEM", "PLAN"})
  void aShorterWordFreesNothingOfWhatIsRememberedOrWasDone(RetainedKind kept) {
    put(kept, owner, "a", Duration.ofHours(3));
    declare(new RetentionRule(kept, owner, Duration.ofHours(4)));
    declare(new RetentionRule(kept, owner, TWO_HOURS));
    sweep(kept);
    assertThat(has(kept, owner, "a")).isTrue();
  }

  @Test
  void whatAnotherReliesOnIsKeptForTheLongerOfTwoTimes() {
    put(RetainedKind.CLAIM, owner, "a", Duration.ofHours(3));
    declare(new RetentionRule(RetainedKind.CLAIM, owner, TWO_HOURS));
    prolong(new RetentionRule(RetainedKind.CLAIM, owner, Duration.ofHours(4)));
    prolong(new RetentionRule(RetainedKind.CLAIM, owner, TWO_HOURS));
    sweep(RetainedKind.CLAIM);
    assertThat(has(RetainedKind.CLAIM, owner, "a")).isTrue();
  }

  @ParameterizedTest
  @EnumSource(RetainedKind.class)
  void aShorterWordOnWhatIsRememberedOrWasDoneIsPendingUntilTheLongerOneHasPassed(
      RetainedKind kept) {
    RetentionRule longer = new RetentionRule(kept, owner, Duration.ofDays(2));
    RetentionRule shorter = new RetentionRule(kept, owner, Duration.ofDays(1));
    declare(longer);
    assertThat(pending(longer)).isEmpty();
    declare(shorter);
    List<PendingRule> pending = pending(shorter);
    if (kept.shrinksAtOnce()) {
      assertThat(pending).isEmpty();
      return;
    }
    assertThat(pending).hasSize(1);
    assertThat(pending.get(0).said()).isEqualTo(shorter);
    assertThat(pending.get(0).counts()).isEqualTo(longer.age());
    assertThat(pending.get(0).until()).isAfter(Instant.now().plus(shorter.age()));
    declare(longer);
    assertThat(pending(longer)).isEmpty();
  }

  private List<PendingRule> pending(RetentionRule rule) {
    return inNew(() -> forgetting().pending(List.of(rule)));
  }

  private void prolong(RetentionRule rule) {
    inNew(
        () -> {
          forgetting().prolong(rule);
          return true;
        });
  }

  @Test
  void theClaimOfAMessageThatIsParkedIsKept() {
    put(RetainedKind.CLAIM, owner, "a", Duration.ofDays(300));
    park(owner, "a");
    declare(new RetentionRule(RetainedKind.CLAIM, owner, TWO_HOURS));
    sweep(RetainedKind.CLAIM);
    assertThat(has(RetainedKind.CLAIM, owner, "a")).isTrue();
  }

  @Test
  void anAggregateIsNotForgottenWhileAMessageOfItIsParkedAndOthersAre() {
    put(RetainedKind.AGGREGATE, owner, "a", Duration.ofDays(300));
    put(RetainedKind.AGGREGATE, owner, "b", Duration.ofDays(300));
    parkOf(owner, "a");
    declare(new RetentionRule(RetainedKind.AGGREGATE, owner, TWO_HOURS));
    sweep(RetainedKind.AGGREGATE);
    assertThat(has(RetainedKind.AGGREGATE, owner, "a")).isTrue();
    assertThat(has(RetainedKind.AGGREGATE, owner, "b")).isFalse();
  }

  @Test
  void noAggregateOfAConsumerIsForgottenWhileAMessageIsParkedOfWhichNobodyKnowsTheAggregate() {
    put(RetainedKind.AGGREGATE, owner, "a", Duration.ofDays(300));
    put(RetainedKind.AGGREGATE, owner + "-other", "a", Duration.ofDays(300));
    park(owner, "m");
    declare(
        new RetentionRule(RetainedKind.AGGREGATE, owner, TWO_HOURS),
        new RetentionRule(RetainedKind.AGGREGATE, owner + "-other", TWO_HOURS));
    sweep(RetainedKind.AGGREGATE);
    assertThat(has(RetainedKind.AGGREGATE, owner, "a")).isTrue();
    assertThat(has(RetainedKind.AGGREGATE, owner + "-other", "a")).isFalse();
  }

  @Test
  void anAggregateThatIsKeptForGoodAfterAllIsKept() {
    put(RetainedKind.AGGREGATE, owner, "a", Duration.ofDays(300));
    declare(new RetentionRule(RetainedKind.AGGREGATE, owner, TWO_HOURS));
    declare(new RetentionRule(RetainedKind.AGGREGATE, owner, RetentionRule.FOR_GOOD));
    sweep(RetainedKind.AGGREGATE);
    assertThat(has(RetainedKind.AGGREGATE, owner, "a")).isTrue();
  }

  @Test
  void oneSweepsAtATimeHoweverManyAsk() {
    long turns =
        Together.call(16, i -> take(RetainedKind.CLAIM)).stream()
            .filter(Optional::isPresent)
            .count();
    assertThat(turns).isEqualTo(1);
  }

  @Test
  void afterARoundAllRest() {
    sweep(RetainedKind.INTENT);
    assertThat(take(RetainedKind.INTENT)).isEmpty();
    lapse(RetainedKind.INTENT);
    assertThat(take(RetainedKind.INTENT)).isPresent();
  }

  @Test
  void oneKindsTurnIsNoOtherKinds() {
    assertThat(take(RetainedKind.CLAIM)).isPresent();
    assertThat(take(RetainedKind.INTENT)).isPresent();
  }

  @Test
  void aHolderWhoseLeaseHasPassedOnChangesNothing() {
    put(RetainedKind.CLAIM, owner, "a", Duration.ofHours(3));
    declare(new RetentionRule(RetainedKind.CLAIM, owner, TWO_HOURS));
    SweepLease slow = take(RetainedKind.CLAIM).orElseThrow();
    lapse(RetainedKind.CLAIM);
    SweepLease next = take(RetainedKind.CLAIM).orElseThrow();
    assertThat(step(slow)).isEqualTo(new SweepStep.LeaseExpired());
    assertThat(has(RetainedKind.CLAIM, owner, "a")).isTrue();
    assertThat(step(next)).isNotEqualTo(new SweepStep.LeaseExpired());
  }

  @Test
  void aStepThatIsRolledBackHasForgottenNothing() {
    put(RetainedKind.CLAIM, owner, "a", Duration.ofHours(3));
    declare(new RetentionRule(RetainedKind.CLAIM, owner, TWO_HOURS));
    SweepLease turn = take(RetainedKind.CLAIM).orElseThrow();
    transactions().inNew(TIMEOUT, () -> Decision.discard(forgetting().step(turn, PACE)));
    assertThat(has(RetainedKind.CLAIM, owner, "a")).isTrue();
  }

  public final void declare(RetentionRule... rules) {
    inNew(
        () -> {
          forgetting().declare(List.of(rules));
          return true;
        });
  }

  public final Optional<SweepLease> take(RetainedKind kept) {
    return inNew(() -> forgetting().take(kept, PACE));
  }

  protected final SweepStep step(SweepLease turn) {
    return inNew(() -> forgetting().step(turn, PACE));
  }

  /** A whole round; how many rows it forgot. */
  public final int sweep(RetainedKind kept) {
    lapse(kept);
    SweepLease turn = take(kept).orElseThrow();
    int forgotten = 0;
    while (true) {
      SweepStep step = step(turn);
      if (step instanceof SweepStep.Finished finished) {
        return forgotten + finished.forgotten();
      }
      forgotten += ((SweepStep.Advanced) step).forgotten();
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
