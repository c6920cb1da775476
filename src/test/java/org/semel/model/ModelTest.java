// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * The product's passes and verdicts in a world in which everybody may die between any two steps:
 * thousands of runs, each from its seed. A failing one is made as short as it gets.
 */
class ModelTest {

  /**
   * More of them: {@code -Dsemel.model.seeds=100000}. One of them: {@code -Dsemel.model.from=S}.
   */
  private static final int SEEDS = Integer.getInteger("semel.model.seeds", 20_000);

  private static final int FROM = Integer.getInteger("semel.model.from", 0);

  @Test
  void everyMessageTakesEffectOnceWhoeverDiesWhenever() {
    for (long seed = FROM; seed < FROM + SEEDS; seed++) {
      Choices choices = Choices.seeded(seed);
      Optional<String> fault = ModelWorld.run(choices, Mutation.NONE);
      if (fault.isPresent()) {
        fail(story(seed, choices.made(), Mutation.NONE));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void aFaultThatIsPutInOnPurposeIsFound(Mutation mutation) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Choices choices = Choices.seeded(seed);
      if (ModelWorld.run(choices, mutation).isPresent()) {
        System.out.println(mutation + ": " + story(seed, choices.made(), mutation));
        return;
      }
    }
    fail(mutation + " was not found in " + SEEDS + " runs");
  }

  @Test
  void aRunIsRepeatedByItsSeedAndByItsChoices() {
    Choices choices = Choices.seeded(7);
    Optional<String> first = ModelWorld.run(choices, Mutation.CLAIM_FORGETS_DUPLICATES);
    assertThat(ModelWorld.run(Choices.seeded(7), Mutation.CLAIM_FORGETS_DUPLICATES))
        .isEqualTo(first);
    assertThat(ModelWorld.run(Choices.given(choices.made()), Mutation.CLAIM_FORGETS_DUPLICATES))
        .isEqualTo(first);
  }

  @Test
  void aFailingRunIsShrunkToWhatMakesItFail() {
    List<Integer> shortest =
        Shrinking.shortest(
            List.of(4, 0, 9, 7, 3, 1, 0, 7, 2, 2, 5),
            choices -> choices.contains(7) && choices.contains(2));
    assertThat(shortest).containsExactlyInAnyOrder(7, 2);
  }

  private static String story(long seed, List<Integer> choices, Mutation mutation) {
    List<Integer> shortest =
        Shrinking.shortest(
            choices, fewer -> ModelWorld.run(Choices.given(fewer), mutation).isPresent());
    return "seed %d, shrunk from %d choices to %s:%n%s"
        .formatted(
            seed,
            choices.size(),
            shortest,
            ModelWorld.run(Choices.given(shortest), mutation).orElseThrow());
  }
}
