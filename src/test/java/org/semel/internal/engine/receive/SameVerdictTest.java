// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.persistence.OptimisticLockException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.VerdictCase.Company;
import org.semel.internal.engine.receive.VerdictCase.Load;
import org.semel.internal.engine.receive.VerdictCase.Place;
import org.semel.internal.engine.receive.VerdictCase.Protocol;
import org.semel.internal.engine.receive.consumer.Consumer;

/**
 * What a failure is follows from its cause alone, and not from where it shows, from who stands
 * beside it, the protocol, the batch or the load: over real broker, database and transaction
 * manager.
 *
 * <p>By default so many cases that each two of their values meet; with {@code -Dsemel.verdicts=all}
 * every case, with {@code 3/20} the cases of the fourth of twenty slices.
 */
class SameVerdictTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int AT_ONCE = 8;

  private final SmallWorld world = new SmallWorld();
  private Consumer consumer = VerdictCase.NONE;

  @BeforeAll
  static void theDatabaseCanMakeTrouble() {
    VerdictCase.prepare();
  }

  @AfterEach
  void stop() {
    consumer.stop();
  }

  @Test
  void theVerdictFollowsFromTheCauseAlone() throws InterruptedException {
    List<VerdictCase> all = VerdictCase.all();
    List<VerdictCase> cases = chosen(all);
    System.out.printf("%d of %d cases%n", cases.size(), all.size());
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      SoftAssertions softly = new SoftAssertions();
      List<Callable<String>> runs = cases.stream().map(VerdictCase::run).toList();
      for (Future<String> run : threads.invokeAll(runs)) {
        softly.assertThat(fault(run)).isEmpty();
      }
      softly.assertAll();
    } finally {
      threads.shutdown();
    }
  }

  private static List<VerdictCase> chosen(List<VerdictCase> all) {
    String which = System.getProperty("semel.verdicts", "");
    if (which.isEmpty()) {
      return VerdictCase.covering(all);
    }
    String[] slice = which.equals("all") ? new String[] {"0", "1"} : which.split("/");
    int slices = Integer.parseInt(slice[1]);
    return IntStream.range(0, all.size())
        .filter(i -> i % slices == Integer.parseInt(slice[0]))
        .mapToObj(all::get)
        .toList();
  }

  private static String fault(Future<String> run) throws InterruptedException {
    try {
      return run.get();
    } catch (ExecutionException e) {
      return e.getCause().toString();
    }
  }

  /** More often than the policy allows attempts: a race that is lost is nobody's failure. */
  @Test
  void whoLosesARaceInTheRouteAgainAndAgainTakesEffectWhenItWins() {
    Map<String, Integer> lost = new ConcurrentHashMap<>();
    receive(
        10,
        (message, identity) -> {
          if (lost.merge(identity.key(), 1, Integer::sum) <= 4) {
            throw new OptimisticLockException("a rival was first");
          }
        });
    waiting("all are over").until(this::nothingIsLeft);
    assertThat(parked()).isEmpty();
    assertThat(world.claims()).isEqualTo(10);
  }

  /** Such as one that brings a version with it that is no longer the row's. */
  @Test
  void whatLosesEachRaceIsParkedInTheEndThoughNothingElseArrives() {
    receive(
        1,
        (message, identity) -> {
          throw new OptimisticLockException("the row has another version");
        });
    waiting("it is parked").until(() -> parked().equals(List.of("DELIVERIES_EXHAUSTED k0")));
  }

  /** As an extension does of a value that it cannot read. */
  @Test
  void whatAnExtensionRefusesWithoutACodeIsAFailureOfTheMessage() throws Exception {
    VerdictCase geometry =
        new VerdictCase(
            new VerdictCase.Trouble.Sql("XX000"),
            Place.ROUTE,
            Company.ALONE,
            Protocol.XA,
            1,
            Load.QUIET);
    assertThat(geometry.run().call()).isEmpty();
  }

  private void receive(int messages, Handler handler) {
    IntStream.range(0, messages).forEach(i -> world.send("k" + i, "b"));
    consumer = world.consumer(world.policy(1, 1), handler);
    consumer.start();
  }

  private List<String> parked() {
    return world
        .server
        .postgres()
        .texts("SELECT reason || ' ' || key FROM semel_parked WHERE consumer = ?", world.queue);
  }

  private boolean nothingIsLeft() {
    return world.server.broker().messages(world.queue) == 0;
  }

  private static ConditionFactory waiting(String what) {
    return await(what).atMost(PATIENCE);
  }
}
