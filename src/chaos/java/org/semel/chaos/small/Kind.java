// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

/** How a small node is wired: as it should be, or in one of the ways in which it must not. */
public enum Kind {
  /** One XA transaction. */
  XA,
  /** One transaction of the database, then the acknowledgement. */
  ACK_AFTER_COMMIT,
  /** Stored, acknowledged, worked off later. */
  STORE_FIRST,
  /** As {@link #ACK_AFTER_COMMIT}; intents go into a queue, in one transaction with their rows. */
  TRANSFER,
  /** As {@link #XA}; of the provider it is said that it ignores keys. */
  KEYS_IGNORED,
  /** Wrong: the receipt is in a local JMS transaction that commits beside the database's. */
  LOCAL_JMS,
  /** Wrong: the receipt is acknowledged as it happens. */
  AUTO_ACKNOWLEDGE,
  /** Wrong: the data source takes part in no transaction. */
  NON_XA,
  /** Wrong: an isolation above READ COMMITTED. */
  REPEATABLE_READ,
  /** Wrong: a route of Camel's own parts alone, whose keys are added after the commit. */
  STOCK_REPOSITORY
}
