// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

/**
 * What a plan is made of, and what it does with it. The names stand in the database: never rename
 * one.
 */
public enum PlanSource {
  /**
   * Messages that wait for a person, to be handed to their consumer again; dead letters too, once
   * they were taken in.
   */
  PARKED,
  /** Messages that took effect and were kept, as their consumer's policy says. */
  KEPT,
  /**
   * Intents that wait for a person; they are sent again, and the plan waits for what comes of it.
   */
  RETRY_INTENTS,
  /** Intents that wait for a person; they shall not take effect. */
  WITHDRAW_INTENTS,
  /** Intents that wait for a person; they took effect, as the operator knows from elsewhere. */
  DELIVER_INTENTS;

  /** Whether it is about intents, and not about messages. */
  public boolean isOfIntents() {
    return this != PARKED && this != KEPT;
  }
}
