// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.semel.message.Identity;

/**
 * Replaying messages that took effect and were kept. A remembered identity stays absorbed; only a
 * forgotten one takes effect again.
 */
public interface KeptActs {

  /**
   * The kept message of this number. Empty if there is none.
   *
   * @param most a body with more bytes is not read, and only its size is shown; 0 or more
   */
  Optional<KeptMessage> show(long id, int most);

  /**
   * The same, for a person who reads the body; leaves a line in the audit. Empty if there is no
   * such message.
   */
  Optional<KeptMessage> view(long id, int most, OperatorContext by);

  /**
   * Kept messages of a consumer, the oldest first. Only the size of their bodies is shown; see
   * {@link #show}.
   *
   * @param after only those of a higher number; 0 for all
   * @param most 1 or more
   */
  List<KeptMessage> kept(String consumer, long after, int most);

  /**
   * A consumer's kept messages that match all of {@code which}, the oldest first. Reads what was
   * kept in its period, or has its keys; without both, all that is kept of the consumer until so
   * many are found. Only the size of their bodies is shown; see {@link #show}.
   *
   * @param after only those of a higher number; 0 for all
   * @param most 1 or more
   */
  List<KeptMessage> kept(String consumer, KeptFilter which, long after, int most);

  /**
   * The highest number among a consumer's kept messages; 0 if there is none. Asks in a transaction
   * of its own. A message that commits later has a higher number only if the caller holds a lock
   * that keeps writers out, and if routes write before their message is kept: Hibernate's writes at
   * commit come after it.
   */
  long last(String consumer);

  /**
   * Forgets the identities of kept messages, the oldest first, a page at a time, so that replaying
   * them repeats their effects. Each is forgotten as by {@link Identities#forget}, and all of a
   * page or none.
   *
   * @param after only those of a higher number; 0 for all
   * @param upTo only those of no higher number: what was the {@link #last} when the tables were
   *     emptied. A message that took effect later is in them already, and would be repeated
   * @param most 1 or more
   */
  Page forget(String consumer, long after, long upTo, int most, OperatorContext by);

  /**
   * Hands a kept message to its consumer again. The route runs on the calling thread, for as long
   * as the consumer's {@code transaction-timeout} lets it.
   *
   * @param id its number; see {@link KeptMessage#id}
   */
  ReleaseResult replay(long id, OperatorContext by);

  /**
   * Selects kept messages; all conditions must hold. Begins with {@link #ALL}.
   *
   * @param upTo only those of no higher number; see {@link #last}
   * @param within when they were kept, by the database's clock: when they took effect, or of what
   *     was stored first, a minute before it came
   * @param keys of identities; empty for any
   * @param messageId the broker's {@code JMSMessageID}
   * @param type what a header calls the type of the event: {@code ce_type}, {@code
   *     cloudEvents_type}, {@code cloudEvents:type}, {@code ce-type} or else {@code JMSType}
   */
  record KeptFilter(
      long upTo,
      ParkedFilter.Period within,
      Set<String> keys,
      Optional<String> messageId,
      Optional<String> type) {

    /** All that is kept. */
    public static final KeptFilter ALL =
        new KeptFilter(
            Long.MAX_VALUE, ParkedFilter.Period.EVER, Set.of(), Optional.empty(), Optional.empty());

    public KeptFilter {
      keys = Set.copyOf(keys);
    }

    /** Only those of no higher number. */
    public KeptFilter upTo(long number) {
      return new KeptFilter(number, within, keys, messageId, type);
    }

    /** Only those kept then or later. */
    public KeptFilter since(Instant first) {
      return within(new ParkedFilter.Period(Optional.of(first), within.until()));
    }

    /** Only those kept before. */
    public KeptFilter until(Instant end) {
      return within(new ParkedFilter.Period(within.since(), Optional.of(end)));
    }

    private KeptFilter within(ParkedFilter.Period period) {
      return new KeptFilter(upTo, period, keys, messageId, type);
    }

    /** Only those of identities with these keys. */
    public KeptFilter keys(Collection<String> some) {
      return new KeptFilter(upTo, within, Set.copyOf(some), messageId, type);
    }

    /** Only the message that came with this {@code JMSMessageID}. */
    public KeptFilter messageId(String id) {
      return new KeptFilter(upTo, within, keys, Optional.of(id), type);
    }

    /** Only events of this type. */
    public KeptFilter type(String name) {
      return new KeptFilter(upTo, within, keys, messageId, Optional.of(name));
    }
  }

  /**
   * The result of forgetting a page of identities.
   *
   * @param forgotten how many are forgotten
   * @param unknown how many were not remembered
   * @param refused those with a parked or waiting message, or with an open external effect
   * @param last number of the last message of the page, after which the next one begins; empty if
   *     there was none
   */
  record Page(int forgotten, int unknown, List<Identity> refused, Optional<Long> last) {

    public Page {
      refused = List.copyOf(refused);
    }
  }
}
