// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.resource.ResourceException;
import java.util.stream.Stream;
import javax.security.auth.login.FailedLoginException;
import org.apache.activemq.artemis.api.core.ActiveMQSecurityException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.Code;

class SecurityRefusalsTest {

  @ParameterizedTest
  @MethodSource("refusals")
  void aRefusalIsFoundBehindWhateverAnAdapterMakesOfIt(JMSException refusal) {
    assertThat(new BrokerException("receive", refusal).code()).isEqualTo(Code.LOGIN_REFUSED);
  }

  static Stream<JMSException> refusals() {
    return Stream.of(
        new JMSSecurityException("no"),
        linked(new JMSSecurityException("no")),
        caused(new ResourceException(new ActiveMQSecurityException("AMQ229031"))),
        caused(new jakarta.resource.spi.SecurityException("no")),
        linked(new IllegalStateException(new FailedLoginException("no"))));
  }

  @Test
  void aBrokerThatIsAwayRefusesNobody() {
    JMSException round = new JMSException("cut");
    round.setLinkedException(caused(round));
    assertThat(new BrokerException("receive", round).code()).isEqualTo(Code.BROKER_FAILED);
  }

  private static JMSException linked(Exception other) {
    JMSException fault = new JMSException("could not create a session");
    fault.setLinkedException(other);
    return fault;
  }

  private static JMSException caused(Throwable other) {
    JMSException fault = new JMSException("could not create a session");
    fault.initCause(other);
    return fault;
  }
}
