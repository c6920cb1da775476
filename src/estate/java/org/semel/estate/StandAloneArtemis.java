// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.nio.file.Path;
import java.util.Set;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;

/**
 * A broker in a process of its own, with a journal on disk and forced writes. What the queues do
 * with a message that comes back is as {@code server-config/wildfly/configure.cli} has it.
 */
final class StandAloneArtemis {

  static final String READY = "broker is up";
  static final String REFUSED = "turned away user ";

  private StandAloneArtemis() {}

  /** Takes a directory, a port, and the names of the queues. */
  public static void main(String[] arguments) throws Exception {
    EmbeddedActiveMQ broker = new Whole();
    ConfigurationImpl configuration =
        configuration(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
    String user = System.getProperty("artemis.user", "");
    if (!user.isEmpty()) {
      configuration.setSecurityEnabled(true);
      broker.setSecurityManager(new OneUser(user, System.getProperty("artemis.password", "")));
    }
    broker.setConfiguration(configuration);
    broker.start();
    for (int i = 2; i < arguments.length; i++) {
      queue(broker.getActiveMQServer(), arguments[i]);
    }
    System.out.println(READY);
  }

  private static void queue(ActiveMQServer server, String name) throws Exception {
    server.createQueue(
        QueueConfiguration.of(name)
            .setRoutingType(RoutingType.ANYCAST)
            .setDurable(true)
            .setAutoCreateAddress(true),
        true);
  }

  private static ConfigurationImpl configuration(Path directory, int port) throws Exception {
    AddressSettings settings =
        new AddressSettings()
            .setMaxDeliveryAttempts(Integer.getInteger("artemis.max-delivery-attempts", -1))
            .setRedeliveryDelay(Integer.getInteger("artemis.redelivery-delay", 500))
            .setRedeliveryMultiplier(2)
            .setMaxRedeliveryDelay(5000)
            .setAutoCreateQueues(false)
            .setAutoCreateAddresses(false);
    String deadLetters = System.getProperty("artemis.dead-letter-address", Artemis.DEAD_LETTERS);
    if (!deadLetters.isEmpty()) {
      settings.setDeadLetterAddress(SimpleString.of(deadLetters));
    }
    ConfigurationImpl configuration = new ConfigurationImpl();
    configuration
        .setPersistenceEnabled(true)
        .setSecurityEnabled(false)
        .setMaxDiskUsage(-1) // else it lets all producers wait once a disk is nine tenths full
        .setJournalType(JournalType.valueOf(System.getProperty("artemis.journal", "NIO")))
        .setJournalBufferTimeout_NIO(100_000)
        .setJournalBufferTimeout_AIO(100_000)
        .setJournalDirectory(directory.resolve("journal").toString())
        .setBindingsDirectory(directory.resolve("bindings").toString())
        .setPagingDirectory(directory.resolve("paging").toString())
        .setLargeMessagesDirectory(directory.resolve("large").toString())
        .setNodeManagerLockDirectory(directory.resolve("lock").toString())
        .addAcceptorConfiguration("tcp", "tcp://127.0.0.1:" + port)
        .addAddressSetting("#", settings);
    return configuration;
  }

  /** One that ends its process where Artemis would go on without the port that it cannot have. */
  private static final class Whole extends EmbeddedActiveMQ {

    @Override
    public void createActiveMQServer() throws Exception {
      super.createActiveMQServer();
      getActiveMQServer().registerActivationFailureListener(Whole::end);
    }

    private static void end(Exception failure) {
      failure.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  /** Lets in one user, who may do everything, and tells of all whom it turns away. */
  private record OneUser(String user, String password) implements ActiveMQSecurityManager {

    @Override
    public boolean validateUser(String name, String word) {
      boolean known = user.equals(name) && password.equals(word);
      if (!known) {
        System.out.println(REFUSED + name);
      }
      return known;
    }

    @Override
    public boolean validateUserAndRole(
        String name, String word, Set<Role> roles, CheckType checkType) {
      return validateUser(name, word);
    }
  }
}
