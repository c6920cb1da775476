// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

/** The names of destinations, in the database. Every act joins the caller's transaction. */
public interface DestinationRegistry {

  /**
   * Registers {@code wanted}, unless its name is registered already, and keeps others from changing
   * that until the transaction ends.
   *
   * @return what stands under the name now
   */
  DestinationRegistration register(DestinationRegistration wanted);

  /** Lets {@code next} stand under its name. */
  void change(DestinationRegistration next);
}
