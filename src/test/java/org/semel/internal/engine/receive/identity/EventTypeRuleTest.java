// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.semel.message.Message;
import org.semel.message.Messages;

/** By what counters tell messages apart, and nothing else does. */
class EventTypeRuleTest {

  private static final Message STRUCTURED =
      Messages.text(
          "{\"specversion\":\"1.0\",\"type\":\"order.placed\",\"id\":\"1\",\"source\":\"/s\"}");

  private static final Message BINARY =
      Messages.text("{}", Map.of("ce_id", "1", "ce_type", "order.placed"));

  @Test
  void autoFollowsTheIdentityRule() {
    EventTypeRule rule = EventTypeRule.of("auto", "cloudevent");
    assertThat(rule.of(STRUCTURED)).contains("order.placed");
    assertThat(rule.of(BINARY)).contains("order.placed");
    assertThat(EventTypeRule.of("auto", "property:key").of(STRUCTURED)).isEmpty();
  }

  @Test
  void aPolicyMayNameAProperty() {
    Message message = Messages.text("body", Map.of("kind", "credit"));
    assertThat(EventTypeRule.of("property:kind", "cloudevent").of(message)).contains("credit");
    assertThat(EventTypeRule.of("property:other", "cloudevent").of(message)).isEmpty();
    assertThat(EventTypeRule.of("none", "cloudevent").of(STRUCTURED)).isEmpty();
  }

  @Test
  void whatCannotBeReadHasNoType() {
    assertThat(EventTypeRule.of("cloudevent", "property:key").of(Messages.text("{"))).isEmpty();
    assertThat(EventTypeRule.of("cloudevent", "property:key").of(Messages.text("{\"type\":{}}")))
        .isEmpty();
  }
}
