// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.indoubt;

import java.util.Set;
import org.semel.internal.engine.receive.proof.GlobalTransaction;

/**
 * A broker that can be asked what it has prepared. Called by one thread, which may wait as long as
 * the broker's client does. Throws nothing, and changes nothing.
 */
public interface BrokerScan {

  /** By which the configuration knows it. */
  String name();

  /** What it has prepared now, whosever it is. */
  ScanResult ask();

  /** The result of asking a broker, or of reading a log. */
  sealed interface ScanResult {

    /** All that is there. */
    record Listed(Set<GlobalTransaction> all) implements ScanResult {

      public Listed {
        all = Set.copyOf(all);
      }
    }

    /**
     * It cannot be seen from here.
     *
     * @param why part of a sentence, without payload
     */
    record Unseen(String why) implements ScanResult {}
  }
}
