// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.internal.engine.receive.proof.Witness;

/**
 * Enlists two {@link WitnessResource}s through {@link
 * jakarta.transaction.Transaction#enlistResource}, and so under no name that recovery knows. They
 * need none on any server: neither is ever prepared, so that there is nothing to recover. A name
 * could do harm, as a server may not recover anything while one that it has noted is not there.
 */
public final class JtaWitness implements Witness {

  private final TransactionManager manager;
  private final ThreadFactory threads;

  /**
   * A witness in the transactions of {@code manager}.
   *
   * @param threads makes threads that the server manages, for looking from outside
   */
  public JtaWitness(TransactionManager manager, ThreadFactory threads) {
    this.manager = manager;
    this.threads = threads;
  }

  @Override
  public void around(Consumer<GlobalTransaction> look, Runnable work) {
    AtomicBoolean asked = new AtomicBoolean();
    join(new WitnessResource(asked, look, threads));
    work.run();
    join(new WitnessResource(asked, look, threads));
  }

  private void join(WitnessResource branch) {
    try {
      manager.getTransaction().enlistResource(branch);
    } catch (RollbackException | SystemException e) {
      throw new SemelException(
          Code.BRANCHES_UNPROVEN, "The proof's witness could not join the transaction.", e);
    }
  }
}
