// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.semel.operations.ConsumerName;
import org.semel.operations.IntentActs.Intervention;
import org.semel.operations.Plan;
import org.semel.operations.ReleaseResult;

/** Every answer of the operations has one status. */
class HttpOutcomeTest {

  private static final Set<Class<?>> PARTS_OF_VIEWS =
      Set.of(ConsumerName.class, Plan.Approval.class);

  private static final Path OPERATIONS = Path.of("src/main/java/org/semel/operations");

  @Test
  void everySealedAnswerOfTheOperationsHasAStatus() throws IOException {
    List<Class<?>> answers = answers();
    assertThat(answers).hasSizeGreaterThan(40);
    assertThat(answers).allSatisfy(answer -> assertThat(HttpOutcome.of(answer)).isNotNull());
  }

  @Test
  void whatNobodyHasThoughtOfIsNoSuccess() {
    assertThatThrownBy(() -> HttpOutcome.of(String.class)).hasMessageContaining("no status");
  }

  @Test
  void statusesAreThoseOfTheDescription() {
    assertThat(HttpOutcome.of(ReleaseResult.TookEffect.class).status()).isEqualTo(200);
    assertThat(HttpOutcome.of(ReleaseResult.Busy.class).status()).isEqualTo(409);
    assertThat(HttpOutcome.of(ReleaseResult.Planned.class).status()).isEqualTo(202);
    assertThat(HttpOutcome.of(ReleaseResult.Stored.class).status()).isEqualTo(202);
    assertThat(HttpOutcome.of(ReleaseResult.Forbidden.class).status()).isEqualTo(403);
    assertThat(HttpOutcome.of(ReleaseResult.Elsewhere.class).status()).isEqualTo(421);
    assertThat(HttpOutcome.of(ReleaseResult.Unavailable.class).status()).isEqualTo(503);
    assertThat(HttpOutcome.of(Intervention.AlreadySettled.class).status()).isEqualTo(409);
    assertThat(HttpOutcome.of(Intervention.NotFound.class).status()).isEqualTo(404);
  }

  /** The cases of all sealed interfaces there; those that are part of a view answer nothing. */
  private static List<Class<?>> answers() throws IOException {
    try (Stream<Path> files = Files.list(OPERATIONS)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java") && !name.equals("package-info.java"))
          .map(name -> type("org.semel.operations." + name.replace(".java", "")))
          .flatMap(type -> Stream.concat(Stream.of(type), Arrays.stream(type.getDeclaredClasses())))
          .filter(type -> type.isSealed() && !PARTS_OF_VIEWS.contains(type))
          .<Class<?>>flatMap(type -> Arrays.stream(type.getPermittedSubclasses()))
          .filter(type -> !type.isSealed())
          .toList();
    }
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
