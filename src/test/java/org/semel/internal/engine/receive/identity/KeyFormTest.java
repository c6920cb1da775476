// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.engine.receive.identity.Identification.Identified;
import org.semel.message.Message;
import org.semel.message.Messages;

/** The form in which the key of an identity is looked up. */
class KeyFormTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          cloudevent;                                    <source>|<id>
          header:JMSCorrelationID;                       <JMSCorrelationID>
          property:orderId;                              <orderId>
          json:/order/number;                            </order/number>
          simple:${header.order};                        <${header.order}>
          composite:property:tenant,json:/order;         <tenant>|</order>
          aggregate:json:/order,json:/version;           </order>|</version>
          composite:simple:${header.a}\\,x,property:b;   <${header.a},x>|<b>
          """)
  void eachRuleHasItsForm(String rule, String form) {
    assertThat(KeyForm.of(rule)).isEqualTo(form);
  }

  @Test
  void aCloudEventsKeyIsItsSourceABarAndItsId() {
    Message event = Messages.text("x", Map.of("ce_source", "/shop|eu", "ce_id", "A1"));
    assertThat(IdentityRules.cloudEvent().identify(event))
        .isEqualTo(new Identified("/shop\\|eu|A1", Optional.empty()));
  }
}
