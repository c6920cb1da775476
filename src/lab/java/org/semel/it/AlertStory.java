// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.semel.alerts.AlertFault;
import org.semel.alerts.Phase;
import org.semel.alerts.Scrape;
import org.semel.estate.Postgres;
import org.semel.estate.ServerKind;

/**
 * Provokes the fault behind each alert on a running server, and mends it. What must last for
 * minutes begins first; the other faults come and go meanwhile.
 */
final class AlertStory implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String RIGHT =
      "EXECUTE ON FUNCTION semel_forget_claims(tid, tid) %s " + Postgres.ROLE;

  /** As if the time of each round had come; whichever application makes it. */
  private static final String ROUNDS_ARE_DUE =
      "UPDATE semel_round SET due_at = '-infinity' WHERE kept <> 'GAUGES'";

  /** Plans of other tests, that nobody would withdraw. */
  private static final String NO_PLAN_STANDS =
      "UPDATE semel_plan SET state = 'withdrawn' WHERE state IN ('frozen', 'paused', 'stopped')";

  private static final String REGISTER =
      "UPDATE semel_consumer SET queue = '%s' WHERE name = 'alerts-refused'";

  /**
   * Those that have nothing in hand: the outcome of a commit that is cut off stays unknown to the
   * server, and its doctor, also for tests to come.
   */
  private static final String END_SESSIONS =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '%s' AND state = 'idle'"
          .formatted(Postgres.ROLE);

  /** They come together, once those that are as old as the story show. */
  private static final List<AlertFault> LATER =
      List.of(
          AlertFault.REFUSED,
          AlertFault.INTERRUPTED,
          AlertFault.DENIED,
          AlertFault.OPEN,
          AlertFault.IDLE,
          AlertFault.GAP,
          AlertFault.PLAN,
          AlertFault.PAUSED,
          AlertFault.CLOGGED,
          AlertFault.AT_REST);

  private final SharedEstate estate;
  private final AlertsApplication application;
  private final Map<Phase, List<Scrape>> phases = new EnumMap<>(Phase.class);
  private @Nullable ForeignTransaction inDoubt;
  private boolean isRightRevoked;
  private boolean isDatabaseAway;

  AlertStory(ServerKind kind) {
    estate = SharedEstate.of(kind);
    application = new AlertsApplication(estate);
  }

  /** All of it; what was shown meanwhile, at least two scrapes of each phase. */
  Map<Phase, List<Scrape>> tell() {
    estate.postgres.execute(NO_PLAN_STANDS);
    application.deploy();
    show(Phase.START, () -> haveRoundsBeenMade(Phase.START, false));
    inDoubt = new ForeignTransaction(estate, "alerts-repeated");
    killWhileLeased();
    show(Phase.RESTARTED, () -> haveRoundsBeenMade(Phase.RESTARTED, false));
    trouble();
    mend();
    outlast();
    end();
    show(Phase.HEALED, () -> haveRoundsBeenMade(Phase.HEALED, false));
    away();
    return phases;
  }

  /** Once, and again when {@code next} holds. */
  private void show(Phase phase, BooleanSupplier next) {
    phases.put(phase, List.of(application.scrape()));
    showOnceMore(phase, next);
  }

  private void showOnceMore(Phase phase, BooleanSupplier next) {
    estate.postgres.execute(ROUNDS_ARE_DUE);
    await("it goes on in phase " + phase).atMost(PATIENCE).until(next::getAsBoolean);
    phases.put(
        phase, Stream.concat(phases.get(phase).stream(), Stream.of(application.scrape())).toList());
  }

  /** Since the latest scrape of {@code phase} each kind's, but for the one that {@code fails}. */
  private boolean haveRoundsBeenMade(Phase phase, boolean fails) {
    List<Scrape> shown = phases.get(phase);
    Scrape before = shown.get(shown.size() - 1);
    Scrape now = application.scrape();
    return before.samples().keySet().stream()
        .filter(sample -> sample.startsWith("semel_retention_last_success"))
        .filter(sample -> !fails || !AlertFault.RETENTION.series().contains(sample))
        .allMatch(
            sample ->
                now.value(sample).isPresent() && !now.value(sample).equals(before.value(sample)));
  }

  private void killWhileLeased() {
    application.send("alerts-hanging", 60, "stored");
    double leases = AlertFault.LEASES.threshold();
    await("workers lease and hang").until(() -> leased() > leases);
    estate.server().kill();
    show(Phase.DOWN, () -> true);
    estate.server().start();
    application.awaitReceiving();
    await("the leases of the dead are taken over")
        .atMost(PATIENCE)
        .until(() -> value(AlertFault.LEASES) > leases && isInDoubtForMoreThan(0));
  }

  private long leased() {
    return estate.postgres.number(
        "SELECT count(*) FROM semel_inbox WHERE consumer = 'alerts-hanging' AND state = 'IN_PROGRESS'");
  }

  private double value(AlertFault fault) {
    return application.scrape().value(fault.series().get(0)).orElse(0);
  }

  /** In the database and at the broker, which this node has seen since its start only. */
  private boolean isInDoubtForMoreThan(double seconds) {
    Scrape now = application.scrape();
    return AlertFault.IN_DOUBT.series().stream()
        .allMatch(series -> now.value(series).orElse(0) > seconds);
  }

  private void trouble() {
    application.send("alerts-repeated", 100, "once");
    application.send("alerts-failing", 8, "fails");
    application.send("alerts-conflict", 1, "first");
    application.send("alerts-altering", 1, "same");
    application.send("alerts-replayed", 1, "kept");
    revoke(true);
    application.awaitRow("semel_claim", "alerts-conflict");
    application.awaitRow("semel_intent", "alerts-altering");
    application.send("alerts-conflict", 1, "second");
    application.send("alerts-altering", 1, "same");
    application.replayOnceMore("alerts-replayed");
    repeat(1);
    await("all faults show").atMost(PATIENCE).until(this::allShow);
    later();
    await("retention fails").until(() -> estate.server().output().contains("SEMEL-0702"));
    phases.put(Phase.TROUBLED, List.of(application.scrape()));
    for (int times = 2; times <= 3; times++) {
      repeat(times);
      showOnceMore(Phase.TROUBLED, () -> haveRoundsBeenMade(Phase.TROUBLED, true));
    }
  }

  private void later() {
    estate.postgres.execute(REGISTER.formatted("elsewhere"));
    application.pause("alerts-held");
    await("the pause is obeyed, so that what is sent there waits")
        .atMost(PATIENCE)
        .until(() -> value(AlertFault.PAUSED) > AlertFault.PAUSED.threshold());
    application.freeze("alerts-conflict");
    application.send("alerts-interrupted", 1, "away");
    application.send("alerts-ordered", 1, "2");
    application.send("alerts-hands", 1, "stop");
    application.awaitRow("semel_held", "alerts-ordered");
    application.awaitRow("semel_claim", "alerts-hands");
    estate.postgres.execute(
        "UPDATE semel_intent SET recorded_at = recorded_at - interval '2 hours' WHERE destination = 'alerts-idle'");
    estate.postgres.execute(
        "UPDATE semel_version SET since = since - interval '30 minutes' WHERE consumer = 'alerts-ordered'");
    await("the later faults show")
        .atMost(PATIENCE)
        .until(() -> LATER.stream().allMatch(fault -> value(fault) > fault.threshold()));
  }

  private void revoke(boolean revoked) {
    estate.postgres.execute(
        revoked ? "REVOKE " + RIGHT.formatted("FROM") : "GRANT " + RIGHT.formatted("TO"));
    isRightRevoked = revoked;
    estate.postgres.execute(ROUNDS_ARE_DUE);
  }

  private void repeat(int times) {
    application.send("alerts-repeated", 100, "once");
    await("duplicates are absorbed")
        .atMost(PATIENCE)
        .until(() -> value(AlertFault.REPEATED) == 100 * times);
  }

  private boolean allShow() {
    Scrape now = application.scrape();
    return now.value(AlertFault.TERMINAL.series().get(0)).orElse(0) == 8
        && Stream.of(AlertFault.PARKED, AlertFault.ALTERED, AlertFault.REPLAYED)
            .flatMap(fault -> fault.series().stream())
            .allMatch(series -> now.value(series).orElse(0) == 1);
  }

  private void mend() {
    revoke(false);
    estate.postgres.execute(REGISTER.formatted("alerts-refused"));
    estate.postgres.execute("UPDATE alerts_gate SET mended = true");
    application.resume("alerts-held");
    application.send("alerts-ordered", 1, "1");
    application.send("alerts-hands", 1, "start");
    application.withdrawPlans();
    application.withdrawWhatWaits();
  }

  /** Both faults are older than their rules allow. */
  private void outlast() {
    await("an old message, and old transactions in doubt")
        .atMost(PATIENCE)
        .until(
            () ->
                value(AlertFault.LATE) > AlertFault.LATE.threshold()
                    && isInDoubtForMoreThan(AlertFault.IN_DOUBT.threshold()));
    show(Phase.LATE, () -> true);
  }

  private void end() {
    open();
    await("nothing waits and nothing is in doubt")
        .atMost(PATIENCE)
        .until(
            () ->
                value(AlertFault.LATE) == 0
                    && !isAnythingInDoubt()
                    && value(AlertFault.PARKED) == 0
                    && LATER.stream().allMatch(fault -> value(fault) <= fault.threshold()));
    assertThat(leased()).as("stored messages that are still leased").isZero();
  }

  private void away() {
    admit(false);
    await("the gauges are gone, and the node answers")
        .atMost(PATIENCE)
        .until(
            () -> {
              estate.postgres.execute(END_SESSIONS);
              return !areGaugesRead() && !application.scrape().samples().isEmpty();
            });
    show(Phase.AWAY, () -> true);
    admit(true);
    await("the gauges are read again").atMost(PATIENCE).until(this::areGaugesRead);
    show(Phase.BACK, () -> true);
  }

  private boolean areGaugesRead() {
    return application.scrape().value(AlertFault.DATABASE.series().get(0)).isPresent();
  }

  private void admit(boolean admitted) {
    estate.postgres.execute("ALTER ROLE " + Postgres.ROLE + (admitted ? " LOGIN" : " NOLOGIN"));
    isDatabaseAway = !admitted;
  }

  private boolean isAnythingInDoubt() {
    Scrape now = application.scrape();
    return !AlertFault.IN_DOUBT.series().stream()
        .allMatch(series -> now.value(series).orElse(1) == 0);
  }

  private void open() {
    estate.postgres.execute("UPDATE alerts_gate SET open = true, mended = true");
    if (inDoubt != null) {
      inDoubt.close();
      inDoubt = null;
    }
  }

  /** Whatever happened, the estate is left as it was. */
  @Override
  public void close() {
    if (isDatabaseAway) {
      admit(true);
    }
    open();
    if (isRightRevoked) {
      revoke(false);
    }
    application.undeploy();
  }
}
