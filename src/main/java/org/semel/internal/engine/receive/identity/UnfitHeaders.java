// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Headers that every JMS message carries and that cannot tell a duplicate from a new message.
 * Letter case is ignored, as it is when a message is asked for a header.
 *
 * @see <a href="https://jakarta.ee/specifications/messaging/3.1/">Jakarta Messaging 3.1, sections
 *     3.4 and 3.5.9</a>
 */
final class UnfitHeaders {

  /** Another at each sending or at each delivery. */
  private static final Set<String> CHANGING =
      names(
          "JMSTimestamp",
          "JMSDeliveryTime",
          "JMSExpiration",
          "JMSRedelivered",
          "JMSXDeliveryCount",
          "JMSXRcvTimestamp",
          "JMSXProducerTXID",
          "JMSXConsumerTXID",
          "JMSXState");

  /** Headers that many messages share, so that they identify none without another part. */
  private static final Set<String> SHARED =
      names(
          "JMSType",
          "JMSPriority",
          "JMSDeliveryMode",
          "JMSDestination",
          "JMSReplyTo",
          "JMSXUserID",
          "JMSXAppID",
          "JMSXGroupID",
          "JMSXGroupSeq");

  private UnfitHeaders() {}

  private static Set<String> names(String... names) {
    Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    set.addAll(List.of(names));
    return Collections.unmodifiableSet(set);
  }

  /**
   * Refuses a header that is to be the whole identity, and cannot.
   *
   * @throws IllegalArgumentException with the reason
   */
  static void refuse(String name) {
    refuseChanging(name);
    if (SHARED.contains(name)) {
      throw new IllegalArgumentException(
          name
              + " alone cannot identify a message: many messages share it, and all but the first"
              + " would be absorbed; make it a part of composite:");
    }
  }

  /** Refuses a header that cannot even be a part; notes one that many messages share. */
  static void asPart(String name, List<String> shared) {
    refuseChanging(name);
    if (SHARED.contains(name) && !name.equalsIgnoreCase("JMSXGroupSeq")) {
      shared.add(name);
    }
  }

  private static void refuseChanging(String name) {
    if (CHANGING.contains(name)) {
      throw new IllegalArgumentException(
          name
              + " cannot identify a message: it is another one when the same message comes again,"
              + " which then takes effect twice");
    }
  }
}
