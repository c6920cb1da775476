// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.operations.OperatorContext;
import org.semel.operations.ReleaseResult;

/**
 * How long rows are kept is said by the application whose names they bear, and by nobody else: not
 * by one that looks a name up, nor by one that is refused it.
 */
class RetentionOwnerTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "because");

  private final SmallEstate owner = new SmallEstate();
  private final SmallEstate other = new SmallEstate();
  private final KeptRules rules = new KeptRules(owner);

  @AfterEach
  void stop() {
    owner.close();
    other.close();
  }

  @Test
  void aRouteThatComesLateBringsWhatTheConfigurationSaysOfIt() throws Exception {
    String late = other.name;
    owner.with("semel.consumer." + late + ".remember", "90d");
    owner.with("semel.consumer." + late + ".identity", "property:key");
    start(owner, "owner", owner.name, "30d");
    owner.camel.addRoutes(receiving(late));
    await("the late one's rule").until(() -> rules.days("CLAIM", late) == 90);
  }

  @Test
  void whoIsRefusedANameDoesNotSayHowLongItsOwnersRowsAreKept() {
    start(owner, "owner", owner.name, "90d");
    await("the owner's rule").until(() -> rules.days("CLAIM", owner.name) == 90);
    assertThat(catchThrowable(() -> start(other, "other", owner.name, "8d")))
        .hasMessageContaining("SEMEL-0430");
    other.close();
    assertThat(rules.days("CLAIM", owner.name)).isEqualTo(90);
  }

  @Test
  void anOperatorWhoLooksANameUpDoesNotSayHowLongItsOwnersRowsAreKept() throws Exception {
    start(owner, "owner", owner.name, "90d");
    await("the owner's rule").until(() -> rules.days("CLAIM", owner.name) == 90);
    start(other, "other", other.name, "8d");
    await("the other's rule").until(() -> rules.days("CLAIM", other.name) == 8);
    assertThat(other.engine().operations().parked().release(parked(owner.name), ANN))
        .isInstanceOf(ReleaseResult.Planned.class);
    rules.awaitRoundOf(other);
    assertThat(rules.days("CLAIM", owner.name)).isEqualTo(90);
  }

  private static void start(SmallEstate estate, String application, String name, String remember) {
    estate
        .with("semel.application", application)
        .with("semel.retention-every", "1s")
        .with("semel.consumer-defaults.identity", "property:key")
        .with("semel.consumer-defaults.remember", remember)
        .start(receiving(name));
  }

  private static RouteBuilder receiving(String name) {
    return new RouteBuilder() {
      @Override
      public void configure() {
        from("inbox:" + name).log("received");
      }
    };
  }

  private long parked(String consumer) {
    owner
        .server
        .postgres()
        .execute(
            """
            INSERT INTO semel_parked (consumer, reason, detail, headers, form, body, destination, message_id, deliveries)
            VALUES ('%s', 'NO_IDENTITY', '', '{}', 'NONE', '', '', '', 1)
            """
                .formatted(consumer));
    return owner
        .server
        .postgres()
        .number("SELECT max(id) FROM semel_parked WHERE consumer = ?", consumer);
  }
}
