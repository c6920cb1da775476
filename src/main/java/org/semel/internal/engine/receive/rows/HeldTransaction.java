// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.ClaimedHandler;
import org.semel.internal.engine.receive.IdentifiedMessage;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.rows.Versions.Advance;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.receive.rows.Versions.Reached;
import org.semel.internal.engine.receive.rows.Versions.Run;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Identity;

/**
 * Releases held messages inside one transaction of the database: those whose turn has come go
 * through the route, up to the first of each aggregate that does not take effect.
 */
public final class HeldTransaction {

  private final ConsumerPolicy policy;
  private final Versions versions;
  private final ReceiverStores stores;
  private final ClaimedHandler route;

  /**
   * The transactions of one consumer.
   *
   * @param versions with the messages that wait
   * @param route takes one message at a time
   */
  public HeldTransaction(
      ConsumerPolicy policy, Versions versions, ReceiverStores stores, ClaimedHandler route) {
    this.policy = policy;
    this.versions = versions;
    this.stores = stores;
    this.route = route;
  }

  /**
   * Releases what is due.
   *
   * @param runs gets to know what was due, should the transaction fail
   */
  Decision<List<Receipt>> release(BatchLimit most, List<Run> runs) {
    runs.addAll(versions.due(policy.name(), most.messages(), most.bytes()));
    if (runs.isEmpty()) {
      return Decision.discard(List.of());
    }
    stores.claims().bound();
    List<Receipt> receipts = new ArrayList<>();
    List<Walked> walked = new ArrayList<>();
    for (Run run : runs) {
      walked.add(walk(run, receipts));
    }
    if (receipts.isEmpty()) {
      return Decision.discard(receipts);
    }
    stores.intents().flush();
    stores.bodies().flush();
    note(receipts); // late, as a copy that comes meanwhile waits for the claim from here on
    versions.drop(walked.stream().map(Walked::upTo).toList());
    versions.advance(walked.stream().map(Walked::advance).toList());
    return Decision.commit(receipts);
  }

  /** Those that took effect were claimed when they came, and are remembered from now on. */
  private void note(List<Receipt> receipts) {
    List<Identity> effects =
        receipts.stream()
            .filter(Receipt.Processed.class::isInstance)
            .map(receipt -> ((Receipt.Processed) receipt).identity())
            .toList();
    if (!effects.isEmpty()) {
      stores.claims().tookEffect(effects);
    }
  }

  /**
   * The extent of a run.
   *
   * @param upTo the last that was looked at, and waits no longer: it may stand beyond what is
   *     reached, if it was parked, or before it, if it was overtaken
   */
  private record Walked(Advance advance, Place upTo) {}

  private Walked walk(Run run, List<Receipt> receipts) {
    Reached reached = run.reached();
    int ignored = 0;
    for (HeldMessage waiting : run.next()) {
      IdentifiedMessage one = new IdentifiedMessage(waiting.message(), waiting.offer());
      long version = waiting.place().version();
      boolean old = version <= reached.version();
      Receipt receipt =
          old ? OldVersions.of(one, version, reached) : route.handle(List.of(one)).get(0);
      Optional<ParkedMessage> parked = receipt.toPark();
      ignored += old && parked.isEmpty() ? 1 : 0;
      parked.ifPresent(message -> stores.parking().park(List.of(message)));
      receipts.add(receipt);
      if (!old && parked.isPresent()) { // those behind it wait for a person
        return new Walked(new Advance(run.aggregate(), reached, ignored), waiting.place());
      }
      reached = old ? reached : reached.with(version, one.offer().fingerprint());
    }
    HeldMessage last = run.next().get(run.next().size() - 1); // others, as old, may stand behind it
    return new Walked(new Advance(run.aggregate(), reached, ignored), last.place());
  }
}
