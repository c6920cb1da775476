// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import jakarta.jms.ConnectionFactory;
import java.util.Set;
import org.semel.internal.boot.config.ConsumerKeys;
import org.semel.internal.boot.config.ConsumerSettings;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.boot.log.ReceiveLog;
import org.semel.internal.boot.server.Server;
import org.semel.internal.consumer.Consumer;
import org.semel.internal.consumer.Consumers;
import org.semel.internal.identity.IdentitySpec;
import org.semel.internal.jms.ArtemisDeadLetters;
import org.semel.internal.jms.JmsMessages;
import org.semel.internal.jms.JmsSource;
import org.semel.internal.jms.Queues;
import org.semel.internal.policy.ConsumerPolicy;
import org.semel.internal.policy.ConsumerPolicy.Feed;
import org.semel.internal.policy.Protocol;
import org.semel.internal.postgresql.DatabaseClock;
import org.semel.internal.proof.ProofResult;
import org.semel.internal.receive.Expiry;
import org.semel.internal.receive.MessageSource;
import org.semel.internal.receive.ReceiveListener;
import org.semel.internal.receive.Replayer;
import org.semel.internal.receive.SteppedHandler;
import org.semel.internal.tx.Transactions;
import org.semel.message.IdentityRules;

/** Puts a consumer together, as its settings say, over this server's resources. */
final class ConsumerWiring {

  private final Settings settings;
  private final Server server;
  private final IdentitySpec identities;
  private final Transactions transactions;
  private final Stores stores;
  private final Replayer replayer;
  private final ConsumerSessions sessions;
  private final Registrations registrations;
  private final ReceiveListener log;

  /** With {@code replayer} the consumers are open to operators, too. */
  ConsumerWiring(
      Settings settings,
      Server server,
      IdentitySpec identities,
      Transactions transactions,
      Stores stores,
      Replayer replayer) {
    this.settings = settings;
    this.server = server;
    this.identities = identities;
    this.transactions = transactions;
    this.stores = stores;
    this.replayer = replayer;
    this.log = new ReceiveLog(System::nanoTime);
    this.sessions = new ConsumerSessions(server);
    this.registrations =
        new Registrations(settings, transactions, KnownFaults.AT_START, stores.registries());
  }

  Consumer consumer(ConsumerSettings consumer, SteppedHandler handler) {
    ConsumerPolicy policy = consumer.policy();
    FormerMemory former = stores.former(identities);
    Consumers.Particulars particulars = particulars(consumer, former);
    Consumers consumers = consumers(consumer, former);
    return consumer.protocol() == Protocol.STORE_FIRST
        ? consumers.storeFirst(policy, particulars, stores.messages(), handler)
        : consumers.consumer(policy, particulars, handler);
  }

  private Consumers.Particulars particulars(ConsumerSettings consumer, FormerMemory former) {
    ConsumerPolicy policy = consumer.policy();
    ConnectionFactory factory = factory(consumer);
    Queues queue = server.queue(policy.feed().destination());
    JmsMessages messages = new JmsMessages(policy.feed().destination(), policy.reading().limits());
    return new Consumers.Particulars(
        IdentityRules.succeeding(
            ClaimStores.rule(identities.rule(policy.reading().identity()), consumer.keeping()),
            former::rule),
        () -> new JmsSource(sessions.of(consumer, factory), queue, consumer.selector(), messages),
        () -> proven(consumer, factory, former));
  }

  private ProofResult proven(
      ConsumerSettings consumer, ConnectionFactory factory, FormerMemory former) {
    ProofResult verdict = proofs().consumer(consumer, factory, sessions.of(consumer, factory));
    return verdict instanceof ProofResult.Proven
        ? registrations.register(consumer, former)
        : verdict;
  }

  private Consumers consumers(ConsumerSettings consumer, FormerMemory former) {
    return new Consumers(
            new Consumers.Server(transactions, KnownFaults.AT_WORK, server.threads()),
            stores.memory(consumer, former),
            log,
            replayer)
        .obeying(expiry(consumer))
        .ordering(stores.versions());
  }

  private Expiry expiry(ConsumerSettings consumer) {
    return consumer.expired() == ConsumerKeys.Expired.HANDLE
        ? Expiry.ignored()
        : Expiry.by(new DatabaseClock(stores.jdbc()));
  }

  /** The proofs of all that holds together here. */
  StartupProofs proofs() {
    return new StartupProofs(
        settings,
        server,
        new StartupProofs.Parts(
            transactions, stores.jdbc(), KnownFaults.AT_START, stores.premises()));
  }

  /** The registrations of all that runs here. */
  Registrations registrations() {
    return registrations;
  }

  /** What the broker has given up on, of the messages of {@code consumer}. */
  MessageSource deadLetters(ConsumerSettings consumer, String queue, Set<String> without) {
    Feed feed = consumer.policy().feed();
    return new ArtemisDeadLetters(
        sessions.of(consumer, factory(consumer)),
        server.queue(feed.destination()),
        consumer.selector(),
        queue,
        without,
        new JmsMessages(queue, consumer.policy().reading().limits()));
  }

  private ConnectionFactory factory(ConsumerSettings consumer) {
    return new ConnectionFactories(settings, server).of(consumer);
  }
}
