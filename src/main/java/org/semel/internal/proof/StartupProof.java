// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.proof;

import java.util.ArrayList;
import java.util.List;
import org.semel.Code;
import org.semel.internal.policy.Protocol;

/**
 * Shows that the consumer's transactions are what they seem: looks at the settings of database and
 * broker, then makes the {@link XaProof}. Nothing of it needs a transaction manager's own
 * interfaces, so it proves the same on every server.
 */
public final class StartupProof {

  private final DatabaseProbe database;
  private final BrokerProbe broker;
  private final ProofContext ground;
  private final Protocol protocol;

  /**
   * A proof over these.
   *
   * @param protocol what must be proven: with {@code XA} two branches that hold together, otherwise
   *     that each side can be undone
   */
  public StartupProof(
      DatabaseProbe database, BrokerProbe broker, ProofContext ground, Protocol protocol) {
    this.database = database;
    this.broker = broker;
    this.ground = ground;
    this.protocol = protocol;
  }

  /** Makes the proof once, on the calling thread. Leaves nothing behind. */
  public ProofResult prove() {
    List<Refusal> refusals = new ArrayList<>();
    try {
      int prepared = protocol == Protocol.XA ? ground.workers() : 0;
      refusals.addAll(ground.look(() -> database.inspect(prepared)));
      refusals.addAll(broker.inspect());
      refusals.addAll(ground.inspected());
      if (refusals.isEmpty()) {
        refusals.addAll(experiment());
      }
    } catch (ProofInterrupted obstacle) {
      return verdict(refusals, obstacle.what());
    } catch (RuntimeException e) {
      return verdict(refusals, e);
    } finally {
      broker.close();
    }
    return refusals.isEmpty() ? new ProofResult.Proven() : new ProofResult.Refused(refusals);
  }

  private List<Refusal> experiment() throws ProofInterrupted {
    return protocol == Protocol.XA
        ? new XaProof(database, broker, ground).refusals()
        : new LocalProof(database, broker, ground).refusals();
  }

  /** What was found before the obstacle counts. */
  private ProofResult verdict(List<Refusal> found, Throwable what) {
    if (!found.isEmpty()) {
      return new ProofResult.Refused(found);
    }
    return ProofResult.of(
        what,
        ground.faults(),
        new Refusal(
            Code.BRANCHES_UNPROVEN,
            "The proof could not be made: " + what + ".",
            "See server-config/README.md for what it needs."));
  }
}
