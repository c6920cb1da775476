// SPDX-License-Identifier: Apache-2.0
package org.semel.natural;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.semel.message.Identity;

class OutputIdTest {

  private final Identity cause = new Identity("orders", "4711");

  @Test
  void theSameOutputOfTheSameMessageHasTheSameIdInEveryVersionOfSemel() {
    assertThat(OutputId.of(cause, "invoice")).isEqualTo(OutputId.of(cause, "invoice"));
    assertThat(OutputId.of(cause, "invoice"))
        .isEqualTo(UUID.fromString("9843aaf5-433a-8a47-815f-cff6d56616d7"));
  }

  @Test
  void everythingElseHasAnother() {
    assertThat(
            Set.of(
                OutputId.of(cause, "invoice"),
                OutputId.of(cause, "invoice2"),
                OutputId.of(new Identity("orders", "4712"), "invoice"),
                OutputId.of(new Identity("order", "s4711"), "invoice"),
                cause.digest()))
        .hasSize(5);
  }

  @Test
  void itIsAUuidOfVersion8() {
    UUID id = OutputId.of(cause, "invoice");
    assertThat(id.version()).isEqualTo(8);
    assertThat(id.variant()).isEqualTo(2);
  }
}
