// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

/** Looks up how many connections a data source has, where something here can see that. */
@FunctionalInterface
public interface PoolSettings {

  /**
   * The pool of a data source.
   *
   * @param dataSource its JNDI name
   */
  Sight of(String dataSource);

  /** What can be seen of a pool. */
  sealed interface Sight {

    /** So many connections at most. */
    record Seen(int connections) implements Sight {}

    /** Nobody here can tell. */
    record Hidden() implements Sight {}

    /** The server is still starting and does not show it before it has. */
    record NotYet() implements Sight {}
  }
}
