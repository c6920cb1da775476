// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.jms.Topic;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Hashtable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.spi.InitialContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.loop.Gate;

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
    assertThatThrownBy(
            () -> new JndiServer(Duration.ZERO, new Gate()).queue("java:/jms/topic/prices"))
        .hasMessageStartingWith("SEMEL-0120 java:/jms/topic/prices is a topic")
        .hasMessageContaining("address::queue");
  }

  /** Nobody waits for a name longer than the application lives. */
  @Test
  void anApplicationThatStopsEndsTheWaitForAName() throws Exception {
    Gate gate = new Gate();
    System.setProperty(Context.INITIAL_CONTEXT_FACTORY, NothingYet.class.getName());
    CountDownLatch looked = NothingYet.expectALook();
    CompletableFuture<Throwable> end =
        CompletableFuture.supplyAsync(
            () ->
                catchThrowable(
                    () -> new JndiServer(Duration.ofDays(1), gate).dataSource("java:/jdbc/none")));
    looked.await();
    assertThat(end).isNotDone();
    gate.shut();
    assertThat(end.get(1, TimeUnit.MINUTES))
        .hasMessageStartingWith("SEMEL-0104 There is no DataSource at java:/jdbc/none");
  }

  /** Under no name lies anything. */
  public static final class NothingYet implements InitialContextFactory {

    private static volatile CountDownLatch looked = new CountDownLatch(1);

    static CountDownLatch expectALook() {
      looked = new CountDownLatch(1);
      return looked;
    }

    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) {
      return (Context)
          Proxy.newProxyInstance(
              NothingYet.class.getClassLoader(),
              new Class<?>[] {Context.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("lookup")) {
                  looked.countDown();
                  throw new NameNotFoundException();
                }
                return null;
              });
    }
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
