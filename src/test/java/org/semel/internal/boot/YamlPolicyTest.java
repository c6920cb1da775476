// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A policy in YAML, from its file to what it does. */
class YamlPolicyTest {

  private final SmallEstate estate = new SmallEstate();

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void whatTheFileSaysHolds() {
    estate.policy(
        """
        strategy: claim
        source:
          connection-factory: %s
        ack:
          protocol: store-first
        dedup:
          identity: simple:${header.key}   # as it is written
        message:
          headers: [key]
        retry:
          attempts: 1
        """
            .formatted(SmallEstate.PLAIN));
    estate.start(
        route(
            exchange -> {
              throw new IllegalStateException("no such order");
            }));
    estate.send("7", "a");
    await().until(() -> estate.count("semel_parked", "reason = 'ATTEMPTS_EXHAUSTED'") == 1);
    assertThat(estate.count("semel_inbox", "key = '7'")).isEqualTo(1);
  }

  @Test
  void aFaultInItRefusesTheStart() {
    estate.policy("work:\n  batch: many\n");
    assertThatThrownBy(() -> estate.start(route(exchange -> {})))
        .hasMessageContaining("SEMEL-0101")
        .hasMessageContaining("META-INF/semel/" + estate.name + ".yaml, line 2");
  }

  private RouteBuilder route(org.apache.camel.Processor step) {
    return new RouteBuilder() {
      @Override
      public void configure() {
        from("inbox:" + estate.name).process(step);
      }
    };
  }
}
