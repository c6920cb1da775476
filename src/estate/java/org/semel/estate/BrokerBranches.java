// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.api.core.management.ResourceNames;
import org.apache.activemq.artemis.api.core.management.SimpleManagement;
import org.apache.activemq.artemis.core.transaction.impl.XidImpl;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;

/** Branches that a broker has prepared, and what an operator may do to them. */
public final class BrokerBranches {

  private final String url;

  BrokerBranches(String url) {
    this.url = url;
  }

  /** The transactions that it has prepared and waits to be told the end of. */
  public Set<String> prepared() {
    return branches()
        .map(xid -> HexFormat.of().formatHex(xid.getGlobalTransactionId()))
        .collect(Collectors.toSet());
  }

  /** Commits what it has prepared, as an operator would who waits no longer. */
  public void commitByHand() {
    endByHand("commitPreparedTransaction");
  }

  /** Rolls it back. */
  public void rollBackByHand() {
    endByHand("rollbackPreparedTransaction");
  }

  private void endByHand(String operation) {
    branches().map(XidImpl::toBase64String).forEach(xid -> operate(operation, xid));
  }

  private void operate(String operation, String argument) {
    try {
      if (!isDone(operation, argument)) {
        throw new IllegalStateException(operation + " came too late");
      }
    } catch (Exception e) {
      throw new IllegalStateException(operation, e);
    }
  }

  private boolean isDone(String operation, String argument) throws Exception {
    SimpleManagement management = new SimpleManagement(url, "", "").open();
    try {
      return management.simpleManagementBoolean(ResourceNames.BROKER, operation, argument);
    } finally {
      management.close();
    }
  }

  /** Forgets what was ended by hand, as an operator would who has set everything right. */
  public void forget() {
    asked(
        resource -> {
          for (Xid xid : branches(resource)) {
            resource.forget(xid);
          }
          return true;
        });
  }

  private Stream<Xid> branches() {
    return asked(resource -> Arrays.stream(branches(resource)));
  }

  /** Those that were ended by hand, too, until somebody forgets them. */
  private static Xid[] branches(XAResource resource) throws XAException {
    return resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
  }

  @FunctionalInterface
  private interface Question<T> {
    T ask(XAResource resource) throws XAException;
  }

  private <T> T asked(Question<T> question) {
    try (var factory = new ActiveMQXAConnectionFactory(url + "?reconnectAttempts=0");
        XAConnection connection = factory.createXAConnection()) {
      return question.ask(connection.createXASession().getXAResource());
    } catch (JMSException | XAException e) {
      throw new IllegalStateException(e);
    }
  }
}
