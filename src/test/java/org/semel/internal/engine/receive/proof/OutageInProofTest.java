// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.transaction.Transaction;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.small.Bystander;
import org.semel.small.Proxied;

/**
 * A broker or a database that goes away in the midst of a proof, as when it is killed: nothing is
 * wrong with the set-up, so that the consumer must not stay stopped for it.
 */
class OutageInProofTest {

  private final SmallProof proof = new SmallProof();
  private final AtomicInteger uses = new AtomicInteger();

  /** The message is sent, received in vain, and received again. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aTransactionThatCannotEndIsNoFinding(int use) {
    proof.through = real -> before(real, use, this::joinWhatGoesAway);
    assertThat(proof.prove()).isInstanceOf(ProofResult.Unproven.class);
    assertThat(proof.prove()).isInstanceOf(ProofResult.Proven.class);
  }

  /** A broker that was killed with a branch prepared gives its message back after recovery. */
  @Test
  void aMessageThatIsNotBackYetIsNoFinding() {
    AtomicInteger receipts = new AtomicInteger();
    proof.through =
        real ->
            watched(
                real,
                (method, answer) ->
                    method.equals("receive") && receipts.incrementAndGet() == 2 ? false : answer);
    assertThat(proof.prove()).isInstanceOf(ProofResult.Proven.class);
  }

  private void joinWhatGoesAway() {
    try {
      Transaction transaction = proof.world.server.manager().getTransaction();
      transaction.enlistResource(new Bystander().failing(XAException.XAER_RMFAIL));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** What the real one answers, as a test sees it. */
  @FunctionalInterface
  private interface Sight {
    @Nullable Object of(String method, @Nullable Object answer);
  }

  private BrokerProbe before(BrokerProbe real, int use, Runnable act) {
    return watched(
        real,
        (method, answer) -> {
          if (method.matches("receive|sendAlong") && uses.incrementAndGet() == use) {
            act.run();
          }
          return answer;
        });
  }

  private static BrokerProbe watched(BrokerProbe real, Sight sight) {
    return Proxied.as(
        BrokerProbe.class,
        (method, arguments) -> sight.of(method.getName(), Proxied.call(real, method, arguments)));
  }
}
