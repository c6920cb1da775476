// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.claim;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.semel.internal.claim.Claim;
import org.semel.internal.claim.ClaimStore;
import org.semel.internal.claim.Offer;
import org.semel.internal.postgresql.Jdbc;
import org.semel.internal.postgresql.WindowIdentities;

/**
 * {@code semel_window} for identities that carry the time at which they were minted. The slot
 * follows from the message alone, so that all deliveries of one identity meet in one primary key,
 * on whatever day they arrive. An identity that is older than the remembered range, or too far
 * ahead, is answered with {@link Claim.OutOfTime} and never guessed.
 */
public final class DatedClaimTable implements ClaimStore {

  private final WindowTable table;
  private final long days;

  /**
   * A store that remembers each identity for so long, counted from the time that it carries.
   *
   * @param lockTimeout how long a claim waits for a rival in flight
   * @param remember at most 31 days
   */
  public DatedClaimTable(Jdbc jdbc, Duration lockTimeout, Duration remember) {
    this.table = new WindowTable(jdbc, lockTimeout);
    this.days = DayPartitions.days(remember);
  }

  @Override
  public void join() {
    table.join();
  }

  @Override
  public List<Claim> claim(List<Offer> offers) {
    List<ClaimRow> entries = offers.stream().map(DatedClaimTable::entry).toList();
    return ClaimResults.orBusy(
        offers.size(),
        () ->
            ClaimResults.of(
                entries,
                table.claimDated(ClaimRow.firsts(entries), days),
                rest ->
                    table.compare(
                        entries, rest, rest.stream().map(i -> entries.get(i).slot()).toList()),
                this::absent));
  }

  @Override
  public List<Offer> settled(List<Offer> offers) {
    long today = table.today();
    List<ClaimRow> placed =
        offers.stream()
            .map(DatedClaimTable::entry)
            .filter(entry -> hasPlace(entry, today))
            .toList();
    if (placed.isEmpty()) {
      return List.of();
    }
    Set<UUID> claimed = table.settled(placed, placed.stream().map(ClaimRow::slot).toList());
    return placed.stream()
        .filter(entry -> claimed.contains(entry.id()))
        .map(ClaimRow::offer)
        .toList();
  }

  private boolean hasPlace(ClaimRow entry, long today) {
    long age = today - entry.day();
    return age <= days && age >= -DayPartitions.AHEAD;
  }

  /** Neither claimed nor found: its day is outside the ring, or its row vanished in between. */
  private Claim absent(ClaimRow entry) {
    return hasPlace(entry, table.today()) ? new Claim.Busy() : new Claim.OutOfTime();
  }

  private static ClaimRow entry(Offer offer) {
    Instant minted =
        offer
            .minted()
            .orElseThrow(() -> new IllegalArgumentException(offer.identity() + " has no time"));
    return new ClaimRow(
        offer, WindowIdentities.of(offer.identity().digest(), minted), DayPartitions.day(minted));
  }
}
