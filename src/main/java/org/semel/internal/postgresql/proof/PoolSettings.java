// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.proof;

import org.semel.internal.proof.Setting;

/** Looks up how many connections a data source has, where something here can see that. */
@FunctionalInterface
public interface PoolSettings {

  /**
   * The most connections that a data source's pool holds.
   *
   * @param dataSource its JNDI name
   */
  Setting<Integer> of(String dataSource);
}
