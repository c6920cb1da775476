// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.identity.Identification;
import org.semel.internal.engine.receive.identity.Identification.Identified;
import org.semel.internal.engine.receive.identity.Identification.Unidentifiable;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/** Which messages have a place in an aggregate. */
class OrderPolicyTest {

  private final OrderPolicy policy =
      new OrderPolicy(
          new OrderPolicy.PlaceRules("property:aggregate", "property:version"),
          IdentityRules.header("aggregate"),
          IdentityRules.header("version"),
          1,
          new OrderPolicy.Patience(
              Duration.ofHours(1),
              Duration.ofSeconds(1),
              new Backoff(Duration.ofMillis(1), Duration.ofMillis(1))));
  private final IdentityRule rule = policy.demanded(IdentityRules.header("key"));

  @Test
  void whatHasAPlaceIsIdentifiedByItsRule() {
    Message message = message(Map.of("aggregate", "a", "version", "7", "key", "1"));
    assertThat(rule.identify(message)).isEqualTo(new Identified("1"));
    assertThat(policy.aggregate("c", message)).contains(new Identity("c", "a"));
    assertThat(policy.version(message)).isEqualTo(7);
  }

  @Test
  void whatHasNoPlaceHasNoIdentity() {
    assertThat(reason(Map.of("version", "7", "key", "1"))).isEqualTo(ParkingReason.NO_IDENTITY);
    assertThat(reason(Map.of("aggregate", "a", "key", "1"))).isEqualTo(ParkingReason.NO_IDENTITY);
    assertThat(policy.aggregate("c", message(Map.of()))).isEqualTo(Optional.empty());
    assertThatThrownBy(() -> policy.version(message(Map.of())))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aVersionIsANumberThatALongCanHold() {
    assertThat(reason(Map.of("aggregate", "a", "version", "seven", "key", "1")))
        .isEqualTo(ParkingReason.IDENTITY_INVALID);
    assertThat(reason(Map.of("aggregate", "a", "version", "1".repeat(19), "key", "1")))
        .isEqualTo(ParkingReason.IDENTITY_INVALID);
    Message largest = message(Map.of("aggregate", "a", "version", "9".repeat(18), "key", "1"));
    assertThat(rule.identify(largest)).isEqualTo(new Identified("1"));
  }

  private ParkingReason reason(Map<String, ?> headers) {
    Identification found = rule.identify(message(headers));
    return ((Unidentifiable) found).reason();
  }

  private static Message message(Map<String, ?> headers) {
    return Messages.text("b", headers);
  }
}
