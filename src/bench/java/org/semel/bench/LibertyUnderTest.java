// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.semel.estate.Artemis;
import org.semel.estate.BrokerView;
import org.semel.estate.Liberty;
import org.semel.estate.Postgres;

/** An Open Liberty with a broker in a process of its own, which writes as WildFly's does. */
final class LibertyUnderTest implements ServerUnderTest {

  /** By its application, its module and its own name. */
  private static final String BEAN = "bench#" + BenchWar.NAME + "#" + Variant.BEAN;

  /** What semel.xml has not: the bean, the factory of the stock variants, and more connections. */
  private static final String CONFIGURATION =
      """
      <server>
        <featureManager><feature>mdb-4.0</feature></featureManager>
        <dataSource id="semel"><connectionManager maxPoolSize="%1$d"/></dataSource>
        <connectionFactory id="semelXA"><connectionManager maxPoolSize="%1$d"/></connectionFactory>
        <connectionFactory id="stock" jndiName="jms/stock" recoveryAuthDataRef="semel-broker">
          <properties.artemis/>
        </connectionFactory>
        <jmsActivationSpec id="bench/%2$s" autoStart="false">
          <properties.artemis destination="%3$s" destinationType="jakarta.jms.Queue" useJNDI="false"/>
        </jmsActivationSpec>
      </server>
      """
          .formatted(ALL_VARIANTS_AT_ONCE, Variant.BEAN, QUEUE);

  private final Artemis broker;
  private final String journal;
  private final Liberty liberty;

  LibertyUnderTest(Path directory, Postgres postgres) {
    Artemis asynchronous = broker(directory, "ASYNCIO");
    boolean works = starts(asynchronous);
    broker = works ? asynchronous : broker(directory, "NIO").start();
    journal = works ? "ASYNCIO" : "NIO";
    liberty =
        new Liberty(directory, postgres, broker)
            .withOption("-Dsemel.consumer-defaults.dead-letter-address=" + Artemis.DEAD_LETTERS)
            .withOption("-Dbench.data-source=jdbc/semel")
            .withOption("-Dbench.sender=jms/semelLocal")
            .withOption("-Dbench.stock=jms/stock")
            .withOption("-Dbench.transactions=java:comp/TransactionManager")
            .withConfiguration("benchmark", CONFIGURATION);
  }

  private static Artemis broker(Path directory, String journal) {
    return new Artemis(
        directory, List.of(QUEUE, "semel.probe"), "-Dartemis.journal=" + journal, "-Xmx1g");
  }

  /** Not every machine has what the faster journal needs. */
  private static boolean starts(Artemis broker) {
    try {
      broker.start();
      return true;
    } catch (IllegalStateException ended) {
      return false;
    }
  }

  @Override
  public Liberty appServer() {
    return liberty;
  }

  @Override
  public BrokerView broker() {
    return broker;
  }

  @Override
  public void start() {
    liberty.start().deploy(BenchWar.build());
  }

  @Override
  public void startBean() {
    endpoint("resume");
  }

  @Override
  public void stopBean() {
    endpoint("pause");
  }

  private void endpoint(String act) {
    new Orders(liberty.httpPort())
        .give("endpoint?act=" + act + "&bean=" + URLEncoder.encode(BEAN, StandardCharsets.UTF_8));
  }

  @Override
  public List<ProcessHandle> processes() {
    return List.of(liberty.handle(), ProcessHandle.of(broker.pid()).orElseThrow());
  }

  @Override
  public String journal() {
    return "a process of its own, journal "
        + journal
        + ", buffer timeout 100000 ns, sync-transactional true";
  }

  @Override
  public String transactionLog() {
    return "the server's default, two files that are written in turn";
  }

  @Override
  public void close() {
    liberty.close();
    broker.close();
  }
}
