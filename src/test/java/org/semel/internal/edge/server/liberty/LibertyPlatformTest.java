// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.liberty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.util.Optional;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.edge.jms.session.DirectSessions;
import org.semel.internal.edge.jms.session.Enlistment;
import org.semel.internal.edge.server.RecoveryEntry;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.internal.engine.tx.MarkedRollbackOnly;
import org.semel.internal.engine.tx.NoTransaction;
import org.semel.small.Bystander;
import org.semel.small.SmallServer;
import org.semel.small.liberty.LibertyManager;

/** What Open Liberty does in its own way, beside a transaction manager of its interface. */
class LibertyPlatformTest {

  private static final String FILTER = "(jndiName=jms/semelXA)";
  private static final Optional<RecoveryEntry> ENTRY =
      Optional.of(new RecoveryEntry("jms/semelXA", "any"));

  private final LibertyPlatform platform = new LibertyPlatform();
  private final LibertyManager manager = new LibertyManager();
  private final Bystander session = new Bystander();

  @AfterEach
  void leaveNothing() {
    if (manager.getTransaction() != null) {
      manager.rollback();
    }
  }

  @Test
  void itIsKnownByWhatOnlyItsTransactionManagerCanDo() {
    assertThat(platform.isServerOf(manager)).isTrue();
    assertThat(platform.isServerOf(SmallServer.shared().manager())).isFalse();
  }

  @Test
  void aLongLivedSessionIsEnlistedUnderTheEntryThatRecoveryKnows() throws Exception {
    Enlistment enlistment = platform.enlistment(manager, ENTRY);
    manager.begin();
    enlistment.enlist(session);
    assertThat(manager.getTransaction().entries()).containsExactly(FILTER + "semel");
    assertThat(platform.naming(ENTRY)).isSameAs(DirectSessions.Naming.NONE);
  }

  @Test
  void theEntryOfAllSessionsIsOne() {
    platform.enlistment(manager, ENTRY);
    platform.enlistment(manager, ENTRY);
    assertThat(manager.entries()).hasSize(1);
  }

  @Test
  void whoNamesNoEntryIsRefused() {
    assertThatThrownBy(() -> platform.enlistment(manager, Optional.empty()))
        .isInstanceOfSatisfying(
            SemelException.class, e -> assertThat(e.code()).isEqualTo(Code.RECOVERY_UNNAMED))
        .hasMessageContainingAll("SEMEL-0416", "recovered-by", "server.xml");
  }

  @Test
  void anEntryThatTheTransactionManagerDoesNotTakeIsRefused() {
    LibertyManager full =
        new LibertyManager() {
          @Override
          public int registerResourceInfo(String filter, Serializable information) {
            return -1;
          }
        };
    assertUnfit(() -> platform.enlistment(full, ENTRY), "takes no entry");
  }

  @Test
  void anEntryThatRecoveryDoesNotFindIsRefused() {
    var bundled = new Osgi().over(manager);
    assertUnfit(() -> platform.enlistment(bundled, ENTRY), "<connectionFactory>");
    assertThat(manager.entries()).as("recovery would wait for it").isEmpty();
  }

  @Test
  void anEntryWithoutALoginForRecoveryIsRefused() {
    var bundled = new Osgi().with(FILTER, new Osgi.Factory(null)).over(manager);
    assertUnfit(() -> platform.enlistment(bundled, ENTRY), "recoveryAuthDataRef");
    assertThat(manager.entries()).isEmpty();
  }

  @Test
  void anEntryThatRecoveryFindsAndThatHasALoginIsTaken() throws Exception {
    var bundled = new Osgi().with(FILTER, new Osgi.Factory("semelBroker")).over(manager);
    Enlistment enlistment = platform.enlistment(bundled, ENTRY);
    manager.begin();
    enlistment.enlist(session);
    assertThat(manager.getTransaction().entries()).containsExactly(FILTER + "semel");
  }

  /** Another version of the server may not show it. */
  @Test
  void anEntryWhoseLoginCannotBeSeenIsTaken() {
    var bundled = new Osgi().with(FILTER, "a service").over(manager);
    platform.enlistment(bundled, ENTRY);
    assertThat(manager.entries()).hasSize(1);
  }

  @Test
  void aDataSourceWhoseLoginTheContainerSuppliesIsRefused() {
    var bundled =
        new Osgi()
            .with("(jndiName=jdbc/semel)", new Osgi.Source("semelRole"))
            .with("(jndiName=jdbc/other)", new Osgi.Source(null))
            .over(manager);
    assertThat(platform.splits(bundled, "jdbc/semel"))
        .hasValueSatisfying(
            refusal -> {
              assertThat(refusal.code()).isEqualTo(Code.AUTHENTICATION_SPLITS);
              assertThat(refusal.toString()).contains("SEMEL-0443", "containerAuthDataRef");
            });
    assertThat(platform.splits(bundled, "jdbc/other")).isEmpty();
    assertThat(platform.splits(manager, "jdbc/semel")).as("nobody can see it").isEmpty();
  }

  @Test
  void whatANameMeansToAFilterIsQuoted() {
    assertThat(FactoryServices.filter("a(b)*\\c")).isEqualTo("(jndiName=a\\(b\\)\\*\\\\c)");
  }

  @Test
  void aTransactionThatCanOnlyRollBackTakesNoSession() throws Exception {
    Enlistment enlistment = platform.enlistment(manager, ENTRY);
    manager.begin();
    manager.setRollbackOnly();
    assertThatThrownBy(() -> enlistment.enlist(session)).isInstanceOf(MarkedRollbackOnly.class);
  }

  @Test
  void outsideATransactionNothingIsEnlisted() {
    Enlistment enlistment = platform.enlistment(manager, ENTRY);
    assertThatThrownBy(() -> enlistment.enlist(session)).isInstanceOf(NoTransaction.class);
  }

  @Test
  void aSessionThatHasGoneDoesNotJoin() throws Exception {
    Enlistment enlistment = platform.enlistment(manager, ENTRY);
    manager.begin();
    assertThatThrownBy(() -> enlistment.enlist(gone()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("cannot join the transaction");
  }

  @Test
  void noNodeOfItsIsTakenForAnother() {
    assertThat(platform.misnamed(new GlobalTransaction(0x57415344, new byte[20]))).isEmpty();
  }

  private static XAResource gone() {
    return (XAResource)
        Proxy.newProxyInstance(
            LibertyPlatformTest.class.getClassLoader(),
            new Class<?>[] {XAResource.class},
            (proxy, method, arguments) -> {
              throw new XAException(XAException.XAER_RMFAIL);
            });
  }

  private static void assertUnfit(ThrowingCallable act, String words) {
    assertThatThrownBy(act)
        .isInstanceOfSatisfying(
            SemelException.class, e -> assertThat(e.code()).isEqualTo(Code.RECOVERY_ENTRY_UNFIT))
        .hasMessageContainingAll("SEMEL-0417", "recovered-by=jms/semelXA", words);
  }
}
