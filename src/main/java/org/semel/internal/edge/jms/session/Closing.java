// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Closes resources of a broker that may be gone. A failure changes nothing; it is only logged for
 * debugging.
 */
final class Closing {

  private static final Logger LOG = System.getLogger(Closing.class.getName());

  private Closing() {}

  static void quietly(AutoCloseable held) {
    try {
      held.close();
    } catch (Exception e) { // whatever a broken connection makes of being closed
      LOG.log(Level.DEBUG, "could not be closed", e);
    }
  }
}
