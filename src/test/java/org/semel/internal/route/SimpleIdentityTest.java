// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.identity.Identification.Identified;
import org.semel.message.Messages;

class SimpleIdentityTest {

  private final DefaultCamelContext context = new DefaultCamelContext();

  @AfterEach
  void stop() {
    context.stop();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${exchangeId}",
        "${id}",
        "${uuid}",
        "${random(1,1000000)}",
        "${header.order}-${exchangeId}",
        "${date:now:yyyyMMddHHmmssSSS}",
        "${messageTimestamp}",
        "${header.JMSTimestamp}",
        "${headers[JMSTimestamp]}",
        "${header.tenant}-${header.JMSXDeliveryCount}",
        "${header.jmstimestamp}",
        "${headers[jmsxDeliveryCount]}",
        "${headerAs(JMSTimestamp,String)}",
        "${date:header.JMSTimestamp:HHmmss}",
        "${header.order}${date:exchangeCreated:yyyyMMddHHmm}",
        "${exchange}",
        "${exchange.created}",
        "${exchangePattern}",
        "${threadName}",
        "order",
        "${camelId}"
      })
  void anExpressionThatCannotIdentifyAMessageIsRefused(String text) {
    assertThatThrownBy(() -> new SimpleIdentity(context, text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text)
        .hasMessageContaining("cannot identify");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${header.tenant}-${header.order}",
        "${body}",
        "${header.order}",
        "a-${headers[order]}"
      })
  void oneThatReadsTheMessageIsNot(String text) {
    assertThat(new SimpleIdentity(context, text)).isNotNull();
  }

  @Test
  void itIsReadFromTheMessage() {
    SimpleIdentity rule = new SimpleIdentity(context, "${header.tenant}-${header.order}");
    assertThat(rule.identify(Messages.text("b", Map.of("tenant", "t", "order", "7"))))
        .isEqualTo(new Identified("t-7"));
  }
}
