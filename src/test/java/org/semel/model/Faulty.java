// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.semel.fake.InMemoryIntents;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.tx.Decision;

/** Claims and intents, as they must not be if a mutation says so. */
final class Faulty {

  private final ModelWorld world;

  Faulty(ModelWorld world) {
    this.world = world;
  }

  ClaimStore inbox(ClaimStore inbox) {
    if (world.has(Mutation.CLAIM_FORGETS_DUPLICATES)) {
      return new Blind(inbox);
    }
    return world.has(Mutation.CLAIM_FORGETS_ROLL_BACK) ? new Stubborn(inbox) : inbox;
  }

  Intents intents(InMemoryIntents intents) {
    return world.has(Mutation.INTENT_BESIDE_THE_TRANSACTION)
        ? new Beside(intents)
        : new Waiting(intents);
  }

  /** Waits for a rival who has recorded the same and not ended; in vain, on one thread. */
  private record Waiting(InMemoryIntents intents) implements Intents {
    @Override
    public void record(Intent intent) {
      if (intents.isInFlight(intent)) {
        throw new Away("a rival's lock");
      }
      intents.record(intent);
    }

    @Override
    public void flush() {
      intents.flush();
    }
  }

  /** Recorded in a transaction of their own. */
  private final class Beside implements Intents {
    private final InMemoryIntents intents;

    Beside(InMemoryIntents intents) {
      this.intents = intents;
    }

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
  }

  /** Has never seen anything before. */
  private record Blind(ClaimStore inbox) implements ClaimStore {
    @Override
    public void join() {
      inbox.join();
    }

    @Override
    public void bound() {
      inbox.bound();
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
  private final class Stubborn implements ClaimStore {
    private final ClaimStore inbox;

    Stubborn(ClaimStore inbox) {
      this.inbox = inbox;
    }

    @Override
    public void join() {
      inbox.join();
    }

    @Override
    public void bound() {
      inbox.bound();
    }

    @Override
    public List<Offer> settled(List<Offer> offers) {
      return inbox.settled(offers);
    }

    @Override
    public List<Claim> claim(List<Offer> offers) {
      List<Claim> claims = new ArrayList<>();
      world.transactions.outside(() -> claims.addAll(inbox.claim(offers)));
      return claims;
    }
  }
}
