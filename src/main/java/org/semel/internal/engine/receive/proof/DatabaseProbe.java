// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import java.util.List;
import java.util.UUID;

/** The database's side of the proof, over the data source that claims will use. */
public interface DatabaseProbe {

  /**
   * The refusals that follow from the database's settings, seen inside the caller's transaction.
   *
   * @param workers how many transactions all consumers here may have prepared at once
   */
  List<Refusal> inspect(int workers);

  /** Writes a row, as part of the caller's transaction. */
  void insert(UUID probe);

  /**
   * Makes a statement fail in the caller's transaction and swallows the error, as a careless route
   * does.
   */
  void spoil();

  /** Whether the row is there; removes it if it is. In the caller's transaction. */
  boolean remove(UUID probe);

  /**
   * The number of branches of {@code transaction} that the database has prepared. Runs in the
   * caller's transaction, which is another one.
   */
  int prepared(GlobalTransaction transaction);
}
