// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.liberty;

import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.io.Serializable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.edge.jta.Branches;
import org.semel.internal.edge.server.RecoveryEntry;

/**
 * Takes branches into transactions under the entry by which recovery reaches their broker. A pooled
 * connection factory is such an entry, and the container enlists under it what it hands out itself;
 * a session that no one pools borrows it. By reflection on two public methods of the transaction
 * manager, whose interface no application need see.
 *
 * @see <a
 *     href="https://openliberty.io/docs/latest/reference/javadoc/api/com.ibm.tx.jta.html">ExtendedTransactionManager</a>
 */
final class RecoveredJoining implements Branches.Joining {

  private static final String REGISTER = "registerResourceInfo";
  private static final String ENLIST = "enlist";

  /** The factory has a login for recovery, which is why recovery does not read this. */
  private static final String INFORMATION = "semel";

  private final TransactionManager manager;
  private final Method enlist;
  private final int token;

  private RecoveredJoining(TransactionManager manager, Method enlist, int token) {
    this.manager = manager;
    this.enlist = enlist;
    this.token = token;
  }

  /** Whether this transaction manager takes recovery's entries. */
  static boolean fits(TransactionManager manager) {
    try {
      return register(manager).getReturnType() == int.class;
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  /**
   * Registers the entry, which is the same each time.
   *
   * @throws SemelException if recovery would not reach the broker by it
   */
  static RecoveredJoining under(RecoveryEntry entry, TransactionManager manager) {
    String filter = FactoryServices.filter(entry.name());
    new EntryCheck(entry.name()).demand(FactoryServices.of(manager).recovering(filter));
    try {
      int token = (Integer) register(manager).invoke(manager, filter, INFORMATION);
      if (token < 0) {
        throw unfit(entry, "the transaction manager takes no entry of that name", null);
      }
      return new RecoveredJoining(
          manager, open(manager, ENLIST, XAResource.class, int.class), token);
    } catch (InvocationTargetException e) {
      throw unfit(entry, "the transaction manager refuses it", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw unfit(entry, "the transaction manager has not the methods of this server", e);
    }
  }

  @Override
  public boolean join(Transaction transaction, XAResource resource)
      throws RollbackException, SystemException {
    try {
      return (Boolean) enlist.invoke(manager, resource, token);
    } catch (InvocationTargetException e) {
      throw thrown(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("the transaction manager's method is not open", e);
    }
  }

  /** Returns what is unchecked, and throws the rest. */
  private static RuntimeException thrown(@Nullable Throwable cause)
      throws RollbackException, SystemException {
    if (cause instanceof RollbackException rollback) {
      throw rollback;
    }
    if (cause instanceof SystemException system) {
      throw system;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(cause);
  }

  private static Method register(TransactionManager manager) throws NoSuchMethodException {
    return open(manager, REGISTER, String.class, Serializable.class);
  }

  private static Method open(TransactionManager manager, String name, Class<?>... arguments)
      throws NoSuchMethodException {
    Method method = manager.getClass().getMethod(name, arguments);
    method.trySetAccessible(); // the class itself need not be public
    return method;
  }

  private static SemelException unfit(RecoveryEntry entry, String why, @Nullable Throwable cause) {
    return new SemelException(
        Code.RECOVERY_ENTRY_UNFIT,
        "recovered-by=%s names no entry by which this server recovers a broker: %s. See server-config/README.md."
            .formatted(entry.name(), why),
        cause);
  }
}
