// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.util.Optional;
import java.util.Random;
import org.semel.internal.intent.Lease;
import org.semel.internal.intent.Settlement;

/** Lets a test elsewhere ask for the relay's verdicts, about a provider that cannot be asked. */
public final class Deliberation {

  private final SettlementPolicy verdicts;

  public Deliberation(DestinationPolicy policy) {
    verdicts = new SettlementPolicy(policy, () -> false, new Random(1));
  }

  public Optional<Settlement> before(Lease lease) {
    return verdicts.before(lease) instanceof SettlementPolicy.Step.Settle settle
        ? Optional.of(settle.settlement())
        : Optional.empty();
  }

  public Settlement after(Lease lease, Delivery delivery) {
    return verdicts.after(lease, delivery);
  }
}
