// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.util.Collection;
import java.util.List;

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

  /**
   * What has been due for an hour, by the database's clock, and waits for destinations that are
   * registered for {@code application}.
   *
   * @param routed the destinations to which its routes deliver, which are left out
   */
  List<UnroutedIntents> unrouted(String application, Collection<String> routed);
}
