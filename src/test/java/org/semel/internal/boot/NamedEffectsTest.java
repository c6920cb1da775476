// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.message.Identity;
import org.semel.operations.Dossier.NamedEffect;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.ReleaseResult;

/** Routes that name their effects, over real broker, database and Camel. */
class NamedEffectsTest {

  private final SmallEstate estate = new SmallEstate();
  private final Operations operations = new StartedOperations(() -> estate.engine().operations());
  private volatile boolean failing;

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void aDossierListsTheEffectsThatTheRouteNames() {
    start("reservation ${body}");
    estate.send("1", "17");
    await().until(() -> estate.count("semel_effect", "true") == 1);
    assertThat(operations.identities().dossier(new Identity(estate.name, "1")).effects())
        .extracting(NamedEffect::name)
        .containsExactly("reservation 17");
    estate.send("1", "17");
    await().until(() -> estate.count("semel_duplicate", "true") == 1);
    assertThat(estate.count("semel_effect", "true")).isEqualTo(1);
  }

  @Test
  void anEffectThatIsRolledBackHasNoName() {
    failing = true;
    start("reservation ${body}");
    estate.send("1", "17");
    await().until(() -> estate.count("semel_parked", "true") == 1);
    assertThat(estate.count("semel_effect", "true")).isZero();
    failing = false;
    long id = operations.parked().waiting(estate.name, 0, 1).get(0).id();
    assertThat(operations.parked().release(id, new OperatorContext("ann", "mended")))
        .isInstanceOf(ReleaseResult.TookEffect.class);
    assertThat(estate.count("semel_effect", "name = 'reservation 17'")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"${header.none}", "${body.repeat(251)}"})
  void whatIsNoNameIsToldAndParked(String name) {
    start(name);
    estate.send("1", "17");
    await()
        .until(
            () ->
                estate.count(
                        "semel_parked",
                        "detail LIKE '%SEMEL-0605%inbox:effect%All is rolled back.'")
                    == 1);
    assertThat(estate.count("semel_effect", "true")).isZero();
  }

  private void start(String name) {
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    estate.with("semel.consumer." + estate.name + ".attempts", "2");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .to("inbox:effect?name=RAW(" + name + ")")
                .process(
                    exchange -> {
                      if (failing) {
                        throw new IllegalStateException("no");
                      }
                    });
          }
        });
  }
}
