// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;

/** Callbacks at the end of a transaction, as a JTA synchronization. */
final class Synchronizations {

  private Synchronizations() {}

  static Synchronization before(Runnable act) {
    return new Synchronization() {
      @Override
      public void beforeCompletion() {
        act.run();
      }

      @Override
      public void afterCompletion(int status) {}
    };
  }

  static Synchronization after(Runnable act) {
    return new Synchronization() {
      @Override
      public void beforeCompletion() {}

      @Override
      public void afterCompletion(int status) {
        if (status == Status.STATUS_COMMITTED) {
          act.run();
        }
      }
    };
  }
}
