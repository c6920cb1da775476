// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.semel.chaos.Strike.Moment;
import org.semel.chaos.Strike.Target;

/**
 * Who is killed when, as the seed has it: 60 of a hundred times the server, 20 the broker, 20 the
 * database; every second time between a first branch's prepare and the end of the commit, and every
 * tenth time right behind it; every fifth time while the kill before is being recovered from. The
 * seed fixes the plan and the work, not how threads meet.
 */
final class Plan {

  /** Between the first prepare and the last commit; the narrowest are not the least likely. */
  static final List<String> COMMIT = List.of("X6", "X7", "X8", "X9");

  /** All is committed, and the decision not yet forgotten. */
  static final String COMMITTED = "X10";

  private Plan() {}

  /** Why a kill comes when it comes. */
  private enum Role {
    AIMED,
    COMMITTED,
    AGAIN,
    BY_CHANCE
  }

  /** With all aimed kills in the windows of {@link #COMMIT}. */
  static List<Strike> of(int kills, int nodes, Random random) {
    return of(kills, nodes, COMMIT, random);
  }

  /**
   * A plan for one or more servers.
   *
   * @param nodes how many; which of them is hit is drawn only if there are several, so that a seed
   *     keeps the plan that it has with one
   * @param windows in which the aimed ones strike
   */
  static List<Strike> of(int kills, int nodes, List<String> windows, Random random) {
    List<Target> targets = targets(kills, random);
    List<Role> roles = roles(kills, random);
    return IntStream.range(0, kills)
        .mapToObj(
            i ->
                new Strike(
                    i + 1,
                    targets.get(i),
                    nodes > 1 ? random.nextInt(nodes) : 0,
                    moment(roles.get(i), targets.get(i), windows, random),
                    roles.get(i) == Role.AGAIN))
        .toList();
  }

  private static Moment moment(Role role, Target target, List<String> windows, Random random) {
    double share = random.nextDouble();
    String window = windows.get(random.nextInt(windows.size()));
    int skip = random.nextInt(3);
    boolean inRecovery = random.nextBoolean() && target == Target.SERVER;
    if (role == Role.AIMED) {
      return new Moment.InWindow(window, skip);
    }
    if (role == Role.COMMITTED) {
      return new Moment.InWindow(COMMITTED, skip);
    }
    return role == Role.AGAIN && inRecovery
        ? new Moment.InWindow("X20", 0)
        : new Moment.ByChance(share);
  }

  private static List<Role> roles(int kills, Random random) {
    List<Role> roles = new ArrayList<>(Collections.nCopies(kills, Role.BY_CHANCE));
    int aimed = (int) Math.round(kills * 0.5);
    int again = (int) Math.round(kills * 0.2);
    Collections.fill(roles.subList(0, aimed), Role.AIMED);
    int behind = Math.min(kills, aimed + again);
    Collections.fill(roles.subList(aimed, behind), Role.AGAIN);
    int committed = (int) Math.round(kills * 0.1);
    Collections.fill(roles.subList(behind, Math.min(kills, behind + committed)), Role.COMMITTED);
    Collections.shuffle(roles, random);
    if (roles.get(0) == Role.AGAIN) { // there is nothing to recover from yet
      Collections.swap(roles, 0, roles.indexOf(Role.AIMED));
    }
    return roles;
  }

  private static List<Target> targets(int kills, Random random) {
    int brokers = (int) Math.round(kills * 0.2);
    List<Target> targets = new ArrayList<>(Collections.nCopies(kills, Target.SERVER));
    Collections.fill(targets.subList(0, brokers), Target.BROKER);
    Collections.fill(targets.subList(brokers, Math.min(kills, 2 * brokers)), Target.DATABASE);
    Collections.shuffle(targets, random);
    return targets;
  }
}
