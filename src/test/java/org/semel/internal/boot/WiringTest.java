// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is put together at the start is put together once, and shared. */
class WiringTest {

  private final SmallEstate estate = new SmallEstate();

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void theDataSourceIsLookedUpOnce() {
    start();
    assertThat(estate.lookedUp()).hasSize(1);
  }

  @Test
  void operatorsWorkWithTheSameTablesAtEveryCall() {
    start();
    assertThat(estate.engine().operations()).isSameAs(estate.engine().operations());
  }

  private void start() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("log:x");
          }
        });
  }
}
