// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.semel.internal.desk.operate.indoubt.BrokerScan;
import org.semel.internal.engine.receive.proof.GlobalTransaction;

/**
 * Asks a broker as recovery does, and only that: a scan that begins and ends in one call. It never
 * commits, rolls back or forgets. Each time it opens a session of its own, in which nothing else
 * happens, and closes it.
 *
 * @see <a href="https://issues.apache.org/jira/browse/ARTEMIS-5806">ARTEMIS-5806: recovery on a
 *     working session may roll back what that session does</a>
 */
public final class RecoverScan implements BrokerScan {

  private final String name;
  private final Supplier<ConnectionFactory> factory;
  private final Function<Throwable, String> words;

  /**
   * A scan of the broker that a connection factory reaches.
   *
   * @param name of the factory, in the configuration
   * @param factory the server's, with its login; may throw if it is not there
   * @param words says what went wrong, without payload
   */
  public RecoverScan(
      String name, Supplier<ConnectionFactory> factory, Function<Throwable, String> words) {
    this.name = name;
    this.factory = factory;
    this.words = words;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public ScanResult ask() {
    try {
      return factory.get() instanceof XAConnectionFactory xa
          ? scan(xa)
          : new ScanResult.Unseen("its connection factory opens no XA session to ask by");
    } catch (JMSException | XAException | RuntimeException e) {
      return new ScanResult.Unseen("it does not answer: " + words.apply(e));
    }
  }

  private static ScanResult scan(XAConnectionFactory factory) throws JMSException, XAException {
    try (XAConnection connection = factory.createXAConnection()) {
      XAResource resource = connection.createXASession().getXAResource();
      Xid[] found = resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
      return new ScanResult.Listed(
          found == null
              ? Set.of()
              : Arrays.stream(found).map(RecoverScan::global).collect(Collectors.toSet()));
    }
  }

  private static GlobalTransaction global(Xid branch) {
    return new GlobalTransaction(branch.getFormatId(), branch.getGlobalTransactionId());
  }
}
