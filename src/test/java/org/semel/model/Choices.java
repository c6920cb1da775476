// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Everything that a run leaves to chance, as a list of numbers: drawn from a seed, or given. Zero
 * always means that nothing happens, so that a run is shrunk by leaving numbers out and by setting
 * them to zero.
 */
public final class Choices {

  private final List<Integer> made = new ArrayList<>();
  private final List<Integer> given;
  private final Random random;
  private final int oneIn;
  private boolean calm;

  private Choices(List<Integer> given, Random random) {
    this.given = given;
    this.random = random;
    this.oneIn = random == null ? 0 : 3 + random.nextInt(40);
  }

  public static Choices seeded(long seed) {
    return new Choices(List.of(), new Random(seed * 0x9E3779B97F4A7C15L));
  }

  /** These, and zero ever after. */
  public static Choices given(List<Integer> choices) {
    return new Choices(choices, null);
  }

  /** From now on nothing happens any more. */
  public void calmDown() {
    calm = true;
  }

  public boolean isCalm() {
    return calm;
  }

  /** A number below {@code bound}; mostly zero. */
  public int rare(int bound) {
    return choose(bound, calm || random == null || random.nextInt(oneIn) > 0);
  }

  /** A number below {@code bound}. */
  public int any(int bound) {
    return choose(bound, false);
  }

  private int choose(int bound, boolean zero) {
    int choice;
    if (calm) {
      return 0;
    } else if (random == null) {
      choice = made.size() < given.size() ? given.get(made.size()) % bound : 0;
    } else {
      choice = zero ? 0 : random.nextInt(bound);
    }
    made.add(choice);
    return choice;
  }

  public List<Integer> made() {
    return List.copyOf(made);
  }
}
