// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

import java.util.Optional;
import org.semel.internal.engine.receive.proof.Setting;

/**
 * Looks up how many connections a data source has and when it closes them, where something here can
 * see that. Names are those of Semel's configuration.
 */
public interface PoolSettings {

  /**
   * The most connections that a data source's pool holds.
   *
   * @param dataSource its JNDI name
   */
  Setting<Integer> of(String dataSource);

  /**
   * The setting, in the words of the server, by which one broken connection makes a data source's
   * pool close those that others have in use; empty if it leaves them alone, or it cannot be seen
   * from here.
   *
   * @param dataSource its JNDI name
   */
  Optional<String> closesOthers(String dataSource);

  /** The name that the server's configuration gives to the number of connections. */
  String size();

  /** The name that it gives to the time that work waits for a connection. */
  String patience();
}
