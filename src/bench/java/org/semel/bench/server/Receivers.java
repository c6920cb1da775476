// SPDX-License-Identifier: Apache-2.0
package org.semel.bench.server;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.jms.ConnectionFactory;
import jakarta.transaction.TransactionManager;
import java.util.List;
import javax.sql.DataSource;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.component.jms.JmsConfiguration;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * All receivers but the message-driven bean, as routes that are started one at a time: Semel's in
 * each size, and what Camel's users have today.
 */
@ApplicationScoped
public class Receivers extends RouteBuilder {

  private static final int[] SIZES = {1, 10, 50, 200};

  private final DataSource dataSource = Lookup.of(DataSource.class, "data-source");

  private final TransactionManager manager = Lookup.of(TransactionManager.class, "transactions");
  private final ConnectionFactory serversOwn = Lookup.of(ConnectionFactory.class, "stock");

  @Override
  public void configure() {
    for (int size : SIZES) {
      receive("direct" + size);
      receive("managed" + size);
      receive("ack" + size);
    }
    JtaTransactionManager jta = new JtaTransactionManager(manager);
    jta.afterPropertiesSet();
    getContext().addComponent("plain", plain(jta));
    stock("stock", "plain", jta);
    stock("stock_tuned", "jms", jta);
    receive("natural50");
    for (String kind : List.of("hot", "aside", "slow")) {
      receive(kind + 1, Contention.class, kind);
      receive(kind + 50, Contention.class, kind);
    }
    from("inbox:idle50")
        .routeId("idle50")
        .autoStartup(false)
        .bean(Work.class, "nothing")
        .to("intent:confirmation");
    from("intent:confirmation").routeId("relay").autoStartup(false).to("{{confirmation.url}}");
    from("intent:hanging").routeId("hanging").autoStartup(false).to("{{hanging.url}}");
  }

  private void receive(String name) {
    receive(name, Work.class, "reserve");
  }

  private void receive(String name, Class<?> bean, String method) {
    from("inbox:" + name)
        .routeId(name)
        .autoStartup(false)
        .bean(bean, method)
        .to("intent:confirmation");
  }

  /** What the manual of Camel's JMS component says for JTA, over the server's own factory. */
  private JmsComponent plain(JtaTransactionManager jta) {
    JmsConfiguration configuration = new JmsConfiguration(serversOwn);
    configuration.setTransactionManager(jta);
    configuration.setLazyCreateTransactionManager(false);
    return new JmsComponent(configuration);
  }

  /** Camel's JMS component bound to JTA, and its own repository in the same transaction. */
  private void stock(String name, String component, JtaTransactionManager jta) {
    JdbcMessageIdRepository repository =
        new JdbcMessageIdRepository(dataSource, new TransactionTemplate(jta), "stock");
    repository.setCreateTableIfNotExists(false);
    from(component + ":queue:bench?concurrentConsumers=8&receiveTimeout=500")
        .routeId(name)
        .autoStartup(false)
        .idempotentConsumer(header("key"))
        .idempotentRepository(repository)
        .bean(Work.class, "reserve");
  }
}
