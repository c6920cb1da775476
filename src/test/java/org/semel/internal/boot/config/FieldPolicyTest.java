// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.boot.WildFlyConfig;
import org.semel.internal.desk.watch.redaction.ShownFields;
import org.semel.internal.engine.receive.identity.Identification;
import org.semel.internal.engine.receive.identity.IdentitySpec;

/**
 * What a consumer shows of its bodies is read at the start, and a pointer that is none stops it.
 */
class FieldPolicyTest {

  private static final String FIELDS = "semel.consumer.orders.shown-fields";
  private static final String MASKED = "semel.consumer.orders.masked-fields";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        FIELDS + " | order | must be JSON pointers",
        FIELDS + " | /order, $.sku | must be JSON pointers",
        FIELDS + " | /a~2 | must be JSON pointers",
        MASKED + " | /card | must end in a mask, which is :last4 or :length",
        MASKED + " | /card:first4 | must end in a mask, which is :last4 or :length",
        "semel.consumer-defaults.shown-fields | order | must be JSON pointers",
      })
  void aPointerThatIsNoneIsAFaultThatNamesTheConsumersKey(String key, String value, String why) {
    assertThatThrownBy(() -> read(Map.of(key, value)))
        .isInstanceOf(PolicyInvalid.class)
        .hasMessageContaining("SEMEL-0101")
        .hasMessageContaining("1 fault")
        .hasMessageContaining(key + " = " + value + ": " + why);
  }

  @Test
  void aConsumersOwnFieldsGoBeforeThoseOfAllAndTheMasksOfAllStayWithThem() {
    Settings settings =
        read(
            Map.of(
                "semel.consumer-defaults.shown-fields",
                "/id",
                "semel.consumer-defaults.masked-fields",
                "/card:last4",
                FIELDS,
                "/order, /card"));
    assertThat(settings.shownFields("orders").isNone()).isFalse();
    assertThat(settings.shownFields("orders"))
        .isEqualTo(ShownFields.whole("/order, /card").and(ShownFields.masked("/card:last4")));
  }

  /** Its messages may be another application's; and a name in a request must be kept nowhere. */
  @Test
  void ofAConsumerThatNobodyNamesHereNothingIsShown() {
    Settings settings = read(Map.of("semel.consumer-defaults.shown-fields", "/id"));
    assertThat(settings.shownFields("another").isNone()).isTrue();
    assertThat(settings.shownFields("orders").isNone()).isFalse();
  }

  @Test
  void byDefaultNothingIsShown() {
    assertThat(read(Map.of()).shownFields("orders").isNone()).isTrue();
  }

  private static Settings read(Map<String, String> values) {
    return Settings.read(
        WildFlyConfig.of(values),
        new ConfiguredNames(Set.of("orders"), Set.of()),
        new IdentitySpec(
            text -> message -> Identification.of(Optional.of(text), "simple expression")));
  }
}
