// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;
import org.semel.small.Bystander;

/** Two branches around all others, of which the one that is asked last looks. */
class JtaWitnessTest {

  private final List<XAResource> joined = new ArrayList<>();
  private final List<String> order = new ArrayList<>();
  private final JtaWitness witness = new JtaWitness(manager(), Thread::new);
  private final Xid xid = xid();

  @Test
  void whereBranchesAreAskedInTheOrderInWhichTheyJoinedTheLastLooks() {
    joinAround();
    assertRefused();
    assertThat(order).containsExactly("work", "prepared", "looked");
  }

  @Test
  void whereTheyAreAskedInTheReverseOrderTheFirstLooks() {
    joinAround();
    Collections.reverse(joined);
    assertRefused();
    assertThat(order).containsExactly("work", "prepared", "looked");
  }

  @Test
  void whereABranchInBetweenRefusesNobodyLooks() throws XAException {
    witness.around(
        transaction -> order.add("looked"), () -> joined.add(new Bystander().votingAgainst()));
    assertThat(joined.get(0).prepare(xid)).isEqualTo(XAResource.XA_RDONLY);
    assertThatThrownBy(() -> joined.get(1).prepare(xid)).isInstanceOf(XAException.class);
    assertThat(order).isEmpty();
  }

  private void joinAround() {
    witness.around(
        transaction -> order.add("looked"),
        () -> {
          order.add("work");
          joined.add(new Bystander().onPrepare(() -> order.add("prepared")));
        });
    assertThat(joined).hasSize(3);
  }

  private void assertRefused() {
    assertThatThrownBy(
            () -> {
              for (XAResource branch : joined) {
                branch.prepare(xid);
              }
            })
        .isInstanceOfSatisfying(
            XAException.class,
            vote -> assertThat(vote.errorCode).isEqualTo(XAException.XA_RBROLLBACK));
  }

  private TransactionManager manager() {
    Transaction transaction =
        proxy(
            Transaction.class,
            (method, arguments) -> joined.add((XAResource) arguments[0])); // enlistResource
    return proxy(TransactionManager.class, (method, arguments) -> transaction);
  }

  private static Xid xid() {
    return proxy(
        Xid.class, (method, arguments) -> method.equals("getFormatId") ? (Object) 1 : new byte[1]);
  }

  /** Answers whatever it is asked. */
  @FunctionalInterface
  private interface Answer {
    Object to(String method, Object[] arguments);
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            JtaWitnessTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answer.to(method.getName(), arguments)));
  }
}
