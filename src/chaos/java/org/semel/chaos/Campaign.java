// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.awaitility.Awaitility.await;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.semel.chaos.Facts.Doubts;
import org.semel.chaos.Strike.Moment.ByChance;
import org.semel.chaos.Strike.Moment.InWindow;
import org.semel.chaos.Strike.Target;

/**
 * Portion after portion of work, and a kill in each; then a look at what has become of all of it.
 */
final class Campaign {

  private static final Duration AIM = Duration.ofSeconds(40);
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final int BACKLOG = 50;

  private final Options options;
  private final Estate estate;
  private final Ledger ledger;
  private final Sender sender;
  private final Random random;
  private final Story story;
  private final Recoveries recoveries = new Recoveries();
  private final Coverage coverage = new Coverage();
  private final List<String> faults = new ArrayList<>();
  private Instant restarted = Instant.now();
  private Doubts left = Doubts.NONE;
  private int released;

  Campaign(Options options, Estate estate, PrintStream out) {
    this.options = options;
    this.estate = estate;
    this.random = new Random(options.seed());
    this.story = new Story(out, options.seed());
    this.ledger = new Ledger(estate.directory.resolve("ledger.txt"));
    this.sender = new Sender(ledger, estate::producer, new Random(options.seed()));
  }

  /** Returns what is wrong; empty if the promise held. */
  List<String> run() {
    List<Strike> plan = Plan.of(options.kills(), random);
    sender.release(portion(0, options.kills() + 1));
    awaitUntil("the first portion is worked off", () -> estate.queued() == 0 && sender.isDone());
    for (int i = 0; i < plan.size(); i++) {
      boolean disturbed = i + 1 < plan.size() && plan.get(i + 1).again();
      strike(plan.get(i), portion(i + 1, options.kills() + 1));
      if (!disturbed) {
        recover(plan.get(i));
      }
    }
    awaitUntil("all is worked off", this::isQuiet);
    sender.close();
    return conclude(plan);
  }

  /** The first is worked off in peace. */
  private List<Order> portion(int number, int of) {
    int until = (int) ((long) options.messages() * (number + 1) / of);
    List<Order> orders =
        IntStream.range(released, until)
            .mapToObj(line -> Order.of("run" + options.seed(), line))
            .toList();
    released = until;
    return orders;
  }

  private void strike(Strike strike, List<Order> orders) {
    Target target = estate.hit(strike.target());
    int before = sender.confirmed();
    if (strike.moment() instanceof InWindow in) {
      arm(in, target);
    }
    sender.release(orders);
    boolean hit = aim(strike, target, before + orders.size());
    if (!hit || strike.moment() instanceof ByChance || target != Target.SERVER) {
      estate.kill(target);
    }
    left = (strike.again() ? left : Doubts.NONE).and(estate.visibleDoubts(target));
    estate.armed.release();
    restarted = Instant.now();
    estate.restart(target);
    if (target != Target.SERVER) {
      left = left.and(estate.visibleDoubts(Target.SERVER));
    }
    coverage.add(strike, hit, left);
    story.struck(strike, hit, left, estate.effects());
  }

  private void arm(InWindow in, Target target) {
    if (target == Target.SERVER) {
      estate.armed.halt(in.window(), in.skip());
    } else {
      estate.armed.hold(in.window(), in.skip());
    }
  }

  /** Waits for the moment; false if it did not come. */
  private boolean aim(Strike strike, Target target, int confirmed) {
    try {
      if (strike.moment() instanceof ByChance chance) {
        awaitMoment(chance, strike.again(), confirmed);
      } else if (target == Target.SERVER) {
        return estate.server.awaitEnd(AIM);
      } else {
        await().atMost(AIM).pollInterval(Duration.ofMillis(5)).until(estate.armed::isHeld);
      }
      return true;
    } catch (ConditionTimeoutException itDidNotCome) {
      return false;
    }
  }

  /** Somewhere in the portion; or somewhere in the boot and recovery of what was killed before. */
  private void awaitMoment(ByChance chance, boolean again, int confirmed) {
    if (again) {
      Instant moment = restarted.plusMillis((long) (500 + chance.share() * 15_000));
      await().atMost(AIM).pollInterval(Duration.ofMillis(20)).until(() -> now().isAfter(moment));
      return;
    }
    int portion = options.messages() / (options.kills() + 1);
    int sends = (int) (confirmed - portion * (1 - chance.share()));
    await().atMost(AIM).pollInterval(Duration.ofMillis(2)).until(() -> sender.confirmed() >= sends);
  }

  /** Waits until nothing is in doubt of what the last kill left so, and the work goes on. */
  private void recover(Strike strike) {
    if (left.count() > 0) {
      awaitUntil("what was in doubt is ended", () -> left.endedBy(estate.doubts()));
      Duration lasted = Duration.between(restarted, now());
      recoveries.add(lasted);
      story.recovered(strike, lasted);
    }
    estate.server.awaitStart();
    awaitUntil("the backlog is worked off", () -> sender.isDone() && estate.queued() < BACKLOG);
  }

  private boolean isQuiet() {
    return sender.isDone()
        && estate.queued() == 0
        && estate.postgres.number(
                "SELECT count(*) FROM semel_intent WHERE state IN ('pending', 'leased')")
            == 0
        && estate.doubts().count() == 0;
  }

  private void awaitUntil(String what, Callable<Boolean> condition) {
    try {
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(200))
          .ignoreExceptions() // somebody is still starting
          .until(condition);
    } catch (ConditionTimeoutException e) {
      faults.add("waited in vain for %d minutes until %s".formatted(PATIENCE.toMinutes(), what));
      story.tell(faults.get(faults.size() - 1));
    }
  }

  private List<String> conclude(List<Strike> plan) {
    Facts facts = estate.facts("run" + options.seed());
    Verdict verdict = Verdict.of(ledger.entries(), facts);
    ledger.close();
    faults.addAll(verdict.faults());
    if (facts.effects().size() != options.messages()) {
      faults.add("effects: %d of %d".formatted(facts.effects().size(), options.messages()));
    }
    story.windows(coverage.lines(), recoveries);
    story.notes(estate.notes());
    faults.forEach(story::violated);
    story.last(new Story.Last(options.messages(), plan, facts, verdict, recoveries));
    return faults;
  }

  private static Instant now() {
    return Instant.now();
  }
}
