// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.kept;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.semel.operations.KeptActs.KeptFilter;
import org.semel.operations.KeptMessage;

/** The messages that took effect and were kept. Every act joins the caller's transaction. */
public interface KeptMessages {

  /** The message of this number. */
  Optional<KeptMessage> find(long id);

  /** The same, but of a body with more than {@code most} bytes no more than its size is read. */
  Optional<KeptMessage> show(long id, int most);

  /**
   * Messages of a consumer, the oldest first. Of their bodies no more than the size is read: many
   * together may be too large for the memory.
   *
   * @param after only those of a higher number; 0 for all
   * @param most 1 or more
   */
  default List<KeptMessage> kept(String consumer, long after, int most) {
    return kept(consumer, after, Long.MAX_VALUE, most);
  }

  /**
   * The same, but none that was kept later.
   *
   * @param upTo only those of no higher number
   */
  List<KeptMessage> kept(String consumer, long after, long upTo, int most);

  /**
   * Messages of a consumer that match {@code which}, the oldest first. Of their bodies no more than
   * the size is read.
   *
   * @param after only those of a higher number; 0 for all
   * @param most 1 or more
   */
  List<KeptMessage> kept(String consumer, KeptFilter which, long after, int most);

  /** The numbers of those that came with this JMSMessageID, the oldest first. */
  List<Long> withMessageId(String messageId, Collection<String> consumers, int most);

  /** The highest number among a consumer's messages; 0 if there is none. */
  long last(String consumer);
}
