// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.proof;

import org.semel.internal.proof.Setting;

/**
 * Looks up how many connections a data source has, where something here can see that. Names are
 * those of Semel's configuration.
 */
public interface PoolSettings {

  /**
   * The most connections that a data source's pool holds.
   *
   * @param dataSource its JNDI name
   */
  Setting<Integer> of(String dataSource);

  /** What the server calls that number in its configuration. */
  String size();

  /** What it calls the time that work waits for a connection. */
  String patience();
}
