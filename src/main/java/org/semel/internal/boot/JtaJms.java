// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import jakarta.jms.ConnectionFactory;
import jakarta.transaction.TransactionManager;
import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.component.jms.DefaultJmsKeyFormatStrategy;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.component.jms.JmsConfiguration;
import org.apache.camel.component.jms.JmsEndpoint;
import org.springframework.transaction.jta.JtaTransactionManager;

/**
 * Camel's own JMS component, set up so that a {@code jms:} route on this server receives in the
 * server's transaction. The default of each of these settings can lose messages.
 *
 * @see <a
 *     href="https://camel.apache.org/components/4.18.x/jms-component.html#_transactions_and_cache_levels">Camel:
 *     transactions and cache levels</a>
 */
final class JtaJms {

  private JtaJms() {}

  static JmsComponent component(ConnectionFactory factory, TransactionManager manager) {
    JtaTransactionManager jta = new JtaTransactionManager(manager);
    jta.afterPropertiesSet();
    JmsConfiguration configuration = new JmsConfiguration(factory);
    configuration.setTransactionManager(jta);
    configuration.setTransacted(false); // true would make a local transaction on an XA session
    configuration.setLazyCreateTransactionManager(false);
    configuration.setCacheLevelName(
        "CACHE_NONE"); // a server enlists a session when it hands it out
    configuration.setAsyncConsumer(false); // another thread is outside the transaction
    configuration.setDisableReplyTo(true); // a message must not decide where an answer goes
    configuration.setTransferException(false);
    return new NamedKeys(configuration);
  }

  /**
   * Whether this is an endpoint of ours, which waits for no answer, and of which the route does not
   * say that it knows ({@code disableReplyTo}).
   */
  static boolean waitsForNoAnswer(Endpoint endpoint) {
    return endpoint instanceof JmsEndpoint jms
        && jms.getComponent() instanceof NamedKeys
        && jms.isDisableReplyTo()
        && !jms.getEndpointUri().contains("disableReplyTo=");
  }

  /**
   * Camel's own, which forgets a key format that its configuration names when it makes an endpoint.
   */
  private static final class NamedKeys extends JmsComponent {

    private static final String OPTION = "jmsKeyFormatStrategy";

    NamedKeys(JmsConfiguration configuration) {
      super(configuration);
    }

    @Override
    protected Endpoint createEndpoint(String uri, String name, Map<String, Object> options)
        throws Exception {
      boolean theUsersOwn = options.containsKey(OPTION);
      Endpoint endpoint = super.createEndpoint(uri, name, options);
      if (!theUsersOwn && endpoint instanceof JmsEndpoint jms) {
        jms.setJmsKeyFormatStrategy(new KeyFormat());
      }
      return endpoint;
    }
  }

  /**
   * JMS allows no hyphen in a property's name; an intent's key travels under a name that others can
   * read.
   */
  private static final class KeyFormat extends DefaultJmsKeyFormatStrategy {

    private static final String HEADER = "Idempotency-Key";
    private static final String PROPERTY = "IdempotencyKey";

    @Override
    public String encodeKey(String key) {
      return key.equals(HEADER) ? PROPERTY : super.encodeKey(key);
    }

    @Override
    public String decodeKey(String key) {
      return key.equals(PROPERTY) ? HEADER : super.decodeKey(key);
    }
  }
}
