// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.util.ArrayList;
import java.util.List;
import org.semel.estate.BrokerView;
import org.semel.estate.ConfirmationProvider;
import org.semel.estate.Postgres;

/**
 * Where things stand, as the database, the broker and the provider have it; nothing here was
 * counted by the sender.
 *
 * @param messages identities that took effect or were parked
 * @param deliveries what the consumer took off the queue: first, absorbed and parked deliveries
 * @param inDoubt branches that wait for a decision, in the database and in the broker
 */
record Figures(
    long messages,
    long deliveries,
    long effects,
    long duplicates,
    long intents,
    long delivered,
    long providerEffects,
    long parked,
    long inDoubt,
    long quantity) {

  static Figures read(Postgres database, BrokerView broker, ConfirmationProvider provider) {
    return new Figures(
        database.number("SELECT count(*) FROM semel_claim"),
        database.number(
            """
            SELECT (SELECT count(*) FROM semel_claim) + (SELECT count(*) FROM semel_duplicate)
                 + (SELECT count(*) FROM semel_parked WHERE identity IS NULL OR reason = 'CONFLICT')
            """),
        database.number("SELECT count(*) FROM reservation"),
        database.number("SELECT count(*) FROM semel_duplicate"),
        database.number("SELECT count(*) FROM semel_intent"),
        database.number("SELECT count(*) FROM semel_intent WHERE state = 'delivered'"),
        provider.effects(),
        database.number("SELECT count(*) FROM semel_parked WHERE state = 'parked'"),
        database.gids().size() + broker.prepared(),
        database.number("SELECT coalesce(sum(quantity), 0) FROM reservation"));
  }

  /** What does not add up, in words; empty if all does. */
  List<String> faults(Orders orders) {
    List<String> faults = new ArrayList<>();
    expect(
        faults, "identities remembered", messages, "identities in the input", orders.identities());
    if (parked == 0) {
      expect(faults, "effects", effects, "identities in the input", orders.identities());
      expect(faults, "quantity reserved", quantity, "quantity in the input", orders.quantity());
    }
    expect(faults, "intents", intents, "effects", effects);
    expect(faults, "intents delivered", delivered, "intents", intents);
    expect(faults, "effects at the provider", providerEffects, "intents", intents);
    expect(faults, "transactions in doubt", inDoubt, "none", 0);
    return faults;
  }

  private static void expect(List<String> faults, String what, long is, String as, long should) {
    if (is != should) {
      faults.add("%s: %,d, but %s: %,d".formatted(what, is, as, should));
    }
  }

  @Override
  public String toString() {
    return ("semel: messages=%d deliveries=%d effects=%d duplicates=%d intents=%d delivered=%d"
            + " provider-effects=%d parked=%d in-doubt=%d quantity=%d")
        .formatted(
            messages,
            deliveries,
            effects,
            duplicates,
            intents,
            delivered,
            providerEffects,
            parked,
            inDoubt,
            quantity);
  }
}
