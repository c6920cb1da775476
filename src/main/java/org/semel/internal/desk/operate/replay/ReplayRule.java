// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.replay;

/**
 * The rule whether an effect may be repeated, by handing a stored message to its consumer again,
 * and with what: a policy of the consumer. It says nothing about a message that has not taken
 * effect yet: its release repeats nothing.
 */
public enum ReplayRule {
  /** With its intents, but for those that are recorded already under the same key. */
  ALLOWED,
  /** Its effect is made again, its intents are suppressed and counted. */
  WITHOUT_INTENTS,
  /** Never. */
  FORBIDDEN
}
