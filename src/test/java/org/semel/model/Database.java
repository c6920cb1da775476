// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.semel.fake.InMemoryAttempts;
import org.semel.fake.InMemoryInbox;
import org.semel.fake.InMemoryIntents;
import org.semel.fake.InMemoryParking;
import org.semel.fake.InMemoryStoredMessages;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.claim.AttemptStore;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.receive.rows.StoredMessages;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.send.Intents;

/**
 * The tables, in memory, behind the product's ports: the fakes that pass the contracts, and a point
 * before every call. While it is away, or has forgotten the caller's transaction, every call fails.
 */
final class Database {

  private final ModelWorld world;
  private final InMemoryParking parking;
  private final InMemoryIntents intents;
  private final StoredRows stored;
  private final Blamed blamed;
  private final List<String> effects = new ArrayList<>();
  private final ReceiverStores memory;
  private final StoredMessages guarded;
  private final Watched watched;

  Database(ModelWorld world) {
    this.world = world;
    ModelTransactions transactions = world.transactions;
    InMemoryInbox inbox = new InMemoryInbox(transactions, Duration.ZERO);
    parking = new InMemoryParking(transactions);
    intents = new InMemoryIntents(transactions);
    stored = new StoredRows(world, new InMemoryStoredMessages(transactions));
    blamed = new Blamed(world, new InMemoryAttempts(transactions, inbox::claimed));
    Faulty faulty = new Faulty(world);
    memory =
        new ReceiverStores(
            behind(ClaimStore.class, faulty.inbox(inbox)),
            behind(AttemptStore.class, blamed),
            behind(ParkedStore.class, parking),
            behind(Intents.class, faulty.intents(intents)));
    guarded = behind(StoredMessages.class, stored);
    watched = new Watched(behind(IntentQueue.class, intents), world);
  }

  ReceiverStores memory() {
    return memory;
  }

  StoredMessages stored() {
    return guarded;
  }

  IntentQueue queue() {
    return watched;
  }

  /** What the business writes; nothing keeps it from being there twice. */
  void effect(String key) {
    world.fate.point("before the effect of " + key);
    if (!world.has(Mutation.LATE_WRITES_STAY)) {
      require();
    }
    effects.add(key);
    if (isActive()) {
      world.transactions.enlist(() -> effects.remove(key), () -> {});
    }
  }

  private boolean isActive() {
    Transaction transaction = world.turn().transaction();
    return transaction != null && !transaction.isOverrun();
  }

  void leasesRunOut() {
    if (!world.has(Mutation.LEASES_LAST_FOR_EVER)) {
      stored.expire();
    }
  }

  List<String> effects() {
    return effects;
  }

  List<ParkedMessage> parked() {
    return parking.rows();
  }

  StoredRows rows() {
    return stored;
  }

  /** How often somebody was blamed for {@code key}, whether at the receipt or later. */
  int blamed(String key) {
    return blamed.times(key) + stored.failures(key);
  }

  /** All of them, each with the word for its state. */
  Map<Intent, String> intents() {
    return intents.states();
  }

  boolean isSettled() {
    return intents.count("pending") + intents.count("leased") == 0 && stored.areSettled();
  }

  private void require() {
    Transaction transaction = world.turn().transaction();
    if (transaction != null && transaction.isOverrun()) {
      throw new IllegalStateException("the transaction is over");
    }
    if (world.fate.databaseIsAway() || (transaction != null && transaction.database().isLost())) {
      throw new Away("the database");
    }
  }

  /** The short transactions of the relay hold row locks; nothing comes between their steps. */
  private <T> T behind(Class<T> port, T table) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) -> {
              if (port != IntentQueue.class) {
                world.fate.point("before " + method.getName());
              }
              require();
              try {
                return method.invoke(table, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
