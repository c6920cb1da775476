// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletContextEvent;
import org.junit.jupiter.api.Test;

/** A server that makes the listener and injects nothing into it. */
class SemelListenerTest {

  private final SemelListener listener = new SemelListener();

  @Test
  void anApplicationThatCdiDoesNotServeIsRefusedByALineThatSaysSo() {
    ServletContextEvent event = WebApp.begins();
    assertThatThrownBy(() -> listener.contextInitialized(event))
        .hasMessageStartingWith("SEMEL-0104")
        .hasMessageContaining("CDI");
    assertThatCode(() -> listener.contextDestroyed(event)).doesNotThrowAnyException();
  }
}
