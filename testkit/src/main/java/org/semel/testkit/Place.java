// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import java.util.List;
import org.semel.internal.boot.CamelParts;
import org.semel.testkit.Run.Delivery;
import org.semel.testkit.Run.Outcome;
import org.semel.testkit.Run.Sent;

/** A place in which the runs of a trial happen. */
sealed interface Place permits Place.OwnMachine, Deployed {

  /** Lets an application meet these messages, and what these points have for it. */
  Outcome play(List<Sent> messages, CrashPoints points, Delivery delivery);

  /** This virtual machine, with all that the kit starts in it. */
  record OwnMachine(Setup setup, Provider provider) implements Place {

    public OwnMachine {
      CamelParts.check(Thread.currentThread().getContextClassLoader());
    }

    @Override
    public Outcome play(List<Sent> messages, CrashPoints points, Delivery delivery) {
      return Run.of(setup, provider, messages, points, delivery);
    }
  }
}
