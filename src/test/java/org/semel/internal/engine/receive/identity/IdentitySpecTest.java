// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.engine.receive.identity.Identification.Identified;
import org.semel.message.Message;
import org.semel.message.Messages;

class IdentitySpecTest {

  final IdentitySpec spec =
      new IdentitySpec(
          expression -> message -> Identification.of(Optional.of(expression), "simple"));

  final Message message =
      Messages.text(
          "{\"id\":\"e1\",\"source\":\"/s\",\"order\":\"7\",\"version\":2}",
          Map.of("tenant", "t", "JMSCorrelationID", "c", "JMSMessageID", "ID:9"));

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "cloudevent; /s|e1",
        "header:JMSCorrelationID; c",
        "header:JMSMessageID; ID:9",
        "property:tenant; t",
        "json:/order; 7",
        "simple:${header.tenant}; t",
        "simple:${body}; ${body}",
        "composite:property:tenant,json:/order; t|7",
        "composite:property:tenant, simple:a\\,b; t|a,b",
        "aggregate:json:/order,json:/version; 7|2"
      })
  void namesARule(String line, String key) {
    assertThat(spec.rule(line).identify(message)).isEqualTo(new Identified(key));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "cloudevents",
        "header:orderId",
        "property:",
        "json:order",
        "simple: ",
        "composite:json:/a",
        "aggregate:json:/a",
        "aggregate:json:/a,json:/b,json:/c",
        "composite:json:/a,nothing"
      })
  void refusesWhatNamesNone(String line) {
    assertThatThrownBy(() -> spec.rule(line)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "header:JMSTimestamp",
        "header:JMSRedelivered",
        "header:JMSDeliveryTime",
        "header:JMSExpiration",
        "property:JMSXDeliveryCount",
        "property:JMSXRcvTimestamp",
        "property:jmstimestamp",
        "header:JMSDELIVERYTIME",
        "property:jmsType",
        "composite:property:tenant,property:jmsxdeliverycount",
        "composite:property:jmstype,property:jmsxappid",
        "composite:property:tenant,header:JMSTimestamp",
        "aggregate:json:/order,property:JMSXDeliveryCount",
        "header:JMSType",
        "header:JMSPriority",
        "header:JMSDestination",
        "property:JMSXGroupID",
        "composite:header:JMSType,property:JMSXAppID"
      })
  void whatCannotIdentifyAMessageIsRefusedByName(String line) {
    assertThatThrownBy(() -> spec.rule(line))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .containsIgnoringCase("jms")
        .contains("cannot identify");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "composite:header:JMSType,json:/order",
        "composite:property:JMSXGroupID,property:JMSXGroupSeq",
        "header:JMSCorrelationID"
      })
  void whatManyMessagesShareMayBeAPartOfAnIdentity(String line) {
    assertThat(spec.rule(line)).isNotNull();
  }
}
