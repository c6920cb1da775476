// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.camel.Header;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.engine.receive.identity.Identification.Identified;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.message.Messages;

class SimpleIdentityTest {

  private final DefaultCamelContext context = new DefaultCamelContext();
  private final IdentitySpec rules = new IdentitySpec(text -> new SimpleIdentity(context, text));

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
        "${camelId}",
        "${body.hashCode}",
        "${body.length}",
        "${body.class}",
        "${bodyType}",
        "${messageAs(String)}",
        "${headers}",
        "${variable.order}",
        "${exchangeProperty.order}",
        "${sys.user.name}",
        "${env.HOME}",
        "${type:java.lang.Integer.MAX_VALUE}",
        "${null}",
        "${empty(string)}",
        "${header.JMSType}",
        "${headers.getOrDefault('order','none')}",
        "${concat(${header.tenant},${header.order})}",
        "${header.order} ?: 'none'",
        "${hash(${body})}"
      })
  void anExpressionThatCannotIdentifyAMessageIsRefused(String text) {
    assertThatThrownBy(() -> rules.rule("simple:" + text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot identify");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${header.tenant}-${header.order}",
        "${header.tenant}${header.order}",
        "a-${headers[order]}",
        "${header.order}-"
      })
  void whatJoinsPartsIsLeftToTheRuleThatKeepsThemApart(String text) {
    assertThatThrownBy(() -> rules.rule("simple:" + text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text)
        .hasMessageContaining("composite:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "${body}; <a><b>8</b></a>",
        "${in.body}; <a><b>8</b></a>",
        "${bodyAs(String)}; <a><b>8</b></a>",
        "${body.substring(6,7)}; 8",
        "${header.order}; 7",
        "${headers.order}; 7",
        "${header:order}; 7",
        "${headers[order]}; 7",
        "${header['order']}; 7",
        "${headers[order.no]}; 10",
        "${in.header.order}; 7",
        "$simple{header.order-no}; 9",
        "${xpath(/a/b/text())}; 8",
        "${bean:keys}; of 7"
      })
  void oneFunctionThatReadsTheMessageIsAnIdentity(String text, String key) {
    context.getRegistry().bind("keys", new Keys());
    context.start();
    assertThat(
            rules
                .rule("simple:" + text)
                .identify(
                    Messages.text(
                        "<a><b>8</b></a>",
                        Map.of("order", "7", "order-no", "9", "order.no", "10"))))
        .isEqualTo(new Identified(key));
  }

  /** A bean that makes a key of a message. */
  public static final class Keys {
    public String of(@Header("order") String order) {
      return "of " + order;
    }
  }
}
