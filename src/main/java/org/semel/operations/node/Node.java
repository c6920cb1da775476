// SPDX-License-Identifier: Apache-2.0
package org.semel.operations.node;

import java.util.List;

/**
 * This node: one application in one server process. Unless a method says otherwise it answers from
 * its memory, at once. It knows nothing of other nodes on the same database. Safe for any thread.
 */
public interface Node {

  /** The application's name, if it has one, with process and machine; for people. */
  String name();

  /** The consumers whose routes begin with {@code inbox:} here, by their names. */
  List<ConsumerStatus> consumers();

  /** The destinations to which a route delivers here, by their names. */
  List<DestinationStatus> destinations();

  /**
   * The doctor's diagnosis now, of this node, its server and its database. Takes as long as a few
   * short transactions, in which nothing is changed; if the database is away, it says so. One
   * examination is made at a time: a caller meanwhile, or within five seconds, gets what that one
   * has found of server and database, and its age.
   */
  Diagnosis examine();
}
