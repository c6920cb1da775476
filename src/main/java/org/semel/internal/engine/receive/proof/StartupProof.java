// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import java.util.ArrayList;
import java.util.List;
import org.semel.Code;
import org.semel.internal.engine.receive.policy.Protocol;

/**
 * Proves that the consumer's transactions work: checks the settings of database and broker, then
 * runs the {@link XaProof} or the {@link LocalProof}, and the {@link HonestyProof}. It uses no
 * interface of a particular transaction manager, so it proves the same on every server.
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
      broker.inspect(refusals);
      refusals.addAll(context.inspected());
      if (refusals.isEmpty()) {
        refusals.addAll(experiment());
      }
    } catch (ProofInterrupted obstacle) {
      return verdict(refusals, obstacle.what(), obstacle.mayPass(context.faults()));
    } catch (RuntimeException e) {
      return verdict(refusals, e, context.faults().ofAll(e).passes());
    } finally {
      broker.close();
    }
    return refusals.isEmpty() ? new ProofResult.Proven() : new ProofResult.Refused(refusals);
  }

  /**
   * The refusals that two experiments find. A refusal that only the first one finds was an outage
   * within it: a broker that was killed with a branch prepared, say, gives its message back after
   * recovery. The second one opens its sessions anew, as the first one and as the consumer.
   */
  private List<Refusal> experiment() throws ProofInterrupted {
    List<Refusal> found = once();
    if (found.isEmpty()) {
      return found;
    }
    broker.close();
    return once();
  }

  private List<Refusal> once() throws ProofInterrupted {
    List<Refusal> apart =
        protocol == Protocol.XA
            ? new XaProof(database, broker, context).refusals()
            : new LocalProof(database, broker, context).refusals();
    return apart.isEmpty() ? new HonestyProof(database, context, protocol).refusals() : apart;
  }

  /** Refusals found before the interruption count. */
  private static ProofResult verdict(List<Refusal> found, Throwable what, boolean mayPass) {
    if (!found.isEmpty()) {
      return new ProofResult.Refused(found);
    }
    return mayPass
        ? new ProofResult.Unproven(what)
        : new ProofResult.Refused(
            List.of(
                new Refusal(
                    Code.BRANCHES_UNPROVEN,
                    "The proof could not run: " + what + ".",
                    "server-config/README.md lists what it needs.")));
  }
}
