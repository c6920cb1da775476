// SPDX-License-Identifier: Apache-2.0
package org.semel.beside;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.CamelContextTracker;
import org.apache.camel.support.LifecycleStrategySupport;
import org.semel.internal.boot.SmallEstate;

/**
 * Lets Semel start every Camel context of this virtual machine, as it starts the one of an
 * application: real database, broker and transaction manager, shared by all. Semel does so when the
 * context begins its own start, so whoever has made it notices nothing.
 */
final class SemelInside extends CamelContextTracker {

  private final AtomicInteger contexts = new AtomicInteger();

  /** How many contexts Semel has started. */
  int contexts() {
    return contexts.get();
  }

  @Override
  public void contextCreated(CamelContext context) {
    if (context instanceof DefaultCamelContext camel) {
      camel.addLifecycleStrategy(new AtFirstStart(camel));
    }
  }

  private final class AtFirstStart extends LifecycleStrategySupport {

    private final DefaultCamelContext camel;
    private boolean begun;

    AtFirstStart(DefaultCamelContext camel) {
      this.camel = camel;
    }

    @Override
    public void onContextInitializing(CamelContext same) {
      if (!begun) {
        begun = true;
        startSemel();
        contexts.incrementAndGet();
      }
    }

    /** Its last step would be the start of Camel, which is under way already. */
    private void startSemel() {
      boolean held = DefaultCamelContext.isNoStart();
      DefaultCamelContext.setNoStart(true);
      try {
        new SmallEstate(camel).start();
      } finally {
        DefaultCamelContext.setNoStart(held);
      }
    }
  }
}
