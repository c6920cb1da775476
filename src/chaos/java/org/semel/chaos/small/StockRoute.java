// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import java.nio.charset.StandardCharsets;
import javax.sql.DataSource;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;

/**
 * Nothing of ours but the business: a route of Camel's own JMS component, transacted, through
 * Camel's own idempotent consumer, {@code eager(false)}, over Camel's own repository. The key is
 * added when the exchange is done, which is after the business has committed.
 *
 * @see <a href="https://camel.apache.org/components/latest/eips/idempotentConsumer-eip.html">Camel:
 *     Idempotent Consumer</a>
 */
final class StockRoute extends RouteBuilder {

  private final Business business;
  private final JdbcMessageIdRepository repository;

  private StockRoute(DataSource pool, Business business) {
    this.business = business;
    repository = new JdbcMessageIdRepository(pool, "stock");
    repository.setCreateTableIfNotExists(false);
  }

  static void start(String broker, DataSource pool, Business business) {
    try {
      CamelContext camel = new DefaultCamelContext();
      camel.addComponent(
          "jms", JmsComponent.jmsComponentTransacted(new ActiveMQConnectionFactory(broker)));
      camel.addRoutes(new StockRoute(pool, business));
      camel.start();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void configure() {
    from("jms:queue:" + SmallNode.QUEUE)
        .idempotentConsumer()
        .body(String.class, Business::key)
        .idempotentRepository(repository)
        .eager(false)
        .process(
            exchange ->
                business.reserve(
                    exchange.getMessage().getBody(String.class).getBytes(StandardCharsets.UTF_8)));
  }
}
