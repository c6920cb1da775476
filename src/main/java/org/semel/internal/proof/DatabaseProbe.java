// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.proof;

import java.util.List;
import java.util.UUID;

/** The database's side of the proof, over the data source that claims will use. */
public interface DatabaseProbe {

  /**
   * What the database's settings hold against the consumer, seen inside the caller's transaction.
   *
   * @param workers how many transactions all consumers here may have prepared at once
   */
  List<Refusal> inspect(int workers);

  /** Writes a row, as part of the caller's transaction. */
  void insert(UUID probe);

  /**
   * Makes a statement fail in the caller's transaction and keeps quiet about it, as a careless
   * route does.
   */
  void spoil();

  /** Whether the row is there; removes it if it is. In the caller's transaction. */
  boolean remove(UUID probe);

  /**
   * How many branches of this transaction the database has prepared. In the caller's transaction,
   * which is another one.
   */
  int prepared(GlobalTransaction transaction);
}
