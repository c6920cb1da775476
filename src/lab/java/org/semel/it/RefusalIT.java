// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.UUID;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.semel.estate.ExampleWar;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;
import org.semel.it.elsewhere.ByLookup;
import org.semel.it.elsewhere.ByName;

/**
 * A real server whose application names a factory or a data source that takes no part in the
 * transaction: its consumer does not start, and the other application's goes on.
 */
@OnEachServer
class RefusalIT {

  private final SharedEstate estate;
  private final ServerKind kind;
  private final String key = UUID.randomUUID().toString();

  RefusalIT(ServerKind kind) {
    this.estate = SharedEstate.of(kind);
    this.kind = kind;
  }

  @BeforeParameterizedClassInvocation
  static void aQueueAndADataSourceWithoutXa(ServerKind kind) {
    SharedEstate estate = SharedEstate.of(kind);
    RefusedWar.prepare(estate);
    switch (kind) {
      case WILDFLY ->
          estate
              .wildFly()
              .management()
              .addLocalDataSource("plain", estate.postgres, "FailingConnectionOnly");
      case LIBERTY -> estate.liberty().configure("plain", WrongResources.LOCAL);
    }
  }

  @AfterParameterizedClassInvocation
  static void clear(ServerKind kind) {
    if (kind == ServerKind.LIBERTY) {
      SharedEstate.of(kind).liberty().reset("plain");
    }
  }

  @Test
  void theExamplesConsumerHasProvenTwoBranches() {
    await()
        .untilAsserted(
            () ->
                assertThat(estate.server().output().lines())
                    .anyMatch(
                        line ->
                            line.contains("SEMEL-0306 Consumer reservations")
                                && line.contains("Proven: a roll-back undoes")));
  }

  @Test
  void aConnectionFactoryWithoutXaIsRefusedAndItsMessageStays() {
    send();
    assertRefused(
        "semel.consumer.refused.connection-factory=jms/semelLocal",
        "SEMEL-0403",
        "connection-factory");
    assertThat(estate.broker().messages(RefusedWar.QUEUE)).isEqualTo(1);
    assertThat(
            estate.postgres.number("SELECT count(*) FROM semel_claim WHERE consumer = 'refused'"))
        .isZero();
  }

  @Test
  void anXaFactoryIsRefusedWhereTheReceiptFollowsTheCommit() {
    assertRefused(
        "semel.consumer.refused.protocol=ack-after-commit\n"
            + "semel.consumer.refused.connection-factory=jms/semelXA",
        "SEMEL-0419",
        "connection-factory");
  }

  @Test
  void aDataSourceWithoutXaIsRefused() {
    assertRefused("semel.data-source=jdbc/plain", "SEMEL-0402", "semel.data-source");
  }

  @Test
  void aQueueThatTheBrokerDoesNotHaveIsRefusedByTheNameThatWasAskedFor() {
    assertRefused("semel.consumer.refused.queue=refuzed", "SEMEL-0315", "refuzed");
  }

  /** The server itself tells how large the pool is: 40, as our files have it. */
  @Test
  void aPoolThatTheWaitingWorkersWouldHoldIsRefused() {
    assertRefused(
        "semel.consumer.refused.workers=39", "SEMEL-0440", "at most 40 connections", "hold 39");
  }

  @Test
  void aBeanIntoWhichTheServerInjectsAnotherDataSourceIsRefused() {
    Class<?> bean = elsewhere();
    assertThat(RefusedWar.with(estate, "", bean).words())
        .contains("SEMEL-0401 Consumer refused", "SEMEL-0448", bean.getName(), "@Inject @Semel");
  }

  @Test
  void aBeanThatNoRouteWritesThroughMayHaveAnother() {
    Class<?> bean = elsewhere();
    assertThat(RefusedWar.with(estate, "semel.other-beans=" + bean.getName(), bean).words())
        .contains("SEMEL-0306 Consumer refused");
  }

  private Class<?> elsewhere() {
    return kind == ServerKind.WILDFLY ? ByName.class : ByLookup.class;
  }

  /** As when two versions of it have come into one WAR. */
  @Test
  void aWarWithSemelTwiceIsRefusedByAMessageThatNamesBothJars() {
    assertThatThrownBy(() -> estate.server().deploy(ExampleWar.twice("twice.war")))
        .hasMessageContainingAll(
            "SEMEL-0107 Nothing of Semel starts: it is there more than once",
            "semel.jar",
            "semel-of-before.jar");
  }

  /** As when a part of Camel has a version of its own in the POM. */
  @Test
  void aWarWithOnePartOfCamelOfAnotherVersionIsRefusedByAMessageThatNamesIt() {
    JavaArchive part =
        ShrinkWrap.create(JavaArchive.class, "camel-of-before.jar")
            .setManifest(
                new StringAsset(
                    "Implementation-Title: Camel :: JMS\nImplementation-Version: 4.10.0\n"));
    assertThatThrownBy(
            () -> estate.server().deploy(ExampleWar.bare("mixed.war").addAsLibrary(part)))
        .hasMessageContainingAll(
            "SEMEL-0613 Nothing of Semel starts: the application has several versions of Camel",
            "4.10.0 in ",
            "camel-of-before.jar and 4.");
  }

  @Test
  void theSameApplicationWithBothIsAdmitted() {
    assertThat(RefusedWar.with(estate, "").words()).contains("SEMEL-0306 Consumer refused");
  }

  private void assertRefused(String policy, String... words) {
    assertThat(RefusedWar.with(estate, policy).words())
        .contains("SEMEL-0401 Consumer refused")
        .contains(words);
  }

  private void send() {
    try (Producer producer = estate.producer(RefusedWar.QUEUE)) {
      producer.send("{\"source\":\"/it\",\"id\":\"" + key + "\"}");
    }
  }
}
