// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.claim;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.semel.internal.claim.Claim;
import org.semel.internal.claim.ClaimStore;
import org.semel.internal.claim.Offer;
import org.semel.internal.postgresql.Jdbc;

/**
 * {@code semel_window} for identities without a time: a row lies in the slot of the day on which it
 * was claimed. No index spans two slots, so that two rivals on either side of midnight would not
 * meet; therefore each claim first takes a lock on its identity, which ends with its transaction,
 * then looks into all slots that may hold it, and then writes. Rivals may even differ on what day
 * it is: each probes more days than the other can have written to.
 */
public final class UndatedClaimTable implements ClaimStore {

  /** The longest time that can be remembered by day. */
  public static final Duration LONGEST = DayPartitions.LONGEST;

  private final WindowTable table;
  private final long days;
  private final Duration shift;

  /**
   * A store that remembers each identity for so long, at least, counted from its claim.
   *
   * @param lockTimeout how long a claim waits for a rival in flight
   * @param remember at most 31 days
   */
  public UndatedClaimTable(Jdbc jdbc, Duration lockTimeout, Duration remember) {
    this(new WindowTable(jdbc, lockTimeout), remember, Duration.ZERO);
  }

  /** For tests: as if the database's clock were ahead by {@code shift}. */
  public UndatedClaimTable(WindowTable table, Duration remember, Duration shift) {
    this.table = table;
    this.days = DayPartitions.days(remember);
    this.shift = shift;
  }

  @Override
  public void join() {
    table.join();
  }

  @Override
  public List<Claim> claim(List<Offer> offers) {
    List<ClaimRow> entries = offers.stream().map(ClaimRow::of).toList();
    return ClaimResults.orBusy(offers.size(), () -> claimLocked(entries));
  }

  @Override
  public List<Offer> settled(List<Offer> offers) {
    long today = table.today();
    Collection<Integer> probed = DayPartitions.between(today - days, today + 1);
    Set<UUID> claimed = table.settled(offers.stream().map(ClaimRow::of).toList(), probed);
    return offers.stream().filter(offer -> claimed.contains(offer.identity().digest())).toList();
  }

  private List<Claim> claimLocked(List<ClaimRow> entries) {
    List<ClaimRow> firsts = ClaimRow.firsts(entries);
    long today = table.lock(firsts, shift);
    Collection<Integer> probed = DayPartitions.between(today - days, today + 1);
    return ClaimResults.of(
        entries,
        table.claimToday(firsts, DayPartitions.of(today), probed),
        rest -> table.compare(entries, rest, probed),
        vanished -> new Claim.Busy());
  }
}
