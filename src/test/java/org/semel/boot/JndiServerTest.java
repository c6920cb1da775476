// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Topic;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.spi.InitialContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What lies under a name and is not what the configuration says. */
class JndiServerTest {

  private String before;

  @BeforeEach
  void bind() {
    before = System.getProperty(Context.INITIAL_CONTEXT_FACTORY);
    System.setProperty(Context.INITIAL_CONTEXT_FACTORY, OnlyTopics.class.getName());
  }

  @AfterEach
  void unbind() {
    if (before == null) {
      System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
    } else {
      System.setProperty(Context.INITIAL_CONTEXT_FACTORY, before);
    }
  }

  @Test
  void aTopicIsRefusedWithTheWayToReceiveItsMessages() {
    assertThatThrownBy(() -> new JndiServer(Duration.ZERO).queue("java:/jms/topic/prices"))
        .hasMessageStartingWith("SEMEL-0120 java:/jms/topic/prices is a topic")
        .hasMessageContaining("address::queue");
  }

  /** Under every name lies a topic. */
  public static final class OnlyTopics implements InitialContextFactory {

    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) {
      Topic topic = () -> "prices";
      return (Context)
          Proxy.newProxyInstance(
              OnlyTopics.class.getClassLoader(),
              new Class<?>[] {Context.class},
              (proxy, method, arguments) -> method.getName().equals("lookup") ? topic : null);
    }
  }
}
