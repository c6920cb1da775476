// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

/**
 * Whether a stored message may be handed to its consumer again, and with what: a policy of the
 * consumer. Releasing a parked message is a replay, too.
 */
public enum ReplayRule {
  /** With its intents, but for those that are recorded already under the same key. */
  ALLOWED,
  /** Its effect is made anew, its intents are suppressed and counted. */
  WITHOUT_INTENTS,
  /** Never. */
  FORBIDDEN
}
