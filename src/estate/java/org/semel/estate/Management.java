// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.as.controller.client.ModelControllerClient;
import org.jboss.as.controller.client.ModelControllerClientConfiguration;
import org.jboss.dmr.ModelNode;
import org.jboss.dmr.Property;

/** Asks a running WildFly about the broker inside it, and about itself. */
public final class Management implements BrokerView {

  /** The client's own five seconds are too few where much else goes on. */
  private static final Duration CONNECTING = Duration.ofMinutes(2);

  private final int port;

  Management(int port) {
    this.port = port;
  }

  @Override
  public long messages(String queue) {
    return read("jms-queue", queue, "message-count").asLong();
  }

  @Override
  public void setPaused(String queue, boolean paused) {
    ModelNode operation = broker();
    operation.get("address").add("jms-queue", queue);
    operation.get("operation").set(paused ? "pause" : "resume");
    execute(operation);
  }

  @Override
  public int consumers(String queue) {
    return read("jms-queue", queue, "consumer-count").asInt();
  }

  @Override
  public int connections() {
    ModelNode operation = broker();
    operation.get("operation").set("list-connection-ids");
    return execute(operation).asList().size();
  }

  @Override
  public int prepared() {
    return preparedTransactions().size();
  }

  /** The transactions that it has prepared, by name, as the broker tells them. */
  public Set<String> preparedTransactions() {
    ModelNode operation = broker();
    operation.get("operation").set("list-prepared-transactions");
    ModelNode result = execute(operation);
    return result.isDefined()
        ? result.asList().stream().map(ModelNode::asString).collect(Collectors.toSet())
        : Set.of();
  }

  /** Has the transaction manager count. */
  public void countTransactions() {
    ModelNode operation = transactions("write-attribute", "statistics-enabled");
    operation.get("value").set(true);
    execute(operation);
  }

  /** How many transactions were committed since it counts. */
  public long committed() {
    return execute(transactions("read-attribute", "number-of-committed-transactions")).asLong();
  }

  private static ModelNode transactions(String act, String attribute) {
    ModelNode operation = new ModelNode();
    operation.get("address").add("subsystem", "transactions");
    operation.get("operation").set(act);
    operation.get("name").set(attribute);
    return operation;
  }

  /** How the broker writes to disk, in words. */
  public String journal() {
    return "journal "
        + attribute("journal-type").asString()
        + ", buffer timeout "
        + attribute("journal-buffer-timeout").asString()
        + " ns, sync-transactional "
        + attribute("journal-sync-transactional").asString();
  }

  private ModelNode attribute(String name) {
    ModelNode operation = broker();
    operation.get("operation").set("read-attribute");
    operation.get("name").set(name);
    return execute(operation);
  }

  @Override
  public void addQueue(String name) {
    ModelNode settings = broker();
    settings.get("address").add("address-setting", "jms.queue." + name);
    settings.get("operation").set("add");
    settings.get("dead-letter-address").set("jms.queue.DLQ");
    settings.get("max-delivery-attempts").set(-1);
    execute(settings);
    ModelNode queue = broker();
    queue.get("address").add("jms-queue", name);
    queue.get("operation").set("add");
    queue.get("entries").add("java:/jms/queue/" + name);
    execute(queue);
  }

  /**
   * Adds a topic, and a queue that keeps what is published there, as a durable subscription does.
   */
  public void addSubscription(String topic, String name) {
    ModelNode added = broker();
    added.get("address").add("jms-topic", topic);
    added.get("operation").set("add");
    added.get("entries").add("java:/jms/topic/" + topic);
    execute(added);
    ModelNode queue = broker();
    queue.get("address").add("queue", name);
    queue.get("operation").set("add");
    queue.get("queue-address").set("jms.topic." + topic);
    queue.get("routing-type").set("MULTICAST");
    execute(queue);
  }

  /** The pooled factories under whose names recovery would ask the broker inside. */
  public List<String> announcing() {
    ModelNode operation = broker();
    operation.get("operation").set("read-children-resources");
    operation.get("child-type").set("pooled-connection-factory");
    return execute(operation).asPropertyList().stream()
        .filter(factory -> factory.getValue().get("use-auto-recovery").asBoolean(true))
        .map(Property::getName)
        .toList();
  }

