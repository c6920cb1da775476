// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.jms.Topic;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.spi.InitialContextFactory;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.server.liberty.LibertyPlatform;
import org.semel.internal.edge.server.wildfly.WildFlyPlatform;
import org.semel.internal.engine.loop.Gate;
import org.semel.small.SmallServer;
import org.semel.small.liberty.LibertyManager;

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
            () ->
                new JndiServer(new WildFlyPlatform(), Duration.ZERO, new Gate())
                    .queue("java:/jms/topic/prices"))
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
                    () ->
                        new JndiServer(new WildFlyPlatform(), Duration.ofDays(1), gate)
                            .dataSource("java:/jdbc/none")));
    looked.await();
    assertThat(end).isNotDone();
    gate.shut();
    assertThat(end.get(3, TimeUnit.MINUTES))
        .hasMessageStartingWith("SEMEL-0104 There is no DataSource at java:/jdbc/none");
  }

  @Test
  void theServerIsKnownByItsTransactionManager() {
    bind(Map.of("java:comp/TransactionManager", new LibertyManager()));
    assertThat(here().platform()).isInstanceOf(LibertyPlatform.class);
    bind(Map.of("java:jboss/TransactionManager", SmallServer.shared().manager()));
    assertThat(here().platform()).isInstanceOf(WildFlyPlatform.class);
  }

  @Test
  void aServerThatNobodyKnowsIsRefused() {
    bind(Map.of("java:comp/TransactionManager", SmallServer.shared().manager()));
    assertThatThrownBy(JndiServerTest::here)
        .hasMessageStartingWith("SEMEL-0104 There is no TransactionManager at java:comp/")
        .hasMessageContaining("a server which Semel does not know");
  }

  @Test
  void aPortableNameIsFoundWhereTheServerBindsIt() {
    DataSource bound = SmallServer.shared().dataSource();
    bind(
        Map.of(
            "java:jboss/TransactionManager", SmallServer.shared().manager(),
            "java:/jdbc/semel", bound,
            "jdbc/plain", bound));
    assertThat(here().dataSource("jdbc/semel")).isSameAs(bound);
    assertThat(here().dataSource("java:/jdbc/semel")).isSameAs(bound);
    assertThat(here().dataSource("jdbc/plain")).isSameAs(bound);
    assertThatThrownBy(() -> here().dataSource("jdbc/none"))
        .hasMessage(
            "SEMEL-0104 There is no DataSource at jdbc/none or java:/jdbc/none; create it in the server's"
                + " configuration (server-config/README.md).");
  }

  @Test
  void aNameOfAnotherServerIsRefusedWithTheOneToUse() {
    bind(Map.of("java:comp/TransactionManager", new LibertyManager()));
    assertThatThrownBy(() -> here().dataSource("java:/jdbc/semel"))
        .hasMessageStartingWith(
            "SEMEL-0104 There is no DataSource at java:/jdbc/semel; this server")
        .hasMessageContaining("Call it jdbc/semel");
    assertThatThrownBy(() -> here().connectionFactory("jms/none"))
        .hasMessageContaining("<connectionFactory jndiName=\"jms/none\" ...>");
    assertThatThrownBy(() -> here().threads()).hasMessageContaining("concurrent-3.0");
  }

  private static JndiServer here() {
    return JndiServer.here(Duration.ZERO, new Gate());
  }

  private static void bind(Map<String, Object> names) {
    System.setProperty(Context.INITIAL_CONTEXT_FACTORY, Bound.class.getName());
    Bound.NAMES.clear();
    Bound.NAMES.putAll(names);
  }

  /** What a test has bound. */
  public static final class Bound implements InitialContextFactory {

    private static final Map<String, Object> NAMES = new ConcurrentHashMap<>();

    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) {
      return (Context)
          Proxy.newProxyInstance(
              Bound.class.getClassLoader(),
              new Class<?>[] {Context.class},
              (proxy, method, arguments) -> {
                if (!method.getName().equals("lookup")) {
                  return null;
                }
                Object found = NAMES.get(String.valueOf(arguments[0]));
                if (found == null) {
                  throw new NameNotFoundException();
                }
                return found;
              });
    }
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
