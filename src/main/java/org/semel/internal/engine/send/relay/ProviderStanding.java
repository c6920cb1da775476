// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

/**
 * A circuit's reading of its provider. It lasts from one change of the circuit to the next, while
 * single intents are tried, too.
 */
public enum ProviderStanding {
  /** It takes what is sent. */
  CLOSED,
  /** It denies access to all. */
  DENIED,
  /** It fails. */
  BROKEN
}
