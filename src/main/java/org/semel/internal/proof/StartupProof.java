// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.proof;

import java.util.ArrayList;
import java.util.List;
import org.semel.Code;
import org.semel.internal.policy.Protocol;

/**
 * Proves that the consumer's transactions work: checks the settings of database and broker, then
 * runs the {@link XaProof} or the {@link LocalProof}. It uses no interface of a particular
 * transaction manager, so it proves the same on every server.
 */
public final class StartupProof {

  private final DatabaseProbe database;
  private final BrokerProbe broker;
  private final ProofContext context;
  private final Protocol protocol;

  /**
   * A proof over these resources.
   *
   * @param protocol what must be proven: with {@code XA} two branches that hold together, otherwise
   *     that each side can be undone
   */
  public StartupProof(
      DatabaseProbe database, BrokerProbe broker, ProofContext context, Protocol protocol) {
    this.database = database;
    this.broker = broker;
    this.context = context;
    this.protocol = protocol;
  }

  /** Runs the proof once, on the calling thread. Leaves nothing behind. */
  public ProofResult prove() {
    List<Refusal> refusals = new ArrayList<>();
    try {
      int prepared = protocol == Protocol.XA ? context.workers() : 0;
      refusals.addAll(context.look(() -> database.inspect(prepared)));
      refusals.addAll(broker.inspect());
      refusals.addAll(context.inspected());
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
        ? new XaProof(database, broker, context).refusals()
        : new LocalProof(database, broker, context).refusals();
  }

  /** Refusals found before the interruption count. */
  private ProofResult verdict(List<Refusal> found, Throwable what) {
    if (!found.isEmpty()) {
      return new ProofResult.Refused(found);
    }
    return ProofResult.of(
        what,
        context.faults(),
        new Refusal(
            Code.BRANCHES_UNPROVEN,
            "The proof could not run: " + what + ".",
            "server-config/README.md lists what it needs."));
  }
}
