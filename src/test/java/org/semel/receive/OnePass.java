// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import org.semel.message.IdentityRule;
import org.semel.tx.Faults;
import org.semel.tx.Transactions;

/** Lets a test elsewhere make one pass at a time, on its own thread. */
public final class OnePass {

  private final ConsumerPolicy policy;
  private final IdentityRule rule;
  private final Handler handler;

  public OnePass(ConsumerPolicy policy, IdentityRule rule, Handler handler) {
    this.policy = policy;
    this.rule = rule;
    this.handler = handler;
  }

  /** All that a pass works with. */
  public record Around(Memory memory, Source source, Transactions transactions, Faults faults) {}

  public PassResult run(Portion most, Around around) {
    Receiver receiver = new Receiver(policy, rule, around.memory(), handler);
    Pass.Ends ends = new Pass.Ends(around.source(), around.transactions(), around.faults());
    return new Pass(policy, receiver, around.memory(), ends).run(most);
  }
}
