// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.liberty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.activemq.artemis.ra.ActiveMQResourceAdapter;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.edge.server.RecoveryEntry;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.receive.proof.Setting;
import org.semel.ra.ArtemisAdapter;
import org.semel.small.liberty.LibertyManager;

/** What in Open Liberty's own configuration would keep recovery from its work. */
class LibertyRecoveryTest {

  private final LibertyPlatform platform = new LibertyPlatform();
  private final LibertyManager manager = new LibertyManager();

  /** A pooled factory, as far as it is asked. */
  public record Pooled(ActiveMQResourceAdapter adapter) {

    public ActiveMQResourceAdapter getResourceAdapter() {
      return adapter;
    }
  }

  @Test
  void aLimitOfRetriesIsRefusedWithTheSettingThatRemovesIt() {
    var bundled = new Osgi().with(new Osgi.Transactions(5, "/tranlog", false)).over(manager);
    assertThat(platform.recoveryFaults(bundled))
        .singleElement()
        .satisfies(
            refusal -> {
              assertThat(refusal.code()).isEqualTo(Code.RECOVERY_GIVES_UP);
              assertThat(refusal.toString())
                  .contains("SEMEL-0444", "5 times", "heuristicRetryLimit=\"0\"", "server.xml");
            });
  }

  @Test
  void recoveryThatTriesForGoodIsNotRefusedNorOneThatCannotBeSeen() {
    var bundled = new Osgi().with(new Osgi.Transactions(0, "/tranlog", false)).over(manager);
    assertThat(platform.recoveryFaults(bundled)).isEmpty();
    assertThat(platform.recoveryFaults(manager)).isEmpty();
    assertThat(platform.recoveryFaults(new Osgi().over(manager))).isEmpty();
  }

  @Test
  void theFolderOfTheLogIsSeenUnlessADatabaseHoldsIt() {
    var inFiles = new Osgi().with(new Osgi.Transactions(0, "/tranlog", false)).over(manager);
    var inDatabase = new Osgi().with(new Osgi.Transactions(0, "/tranlog", true)).over(manager);
    assertThat(platform.transactionLog(inFiles)).isEqualTo(new Setting.Seen<>(Path.of("/tranlog")));
    assertThat(platform.transactionLog(inDatabase)).isInstanceOf(Setting.Hidden.class);
    assertThat(platform.transactionLog(manager)).isInstanceOf(Setting.Hidden.class);
  }

  @Test
  void aPooledFactoryOfTheStockAdapterIsRefusedWithTheAdapterToUse() {
    assertThat(platform.unfit("jms/semelXA", new Pooled(new ActiveMQResourceAdapter())))
        .map(Refusal::toString)
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .contains("SEMEL-0418", "jms/semelXA", "semel-artemis.rar", "server.xml"));
  }

  @Test
  void oneOfOursAndOneOfAnotherBrokerAreNot() {
    assertThat(platform.unfit("jms/semelXA", new Pooled(new ArtemisAdapter()))).isEmpty();
    assertThat(platform.unfit("jms/other", "a factory of another broker's")).isEmpty();
  }

  @Test
  void aLongLivedSessionIsNotEnlistedUnderTheStockAdapter() {
    RecoveryEntry entry =
        new RecoveryEntry("jms/semelXA", new Pooled(new ActiveMQResourceAdapter()));
    assertThatThrownBy(() -> platform.enlistment(manager, Optional.of(entry)))
        .hasMessageContainingAll("SEMEL-0418", "semel-artemis.rar");
    assertThat(manager.entries()).isEmpty();
  }

  @Test
  void theServerIsKnownByWhatItsServletContainerSays() {
    assertThat(platform.isServerOf("IBM WebSphere Liberty/26.0.0.3")).isTrue();
    assertThat(platform.isServerOf("another")).isFalse();
  }
}
