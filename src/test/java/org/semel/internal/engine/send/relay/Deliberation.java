// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.util.Optional;
import java.util.Random;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Settlement;

/** Lets a test elsewhere ask for the relay's settlements, about a provider that cannot be asked. */
public final class Deliberation {

  private final SettlementPolicy settlements;

  public Deliberation(DestinationPolicy policy) {
    settlements = new SettlementPolicy(policy, () -> false, new Random(1));
  }

  public Optional<Settlement> before(Lease lease) {
    return settlements.before(lease) instanceof SettlementPolicy.LeaseAction.Settle settle
        ? Optional.of(settle.settlement())
        : Optional.empty();
  }

  public Settlement after(Lease lease, Delivery delivery) {
    return settlements.after(lease, delivery);
  }
}
