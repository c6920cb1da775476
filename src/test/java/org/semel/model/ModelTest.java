// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.internal.engine.receive.policy.Protocol;

/**
 * The product's batches, workers and relays in a world in which everybody may die between any two
 * steps, leases may run out and transactions may last too long: thousands of runs, each from its
 * seed. A failing one is made as short as it gets.
 */
class ModelTest {

  /**
   * Of each protocol. More of them: {@code -Dsemel.model.seeds=100000}. One of them: {@code
   * -Dsemel.model.from=S}.
   */
  private static final int SEEDS = Integer.getInteger("semel.model.seeds", 3_000);

  /** A fault that no more runs than these find is not found. */
  private static final int SEARCHED = 20_000;

  private static final int FROM = Integer.getInteger("semel.model.from", 0);

  @ParameterizedTest
  @EnumSource
  void everyMessageTakesEffectOnceWhoeverDiesWhenever(Protocol protocol) {
    for (long seed = FROM; seed < FROM + SEEDS; seed++) {
      Choices choices = Choices.seeded(seed);
      Optional<String> fault = ModelWorld.run(choices, protocol, Mutation.NONE);
      if (fault.isPresent()) {
        fail(story(seed, choices.made(), protocol, Mutation.NONE));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("faults")
  void aFaultThatIsPutInOnPurposeIsFound(Mutation mutation, Protocol protocol) {
    for (long seed = 0; seed < SEARCHED; seed++) {
      Choices choices = Choices.seeded(seed);
      if (ModelWorld.run(choices, protocol, mutation).isPresent()) {
        String story = story(seed, choices.made(), protocol, mutation);
        System.out.println(mutation + ", " + protocol + ": " + story);
        return;
      }
    }
    fail(mutation + " was not found in " + SEARCHED + " runs");
  }

  static Stream<Arguments> faults() {
    return Stream.of(Mutation.values())
        .flatMap(
            mutation ->
                mutation.protocols().stream().map(protocol -> Arguments.of(mutation, protocol)));
  }

  @ParameterizedTest
  @EnumSource
  void aRunIsRepeatedByItsSeedAndByItsChoices(Protocol protocol) {
    Choices choices = Choices.seeded(7);
    Optional<String> first = ModelWorld.run(choices, protocol, Mutation.AUTO_ACKNOWLEDGE);
    assertThat(ModelWorld.run(Choices.seeded(7), protocol, Mutation.AUTO_ACKNOWLEDGE))
        .isEqualTo(first);
    Choices again = Choices.given(choices.made());
    assertThat(ModelWorld.run(again, protocol, Mutation.AUTO_ACKNOWLEDGE)).isEqualTo(first);
  }

  @Test
  void aFailingRunIsShrunkToWhatMakesItFail() {
    List<Integer> shortest =
        Shrinking.shortest(
            List.of(4, 0, 9, 7, 3, 1, 0, 7, 2, 2, 5),
            choices -> choices.contains(7) && choices.contains(2));
    assertThat(shortest).containsExactlyInAnyOrder(7, 2);
  }

  private static String story(
      long seed, List<Integer> choices, Protocol protocol, Mutation mutation) {
    List<Integer> shortest =
        Shrinking.shortest(
            choices, fewer -> ModelWorld.run(Choices.given(fewer), protocol, mutation).isPresent());
    return "seed %d, shrunk from %d choices to %s:%n%s"
        .formatted(
            seed,
            choices.size(),
            shortest,
            ModelWorld.run(Choices.given(shortest), protocol, mutation).orElseThrow());
  }
}
