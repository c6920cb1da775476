// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.semel.testkit.CrashPoints.Strike;
import org.semel.testkit.Place.OwnMachine;
import org.semel.testkit.Run.Delivery;
import org.semel.testkit.Run.Outcome;
import org.semel.testkit.Run.Sent;

/**
 * A trial of an application: some messages, and what shall happen to them. Each thing that happens
 * is a run of its own, with a new database, and is compared with a run without faults: every row of
 * the application's own tables, every effect at an external system, everything that is parked.
 * Columns that two runs without faults fill differently, as numbers of a sequence or times, are
 * left out.
 *
 * <p>Inside a deployed application, where Arquillian runs the test, there is one database, and it
 * stays. There each run has identities of its own, by a mark behind what the consumer's rule reads,
 * and what it has changed is compared.
 *
 * <p>Not safe for use by several threads. A run takes about a second.
 */
public final class Trial {

  private static final int MOST_RUNS = 3;

  private final Supplier<Place> places;
  private final boolean inServer;
  private final List<Sent> messages = new ArrayList<>();
  private final Set<Delivery> deliveries = EnumSet.noneOf(Delivery.class);
  private final Set<Strike> strikes = EnumSet.noneOf(Strike.class);
  private final Set<String> kills = new LinkedHashSet<>();
  private boolean controlled = true;

  Trial(Supplier<Place> places, boolean inServer) {
    this.places = places;
    this.inServer = inServer;
  }

  Trial(Setup setup) {
    this(() -> new OwnMachine(setup, new Provider()), false);
  }

  /** One of the application that this class is deployed with. */
  static Trial inServer() {
    return new Trial(Deployed::here, true);
  }

  /**
   * A text message for a consumer.
   *
   * @param consumer its name, as in {@code inbox:<consumer>}
   */
  public Trial send(String consumer, String body) {
    return send(consumer, body, Map.of());
  }

  /**
   * A text message for a consumer, with JMS properties.
   *
   * @param consumer its name, as in {@code inbox:<consumer>}
   */
  public Trial send(String consumer, String body, Map<String, String> properties) {
    messages.add(new Sent(consumer, body, Map.copyOf(properties)));
    return this;
  }

  /** Sends each message twice. */
  public Trial twice() {
    deliveries.add(Delivery.TWICE);
    return this;
  }

  /** Sends two copies of each message at the same moment, on two connections. */
  public Trial together() {
    deliveries.add(Delivery.TOGETHER);
    return this;
  }

  /**
   * Sends each message again after all is through and the application has restarted; inside a
   * deployed application without that restart.
   */
  public Trial late() {
    deliveries.add(inServer ? Delivery.AGAIN : Delivery.LATE);
    return this;
  }

  /**
   * Loses the broker's answer to a commit or an acknowledgement.
   *
   * @throws IllegalStateException inside a deployed application
   */
  public Trial losingAnswers() {
    onlyInOwnMachine("losingAnswers");
    strikes.add(Strike.LOST_ANSWER);
    return this;
  }

  /** Lets each step of each route fail once, after those before it are done. */
  public Trial failing() {
    strikes.add(Strike.FAILURE);
    return this;
  }

  /**
   * Lets the machine die at each point that a run without faults passes: before each step of a
   * route, the first of each kind of statement that writes in it, each prepare and each commit, of
   * the route and of the relay. Then database and broker lose its sessions, the transaction manager
   * recovers, and the application starts again.
   *
   * @throws IllegalStateException inside a deployed application
   */
  public Trial dying() {
    onlyInOwnMachine("dying");
    strikes.add(Strike.DEATH);
    return this;
  }

  /**
   * Runs the application in a virtual machine of its own, and kills that ({@code kill -9}) before
   * each prepare and each commit that a run without faults passes. Then the transaction manager
   * recovers, and the application goes on in this one. {@link #takesEffectOnce} leaves it out, as
   * each kill takes some seconds: call it before.
   *
   * @throws IllegalStateException inside a deployed application
   */
  public Trial killed() {
    onlyInOwnMachine("killed");
    return killedBefore(" prepares", " commits");
  }

  /** The same before points that end so. */
  Trial killedBefore(String... ends) {
    strikes.add(Strike.KILL);
    kills.addAll(List.of(ends));
    return this;
  }

  /**
   * Leaves the control out. It deletes Semel's memory between two deliveries, and demands that the
   * second effect is seen; inside a deployed application the second has another identity. An
   * application that absorbs duplicates by itself cannot pass it.
   */
  public Trial withoutControl() {
    controlled = false;
    return this;
  }

  /**
   * Lets everything happen that this class has, and demands that each message takes effect once.
   * Inside a deployed application that is {@link #twice}, {@link #together}, {@link #late} and
   * {@link #failing}, and the report says so.
   *
   * @throws AssertionError with the report, if it does not
   */
  public void takesEffectOnce() {
    twice().together().late().failing();
    if (!inServer) {
      losingAnswers().dying();
    }
    Report report = report();
    System.out.println(report);
    if (!report.isExact()) {
      throw new AssertionError(report.toString());
    }
  }

  /**
   * Lets happen what was asked for, and reports.
   *
   * @throws IllegalStateException if no message is sent, or if not even a run without faults gets
   *     all messages through
   * @throws org.semel.SemelException if Semel refuses the application; it names the step or the key
   */
  public Report report() {
    if (messages.isEmpty()) {
      throw new IllegalStateException("Nothing is sent. Call send first.");
    }
    Place place = places.get();
    Outcome good = play(place, CrashPoints.calm(), Delivery.ONCE);
    Outcome twin = play(place, CrashPoints.calm(), Delivery.RENUMBERED);
    Report report = new Report(good, twin, good.rows().volatileBeside(twin.rows()), inServer);
    if (!report.isComparable()) {
      return report;
    }
    for (Delivery delivery : deliveries) {
      report.add(delivery.words, "", play(place, CrashPoints.calm(), delivery));
    }
    for (Strike strike : strikes) {
      for (String point : pointsOf(good, strike)) {
        report.add(
            "it " + strike.words + (strike == Strike.LOST_ANSWER ? "" : " before " + point),
            point,
            struck(place, point, strike));
      }
    }
    if (controlled) {
      report.control(play(place, CrashPoints.calm(), Delivery.FORGOTTEN));
    }
    return report;
  }

  private Set<String> pointsOf(Outcome good, Strike strike) {
    return switch (strike) {
      case DEATH -> new LinkedHashSet<>(good.points());
      case KILL ->
          good.points().stream()
              .filter(point -> kills.stream().anyMatch(point::endsWith))
              .collect(Collectors.toCollection(LinkedHashSet::new));
      case FAILURE -> good.steps().keySet();
      case LOST_ANSWER -> Set.of("the broker's answer");
    };
  }

  /** Where points come in another order, as with batches, one is not met by every run. */
  private Outcome struck(Place place, String point, Strike strike) {
    Outcome found = play(place, CrashPoints.striking(point, strike), Delivery.ONCE);
    for (int more = 1; more < MOST_RUNS && !found.wasStruck(); more++) {
      found = play(place, CrashPoints.striking(point, strike), Delivery.ONCE);
    }
    return found;
  }

  private Outcome play(Place place, CrashPoints points, Delivery delivery) {
    return place.play(messages, points, delivery);
  }

  private void onlyInOwnMachine(String call) {
    if (inServer) {
      throw NotInServer.because(call);
    }
  }
}