  /** Lets the data source for Semel have so many connections, from now on. */
  public void setMostConnections(int most) {
    ModelNode operation = new ModelNode();
    operation.get("address").add("subsystem", "datasources").add("xa-data-source", "semel");
    operation.get("operation").set("write-attribute");
    operation.get("name").set("max-pool-size");
    operation.get("value").set(most);
    execute(operation);
  }

  /**
   * Adds a data source that takes part in no two-phase commit.
   *
   * @param flushStrategy what its pool closes when one connection breaks
   */
  public void addLocalDataSource(String name, Postgres postgres, String flushStrategy) {
    ModelNode operation = new ModelNode();
    operation.get("address").add("subsystem", "datasources").add("data-source", name);
    operation.get("operation").set("add");
    operation.get("jndi-name").set("java:/jdbc/" + name);
    operation.get("driver-name").set("semel-postgresql");
    operation.get("driver-class").set("org.postgresql.Driver");
    operation.get("connection-url").set(postgres.jdbcUrl());
    operation.get("user-name").set(Postgres.ROLE);
    operation.get("password").set(Postgres.PASSWORD);
    operation.get("flush-strategy").set(flushStrategy);
    execute(operation);
  }

  /** Starts or stops the delivery to a message-driven bean. */
  public void delivery(String archive, String bean, String act) {
    ModelNode operation = new ModelNode();
    operation
        .get("address")
        .add("deployment", archive)
        .add("subsystem", "ejb3")
        .add("message-driven-bean", bean);
    operation.get("operation").set(act);
    execute(operation);
  }

  /** Ends the HTTP sessions of an application, as their time-out would. */
  public void endSessions(String archive) {
    for (ModelNode session : execute(sessions(archive, "list-sessions")).asList()) {
      ModelNode operation = sessions(archive, "invalidate-session");
      operation.get("session-id").set(session);
      execute(operation);
    }
  }

  private static ModelNode sessions(String archive, String act) {
    ModelNode operation = new ModelNode();
    operation.get("address").add("deployment", archive).add("subsystem", "undertow");
    operation.get("operation").set(act);
    return operation;
  }

  /** Lets the server itself do something that needs no more than its name. */
  void act(String name) {
    ModelNode operation = new ModelNode();
    operation.get("address").setEmptyList();
    operation.get("operation").set(name);
    execute(operation);
  }

  /** Ends an application; when this returns, its last listener has stopped. */
  public void undeploy(String archive) {
    deployment(archive, "undeploy");
  }

  /** Starts an application that was undeployed; when this returns, it is up. */
  public void deploy(String archive) {
    deployment(archive, "deploy");
  }

  private void deployment(String archive, String act) {
    ModelNode operation = new ModelNode();
    operation.get("address").add("deployment", archive);
    operation.get("operation").set(act);
    execute(operation);
  }

  private ModelNode read(String kind, String name, String attribute) {
    ModelNode operation = broker();
    operation.get("address").add(kind, name);
    operation.get("operation").set("read-attribute");
    operation.get("name").set(attribute);
    return execute(operation);
  }

  private static ModelNode broker() {
    ModelNode operation = new ModelNode();
    operation.get("address").add("subsystem", "messaging-activemq").add("server", "default");
    return operation;
  }

  private ModelControllerClientConfiguration server() {
    return new ModelControllerClientConfiguration.Builder()
        .setProtocol("remote+http")
        .setHostName("127.0.0.1")
        .setPort(port)
        .setConnectionTimeout((int) CONNECTING.toMillis())
        .build();
  }

  private ModelNode execute(ModelNode operation) {
    try (ModelControllerClient client = ModelControllerClient.Factory.create(server())) {
      ModelNode answer = client.execute(operation);
      if (!answer.get("outcome").asString().equals("success")) {
        throw new IllegalStateException(answer.toString());
      }
      return answer.get("result");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
