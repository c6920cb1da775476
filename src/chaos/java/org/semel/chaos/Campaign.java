// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.awaitility.Awaitility.await;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.semel.chaos.Facts.Doubts;
import org.semel.chaos.Strike.Moment.ByChance;
import org.semel.chaos.Strike.Target;

/** Part after part of the work, and a kill in each; then a look at what has become of all of it. */
final class Campaign {

  private static final int BACKLOG = 50;

  /** At the facts, should somebody be in the middle of a transaction each time. */
  private static final int MOST_LOOKS = 10;

  private final Options options;
  private final Estate estate;
  private final Ledger ledger;
  private final Sender sender;
  private final Aim aim;
  private final Story story;
  private final Duration patience;
  private final Recoveries recoveries = new Recoveries();
  private final Coverage coverage = new Coverage();
  private final List<String> faults = new ArrayList<>();
  private Instant restarted = Instant.now();
  private final Unsettled unsettled = new Unsettled();
  private int parts;
  private int released;

  Campaign(Options options, Estate estate, PrintStream out) {
    this.options = options;
    this.estate = estate;
    this.patience = options.stage().recovery().patience();
    this.story = new Story(out, options.seed());
    this.ledger = new Ledger(estate.directory.resolve("ledger.txt"));
    this.sender = new Sender(ledger, estate::producer, new Random(options.seed()));
    this.aim = new Aim(estate, sender, options.messages() / partsInAll());
  }

  /** Returns what is wrong; empty if the promise held. */
  List<String> run(List<Strike> plan) {
    if (estate.nodes.size() > 1) {
      estate.nodes.forEach(this::restart);
    } else {
      sender.release(part());
    }
    awaitUntil("the first part is worked off", () -> estate.queued() == 0 && sender.isDone());
    for (int i = 0; i < plan.size(); i++) {
      boolean disturbed = i + 1 < plan.size() && plan.get(i + 1).again();
      strike(plan.get(i), part());
      if (!disturbed) {
        recover(plan.get(i));
      }
    }
    awaitUntil("all is worked off", this::isQuiet);
    sender.close();
    return conclude(plan);
  }

  /** One for each kill; and before, one for each server: the only one works it off in peace. */
  private List<Order> part() {
    int until = (int) ((long) options.messages() * ++parts / partsInAll());
    List<Order> orders =
        IntStream.range(released, until)
            .mapToObj(line -> Order.of("run" + options.seed(), line))
            .toList();
    released = until;
    return orders;
  }

  private int partsInAll() {
    return options.kills() + estate.nodes.size();
  }

  private void restart(Node node) {
    Doubts leftInOrder = new InTurn(estate, sender, story).restart(node, part());
    if (leftInOrder.count() > 0) {
      faults.add("a server that was stopped in order has left in doubt: " + leftInOrder);
    }
  }

  private void strike(Strike strike, List<Order> orders) {
    Target target = estate.hit(strike.target());
    Node node = estate.node(strike);
    int before = sender.confirmed();
    aim.arm(strike);
    sender.release(orders);
    boolean hit = aim.take(strike, new Aim.Since(restarted, before + orders.size()));
    if (!hit || strike.moment() instanceof ByChance || target != Target.SERVER) {
      estate.kill(strike);
    }
    Instant killed = now();
    Doubts left = visibleDoubts(target, node);
    node.armed().release();
    restarted = now();
    estate.restart(strike);
    if (target != Target.SERVER) {
      left = left.and(estate.foundAgain(target, killed, left.and(unsettled.all())));
    }
    coverage.add(strike, hit, unsettled.isAmong(left), left);
    unsettled.add(strike, left, restarted);
    story.struck(strike, hit, left, estate.effects());
  }

  private Doubts visibleDoubts(Target down, Node node) {
    return down == Target.SERVER ? estate.doubtsLeftBy(node) : estate.visibleDoubts(down);
  }

  /** Waits until nothing is in doubt of what the last kill left so, and the work goes on. */
  private void recover(Strike strike) {
    if (!awaitUntil("what was in doubt is ended", () -> isSettled(strike))) {
      unsettled.giveUp();
    }
    estate.nodes.forEach(Node::awaitStart);
    awaitUntil("the backlog is worked off", () -> sender.isDone() && estate.queued() < BACKLOG);
  }

  private boolean isSettled(Strike last) {
    putBack();
    if (!unsettled.isEmpty()) {
      for (Unsettled.Ended ended : unsettled.ended(estate.doubts(), last, now())) {
        recoveries.add(ended.lasted(), ended.kills());
        story.recovered(ended.strike(), ended.lasted());
      }
    }
    return unsettled.isEmpty();
  }

  /** The one thing that a person has to do (docs/limits.md), and so it is told. */
  private void putBack() {
    estate.putBack().forEach(record -> story.tell("was set aside, and is put back: " + record));
  }

  private boolean isQuiet() {
    putBack();
    return sender.isDone()
        && estate.queued() == 0
        && estate.postgres.number(
                "SELECT count(*) FROM semel_intent WHERE state IN ('pending', 'leased')")
            == 0
        && estate.doubts().count() == 0;
  }

  private boolean awaitUntil(String what, Callable<Boolean> condition) {
    try {
      await()
          .atMost(patience)
          .pollInterval(Duration.ofMillis(200))
          .ignoreExceptions() // somebody is still starting
          .until(condition);
      return true;
    } catch (ConditionTimeoutException e) {
      faults.add("waited in vain for %d minutes until %s".formatted(patience.toMinutes(), what));
      story.tell(faults.get(faults.size() - 1));
      estate.logs().forEach(story::tell);
      return false;
    }
  }

  private List<String> conclude(List<Strike> plan) {
    Facts facts = factsAtRest();
    Map<String, Ledger.Entry> entries = ledger.entries();
    Verdict verdict = Verdict.of(entries, facts, key -> true);
    ledger.close();
    faults.addAll(verdict.faults());
    Scrutiny.Course course = new Scrutiny.Course(options, coverage, recoveries, failedAttempts());
    faults.addAll(Scrutiny.faults(course, entries, facts.deliveries()));
    if (facts.effects().size() != options.messages()) {
      faults.add("effects: %d of %d".formatted(facts.effects().size(), options.messages()));
    }
    story.windows(coverage.lines(), recoveries);
    story.log(estate.notes(), estate.cutOff());
    faults.forEach(story::violated);
    story.last(new Story.Last(options, plan, facts, verdict, recoveries));
    return faults;
  }

  /**
   * What stays in doubt is a fault. What is prepared only while we look is not: a server that was
   * started again proves itself, with two branches that it prepares and rolls back.
   */
  private Facts factsAtRest() {
    Facts facts = estate.facts("run" + options.seed());
    for (int look = 0; look < MOST_LOOKS && !facts.left().doubts().isEmpty(); look++) {
      Doubts seen = facts.left().doubts();
      if (!awaitUntil("what is in doubt is ended", () -> seen.endedBy(estate.doubts()))) {
        return facts;
      }
      facts = estate.facts("run" + options.seed());
    }
    return facts;
  }

  /** Nothing that is sent here fails by itself. */
  private List<String> failedAttempts() {
    return estate.nodes.stream().flatMap(node -> node.failedAttempts().stream()).toList();
  }

  private static Instant now() {
    return Instant.now();
  }
}
