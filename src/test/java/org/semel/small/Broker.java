// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.api.core.ActiveMQAddressFullException;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQIllegalStateException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.postoffice.PostOffice;
import org.apache.activemq.artemis.core.postoffice.RoutingStatus;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerMessagePlugin;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.core.transaction.ResourceManager;
import org.apache.activemq.artemis.core.transaction.Transaction;
import org.apache.activemq.artemis.core.transaction.impl.XidImpl;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;
import org.apache.activemq.artemis.utils.collections.LinkedListIterator;
import org.jspecify.annotations.Nullable;
import org.semel.estate.ColdCopy;
import org.semel.estate.Ports;

/**
 * A real Artemis with a journal on disk, reached over TCP, that can be stopped and started again.
 */
public final class Broker {

  private static final String DEAD_LETTERS = "DLQ";

  private final Path directory;
  private final int port;
  private final Optional<ActiveMQSecurityManager> guard;
  private EmbeddedActiveMQ running;
  private @Nullable SharedSender sender;

  private Broker(Path directory, int port, Optional<ActiveMQSecurityManager> guard) {
    this.directory = directory;
    this.port = port;
    this.guard = guard;
  }

  static Broker start(Path directory) {
    return start(directory.resolve("artemis"), Optional.empty());
  }

  /**
   * One of its own that lets in whom {@code guard} lets in. To be stopped by who has started it.
   */
  public static Broker guarded(ActiveMQSecurityManager guard) {
    try {
      Path directory = Files.createTempDirectory(Path.of("target"), "guarded-broker-");
      return start(directory, Optional.of(guard));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Another one of its own. To be stopped by who has started it. */
  public static Broker another() {
    try {
      return start(Files.createTempDirectory(Path.of("target"), "another-broker-"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A backup of its journal, while it does not run. */
  public ColdCopy coldCopy() {
    return ColdCopy.of(directory);
  }

  private static Broker start(Path directory, Optional<ActiveMQSecurityManager> guard) {
    Broker broker = new Broker(directory, Ports.free(), guard);
    broker.start();
    broker.queue(DEAD_LETTERS);
    return broker;
  }

  public void start() {
    try {
      running = new EmbeddedActiveMQ().setConfiguration(configuration());
      guard.ifPresent(running::setSecurityManager);
      running.start();
    } catch (Exception e) {
      throw new IllegalStateException("Artemis does not start in " + directory, e);
    }
  }

  public void stop() {
    hangUp();
    try {
      running.stop();
    } catch (Exception e) {
      throw new IllegalStateException("Artemis does not stop", e);
    }
  }

  /** Shared by all who send: a connection for each message takes longer than the message. */
  synchronized SharedSender sender() {
    SharedSender open = sender;
    if (open == null || open.isBroken()) {
      hangUp();
      open = new SharedSender(plainFactory());
      sender = open;
    }
    return open;
  }

  private synchronized void hangUp() {
    SharedSender open = sender;
    sender = null;
    if (open != null) {
      open.close();
    }
  }

  /** Creates a queue, unless it is there. */
  public void queue(String name) {
    try {
      running
          .getActiveMQServer()
          .createQueue(
              QueueConfiguration.of(name)
                  .setRoutingType(RoutingType.ANYCAST)
                  .setDurable(true)
                  .setAutoCreateAddress(true),
              true);
    } catch (Exception e) {
      throw new IllegalStateException(name, e);
    }
  }

  /** Gives nothing of a queue any more, as a person may say, and keeps what is sent to it. */
  public void pauses(String name) {
    running.getActiveMQServer().locateQueue(SimpleString.of(name)).pause();
  }

  /** Removes a queue, as a person may, and the consumers that receive from it. */
  public void removeQueue(String name) {
    try {
      running.getActiveMQServer().destroyQueue(SimpleString.of(name), null, false, true);
    } catch (Exception e) {
      throw new IllegalStateException(name, e);
    }
  }

  /** Removes a queue, unless somebody receives from it. */
  public boolean isRemoved(String name) {
    try {
      running.getActiveMQServer().destroyQueue(SimpleString.of(name));
      return true;
    } catch (ActiveMQIllegalStateException received) {
      return false;
    } catch (Exception e) {
      throw new IllegalStateException(name, e);
    }
  }

  /** Makes no queue whose name begins so for those who ask for it, as a server's broker. */
  public void makesNoQueueOf(String beginning) {
    running
        .getActiveMQServer()
        .getAddressSettingsRepository()
        .addMatch(
            beginning + ".#",
            addressSettings().setAutoCreateQueues(false).setAutoCreateAddresses(false));
  }

  /** Makes each queue that is asked for, as Artemis does unless it is told otherwise. */
  public void makesQueues() {
    running
        .getActiveMQServer()
        .getAddressSettingsRepository()
        .addMatch("#", addressSettings().setAutoCreateQueues(true).setAutoCreateAddresses(true));
  }

  /** The names of all its queues. */
  public Set<String> queues() {
    return Set.of(running.getActiveMQServer().getActiveMQServerControl().getQueueNames());
  }

  /** Refuses what is sent to a queue while it holds so many messages. */
  public void holdsUpTo(int messages, String queue) {
    running
        .getActiveMQServer()
        .getAddressSettingsRepository()
        .addMatch(
            queue,
            addressSettings()
                .setMaxSizeMessages(messages)
                .setAddressFullMessagePolicy(AddressFullMessagePolicy.FAIL));
  }

  /** Creates a durable subscription of a topic: a queue at its address. */
  public void subscription(String topic, String queue) {
    try {
      running
          .getActiveMQServer()
          .createQueue(
              QueueConfiguration.of(queue)
                  .setAddress(topic)
                  .setRoutingType(RoutingType.MULTICAST)
                  .setDurable(true)
                  .setAutoCreateAddress(true),
              true);
    } catch (Exception e) {
      throw new IllegalStateException(topic, e);
    }
  }

  /** Lets the broker give up on a message of this queue only after so many deliveries. */
  public void deliversUpTo(int attempts, String queue) {
    running
        .getActiveMQServer()
        .getAddressSettingsRepository()
        .addMatch(queue, addressSettings().setMaxDeliveryAttempts(attempts));
  }

  /** Lets a queue keep what was acknowledged: it comes again. */
  public void keeps(String name) {
    try {
      running
          .getActiveMQServer()
          .updateQueue(
              QueueConfiguration.of(name)
                  .setRoutingType(RoutingType.ANYCAST)
                  .setNonDestructive(true));
    } catch (Exception e) {
      throw new IllegalStateException(name, e);
    }
  }

  /**
   * How many messages are in a queue, those being delivered included. What is committed or given
   * back comes to it a moment later, on the queue's own thread, which is waited for.
   */
  public long messages(String queue) {
    Queue counted = running.getActiveMQServer().locateQueue(SimpleString.of(queue));
    long before;
    long now = counted.getMessageCount();
    do {
      before = now;
      awaitItsThread(counted);
      now = counted.getMessageCount();
    } while (now != before);
    return now;
  }

  /** {@code flushExecutor()} does not wait for a task that no thread of the pool has begun. */
  private static void awaitItsThread(Queue queue) {
    CompletableFuture<Void> reached = new CompletableFuture<>();
    queue.getExecutor().execute(() -> reached.complete(null));
    reached.orTimeout(30, SECONDS).join();
  }

  /** How many messages of a queue are with consumers. */
  public long delivering(String queue) {
    return running.getActiveMQServer().locateQueue(SimpleString.of(queue)).getDeliveringCount();
  }

  /**
   * Gives up on all messages of a queue, as after their last delivery, and waits until each of them
   * is among the dead letters: the broker moves them after it has answered. Waits before that until
   * those who received them, and have been stopped, have given them back.
   */
  public void giveUpOn(String queue) {
    await("nobody has a message of %s in hand any more".formatted(queue))
        .until(() -> delivering(queue) == 0);
    long all = deadLetters(queue) + messages(queue);
    await("the broker moves what was in %s to %s, %d in all".formatted(queue, DEAD_LETTERS, all))
        .until(
            () -> {
              moveToDeadLetters(queue);
              return deadLetters(queue) >= all;
            });
  }

  private void moveToDeadLetters(String queue) {
    try {
      running
          .getActiveMQServer()
          .locateQueue(SimpleString.of(queue))
          .sendMessagesToDeadLetterAddress(null);
    } catch (Exception e) {
      throw new IllegalStateException(queue, e);
    }
  }

  /** How many of the broker's dead letters stood in this queue, and can be received. */
  public long deadLetters(String queue) {
    try (LinkedListIterator<MessageReference> letters =
        running.getActiveMQServer().locateQueue(SimpleString.of(DEAD_LETTERS)).browserIterator()) {
      long from = 0;
      while (letters.hasNext()) {
        Object former = letters.next().getMessage().getObjectProperty(Message.HDR_ORIGINAL_QUEUE);
        from += queue.equals(String.valueOf(former)) ? 1 : 0;
      }
      return from;
    }
  }

  /**
   * Takes the next message for this queue, and closes its producer's connection before it answers.
   *
   * @return ends that
   */
  public Runnable hangsUpOnTheFirstWhoSendsTo(String queue) {
    AtomicBoolean first = new AtomicBoolean(true);
    ActiveMQServerMessagePlugin hangsUp =
        new ActiveMQServerMessagePlugin() {
          @Override
          public void afterSend(
              ServerSession session,
              Transaction transaction,
              Message message,
              boolean direct,
              boolean noAutoCreateQueue,
              RoutingStatus result) {
            if (queue.equals(message.getAddress()) && first.compareAndSet(true, false)) {
              session.getRemotingConnection().getTransportConnection().forceClose();
            }
          }
        };
    running.getActiveMQServer().registerBrokerPlugin(hangsUp);
    return () -> running.getActiveMQServer().unRegisterBrokerPlugin(hangsUp);
  }

  /**
   * Refuses what is sent to a queue, as if that were full.
   *
   * @param refused by its text
   * @return ends that
   */
  public Runnable refusesWhatIsSentTo(String queue, Predicate<String> refused) {
    ActiveMQServerMessagePlugin refuses =
        new ActiveMQServerMessagePlugin() {
          @Override
          public void beforeSend(
              ServerSession session,
              @Nullable Transaction transaction,
              Message message,
              boolean direct,
              boolean noAutoCreateQueue)
              throws ActiveMQException {
            if (queue.equals(message.getAddress())
                && refused.test(
                    String.valueOf(
                        message.toCore().getReadOnlyBodyBuffer().readNullableSimpleString()))) {
              ActiveMQException full = new ActiveMQAddressFullException(queue + " is full");
              if (transaction != null) { // no one waits for what is sent in one
                transaction.markAsRollbackOnly(full);
              }
              throw full;
            }
          }
        };
    running.getActiveMQServer().registerBrokerPlugin(refuses);
    return () -> running.getActiveMQServer().unRegisterBrokerPlugin(refuses);
  }

  /**
   * Lets the broker look for branches that last too long at the worst moment: while it acknowledges
   * a message of this queue. What it finds it ends, as its own look does.
   *
   * @param late how much later than now it looks
   * @return ends that
   */
  public Runnable looksForOvertimeAsItAcknowledges(String queue, Duration late) {
    PostOffice office = running.getActiveMQServer().getPostOffice();
    ResourceManager branches = running.getActiveMQServer().getResourceManager();
    office.setMirrorControlSource(
        new Acknowledgements(
            queue,
            branch -> {
              long now = System.currentTimeMillis() + late.toMillis();
              if (branch.hasTimedOut(now, branches.getTimeoutSeconds())) {
                branches.removeTransaction(branch.getXid(), null);
                branch.rollback();
              }
            }));
    return () -> office.setMirrorControlSource(null);
  }

  /** The branches that were begun before, are prepared and wait for a decision. */
  public List<String> preparedBefore(Instant moment) {
    ResourceManager branches = running.getActiveMQServer().getResourceManager();
    return branches.getPreparedTransactions().stream()
        .map(branches::getTransaction)
        .filter(Objects::nonNull)
        .filter(branch -> branch.getCreateTime() < moment.toEpochMilli())
        .map(branch -> String.valueOf(branch.getXid()))
        .toList();
  }

  /** The names of the sessions of connections that come from these ports. */
  public Set<String> sessionsFrom(Set<String> ports) {
    return running.getActiveMQServer().getSessions().stream()
        .filter(one -> ports.contains(port(one.getRemotingConnection().getRemoteAddress())))
        .map(ServerSession::getName)
        .collect(Collectors.toSet());
  }

  /** Waits until none of these sessions is left, whose connections have ended. */
  public void loses(Set<String> sessions) {
    await("the broker has seen that its clients have hung up")
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(
            () ->
                running.getActiveMQServer().getSessions().stream()
                    .map(ServerSession::getName)
                    .noneMatch(sessions::contains));
  }

  /** The last part of an address. */
  public static String port(@Nullable String address) {
    String text = String.valueOf(address);
    return text.substring(text.lastIndexOf(':') + 1);
  }

  /** Ends a branch, unless it is prepared: as the broker does once the branch's time is up. */
  public void endsUnprepared(Xid named) {
    ResourceManager branches = running.getActiveMQServer().getResourceManager();
    Xid branch = new XidImpl(named); // it knows those of its own class only
    Transaction begun = branches.getTransaction(branch);
    if (begun == null || begun.getState() == Transaction.State.PREPARED) {
      return;
    }
    try {
      branches.removeTransaction(branch, null);
      begun.rollback();
    } catch (Exception e) {
      throw new IllegalStateException(String.valueOf(branch), e);
    }
  }

  /** Throws away what is in a queue. */
  public void empty(String queue) {
    try {
      running.getActiveMQServer().locateQueue(SimpleString.of(queue)).deleteAllReferences();
    } catch (Exception e) {
      throw new IllegalStateException(queue, e);
    }
  }

  /** Where it is reached over TCP. */
  public int port() {
    return port;
  }

  public ActiveMQXAConnectionFactory xaFactory() {
    return new ActiveMQXAConnectionFactory(url());
  }

  /** One that knows nothing of transactions that others begin. */
  public ActiveMQConnectionFactory plainFactory() {
    return new ActiveMQConnectionFactory(url());
  }

  /** One that connects again when its connection is lost, as a server's pool does. */
  public ActiveMQConnectionFactory factoryThatConnectsAgain() {
    return new ActiveMQConnectionFactory(
        "tcp://localhost:" + port + "?reconnectAttempts=-1&retryInterval=50");
  }

  private String url() {
    return "tcp://localhost:" + port + "?consumerWindowSize=0&reconnectAttempts=0";
  }

  private ConfigurationImpl configuration() throws Exception {
    ConfigurationImpl configuration = new ConfigurationImpl();
    configuration
        .setPersistenceEnabled(true)
        .setMaxDiskUsage(-1) // else it lets all producers wait once a disk is nine tenths full
        .setName(directory.getFileName().toString())
        .setSecurityEnabled(guard.isPresent())
        .setSecurityInvalidationInterval(0)
        .setJournalType(JournalType.NIO)
        .setJournalDatasync(false) // no test cuts the power
        .setJournalDirectory(directory.resolve("journal").toString())
        .setBindingsDirectory(directory.resolve("bindings").toString())
        .setPagingDirectory(directory.resolve("paging").toString())
        .setLargeMessagesDirectory(directory.resolve("large").toString())
        .setNodeManagerLockDirectory(directory.resolve("lock").toString())
        .addAcceptorConfiguration("tcp", "tcp://localhost:" + port)
        .addAddressSetting("#", addressSettings());
    return configuration;
  }

  private static AddressSettings addressSettings() {
    return new AddressSettings()
        .setDeadLetterAddress(SimpleString.of(DEAD_LETTERS))
        .setExpiryAddress(SimpleString.of(DEAD_LETTERS))
        .setMaxDeliveryAttempts(50)
        .setAutoCreateQueues(false)
        .setAutoCreateAddresses(false);
  }
}
