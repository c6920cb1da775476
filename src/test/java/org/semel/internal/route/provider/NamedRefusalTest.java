// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.provider;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.ResourceAllocationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose word that the broker took nothing is believed. */
class NamedRefusalTest {

  @Test
  void whatArtemisRefusesIsRefused() {
    assertThat(NamedRefusal.shownBy(full("org.apache.activemq.artemis.jms.client."))).isPresent();
  }

  /**
   * After a failover such a client sends once more what another broker may have taken: it is full
   * of that very message.
   */
  @ParameterizedTest
  @ValueSource(strings = {"org.apache.activemq.ActiveMQ", "org.apache.qpid.jms.Jms", "com.other."})
  void whatAClientThatMaySendAgainIsRefusedIsInDoubt(String client) {
    assertThat(NamedRefusal.shownBy(full(client))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"org.apache.activemq.ActiveMQ", "org.apache.qpid.jms.Jms", "com.other."})
  void whatIsRefusedBeforeAnythingIsSentIsRefusedByWhomeverItIsTold(String client) {
    ResourceAllocationException before = new ResourceAllocationException("no");
    before.setStackTrace(called(client + "Session", "createProducer"));
    assertThat(NamedRefusal.shownBy(before)).isPresent();
  }

  private static ResourceAllocationException full(String client) {
    ResourceAllocationException full = new ResourceAllocationException("the address is full");
    full.setStackTrace(called(client + "MessageProducer", "send"));
    return full;
  }

  private static StackTraceElement[] called(String type, String method) {
    return new StackTraceElement[] {new StackTraceElement(type, method, "Client.java", 1)};
  }
}
