// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.semel.fake.InMemoryAttempts;
import org.semel.fake.InMemoryInbox;
import org.semel.fake.InMemoryIntents;
import org.semel.fake.InMemoryParking;
import org.semel.inbox.Attempts;
import org.semel.inbox.Claim;
import org.semel.inbox.Inbox;
import org.semel.inbox.Offer;
import org.semel.inbox.Parked;
import org.semel.inbox.Parking;
import org.semel.intent.Intent;
import org.semel.intent.IntentQueue;
import org.semel.intent.Intents;
import org.semel.receive.Memory;
import org.semel.tx.Decision;

/**
 * The tables, in memory, behind the product's ports: the fakes that pass the contracts, and a point
 * before and behind every call. While it is away, or has forgotten the caller's transaction, every
 * call fails.
 */
final class Database {

  private final ModelWorld world;
  private final InMemoryInbox inbox;
  private final InMemoryAttempts attempts;
  private final InMemoryParking parking;
  private final InMemoryIntents intents;
  private final List<String> effects = new ArrayList<>();
  private final Watched watched;

  Database(ModelWorld world) {
    this.world = world;
    inbox = new InMemoryInbox(world.transactions, Duration.ZERO);
    attempts = new InMemoryAttempts(world.transactions, inbox::claimed);
    parking = new InMemoryParking(world.transactions);
    intents = new InMemoryIntents(world.transactions);
    watched = new Watched(behind(IntentQueue.class, intents), world);
  }

  Memory memory() {
    return new Memory(
        behind(Inbox.class, mutated()),
        behind(Attempts.class, attempts),
        behind(Parking.class, parking),
        behind(
            Intents.class, world.has(Mutation.INTENT_BESIDE_THE_TRANSACTION) ? beside() : intents));
  }

  IntentQueue queue() {
    return watched;
  }

  /** What the business writes; nothing keeps it from being there twice. */
  void effect(String key) {
    world.point("before the effect of " + key);
    require();
    effects.add(key);
    world.transactions.enlist(() -> effects.remove(key), () -> {});
  }

  List<String> effects() {
    return effects;
  }

  List<Parked> parked() {
    return parking.rows();
  }

  List<Intent> intents() {
    return intents.recorded();
  }

  String state(Intent intent) {
    return intents.state(intent);
  }

  boolean intentsAreSettled() {
    return intents.count("pending") + intents.count("leased") == 0;
  }

  private Inbox mutated() {
    if (world.has(Mutation.CLAIM_FORGETS_DUPLICATES)) {
      return new Blind(inbox);
    }
    return world.has(Mutation.CLAIM_FORGETS_ROLL_BACK) ? new Stubborn(inbox) : inbox;
  }

  private Intents beside() {
    return new Intents() {
      @Override
      public void record(Intent intent) {
        if (intents.state(intent).equals("absent")) {
          world.transactions.inNew(
              Duration.ofSeconds(1),
              () -> {
                intents.record(intent);
                return Decision.commit(intent);
              });
        }
      }

      @Override
      public void flush() {}
    };
  }

  private void require() {
    if (world.databaseIsAway() || world.transactions.isForgottenByTheDatabase()) {
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
                world.point("before " + method.getName());
              }
              require();
              try {
                return method.invoke(table, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  /** Has never seen anything before. */
  private record Blind(Inbox inbox) implements Inbox {
    @Override
    public void join() {
      inbox.join();
    }

    @Override
    public List<Offer> settled(List<Offer> offers) {
      return inbox.settled(offers);
    }

    @Override
    public List<Claim> claim(List<Offer> offers) {
      inbox.claim(offers);
      return Collections.nCopies(offers.size(), new Claim.Claimed());
    }
  }

  /** Remembers whatever has once been claimed. */
  private final class Stubborn implements Inbox {
    private final Inbox inbox;

    Stubborn(Inbox inbox) {
      this.inbox = inbox;
    }

    @Override
    public void join() {
      inbox.join();
    }

    @Override
    public List<Offer> settled(List<Offer> offers) {
      return inbox.settled(offers);
    }

    @Override
    public List<Claim> claim(List<Offer> offers) {
      List<Claim> claims = new ArrayList<>();
      world.transactions.beside(() -> claims.addAll(inbox.claim(offers)));
      return claims;
    }
  }
}
