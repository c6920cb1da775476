// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.semel.message.Identity;
import org.semel.operations.DeadLetterActs.DeadLetterImport;
import org.semel.operations.Identities.ForgetResult;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedCase;
import org.semel.operations.ReleaseResult;

/**
 * The ten scenarios that every consumer must pass, over real broker, database, transaction manager
 * and Camel. Each protocol runs them all; one that does not apply says why.
 */
abstract class ScenariosContract extends ScenarioGround {

  private static final OperatorContext ANN = new OperatorContext("ann", "it is asked for");

  @Test
  void firstDeliveryEffectApplied() {
    start();
    send("1");
    soon().until(() -> effects().equals(List.of("1")));
    soon().until(() -> applied.size() == 1 && estate.queueIsEmpty());
  }

  @Test
  void duplicateAfterSuccessNoSecondEffect() {
    start();
    send("1");
    soon().until(() -> effects().size() == 1);
    send("1");
    soon().until(() -> estate.count("semel_duplicate", "true") == 1 && estate.queueIsEmpty());
    assertThat(effects()).containsExactly("1");
    assertThat(calls).hasValue(1);
    soon().until(() -> delivered() == 1);
    assertThat(requests).hasSize(1);
  }

  @Test
  void crashAfterDatabaseCommitBeforeAcknowledgeRedeliverySkipped() {
    start();
    lostCommits.set(1);
    send("1");
    soon().until(() -> estate.count("semel_duplicate", "true") == 1 && estate.queueIsEmpty());
    soon().until(() -> effects().equals(List.of("1")));
    assertThat(lostCommits).hasValue(0);
    assertThat(calls).hasValue(1);
    assertThat(estate.count("semel_parked", "true")).isZero();
  }

  @Test
  void crashBeforeDatabaseCommitRedeliveryProcesses() {
    trouble =
        () -> {
          if (calls.get() == 1) {
            killTheDatabasesSession();
          }
        };
    start();
    send("1");
    soon().until(() -> effects().equals(List.of("1")) && estate.queueIsEmpty());
    assertThat(calls).hasValue(2);
    assertThat(estate.count("semel_intent", "true")).isEqualTo(1);
    assertThat(estate.count("semel_attempt", "true")).as("nobody is blamed").isZero();
    assertThat(estate.count("semel_parked", "true")).isZero();
  }

  @Test
  void externalEffectDoneMarkerLostTheProvidersKeyPreventsASecondOne() {
    start();
    markersToLose.set(1);
    send("1");
    soon().until(() -> delivered() == 1);
    assertThat(requests).as("sent twice").hasSize(2);
    assertThat(applied).as("under one key").hasSize(1);
    assertThat(effects()).containsExactly("1");
  }

  @Test
  void oldVersionIgnored() {
    inOrder();
    start();
    send("a", 1);
    send("a", 2);
    soon().until(() -> effects().equals(List.of("a/1", "a/2")));
    send("a", 1, "sent again under another key");
    soon().until(() -> estate.count("semel_version", "ignored = 1") == 1 && estate.queueIsEmpty());
    assertThat(effects()).containsExactly("a/1", "a/2");
    assertThat(estate.count("semel_parked", "true")).isZero();
  }

  @Test
  void futureVersionGapDetectedAndHeld() {
    inOrder();
    start();
    send("a", 1);
    soon().until(() -> effects().equals(List.of("a/1")));
    send("a", 3);
    soon().until(() -> estate.count("semel_held", "true") == 1 && estate.queueIsEmpty());
    assertThat(operations.gaps().open(estate.name, 10))
        .extracting(gap -> gap.aggregate().key() + " " + gap.from() + " to " + gap.to())
        .containsExactly("a 2 to 2");
    assertThat(effects()).containsExactly("a/1");
    send("a", 2);
    soon().until(() -> effects().equals(List.of("a/1", "a/2", "a/3")));
  }

  @Test
  void deadLetterReplayWithTheSameIdNoDuplicateEffect() throws Exception {
    start();
    send("1");
    soon().until(() -> effects().size() == 1 && estate.queueIsEmpty());
    estate.camel.getRouteController().suspendRoute("under-test");
    send("1");
    soon().until(() -> estate.server.broker().messages(estate.name) == 1);
    estate.server.broker().giveUpOn(estate.name);
    assertThat(operations.deadLetters().takeIn(estate.name, "DLQ", 10, ANN))
        .isEqualTo(new DeadLetterImport.TakenIn(1));
    ParkedCase taken = operations.parked().waiting(estate.name, 0, 10).get(0);
    assertThat(operations.parked().release(taken.id(), ANN))
        .isEqualTo(new ReleaseResult.Absorbed());
    assertThat(effects()).containsExactly("1");
    assertThat(calls).hasValue(1);
  }

  @Test
  void replayWithoutIntentsExternalEffectsSuppressed() {
    consumer("replay", "without-intents");
    consumer("keep-body", "true");
    start();
    send("1");
    soon().until(() -> delivered() == 1);
    assertThat(operations.identities().forget(new Identity(estate.name, "1"), ANN))
        .isEqualTo(new ForgetResult.Forgotten());
    long id = operations.kept().kept(estate.name, 0, 10).get(0).id();
    assertThat(operations.kept().replay(id, ANN)).isEqualTo(new ReleaseResult.TookEffect(1));
    assertThat(effects()).as("the effect is built anew").containsExactly("1", "1");
    assertThat(estate.count("semel_intent", "true")).isEqualTo(1);
    assertThat(requests).hasSize(1);
  }

  /** What is forgotten takes effect again. */
  @Test
  void retentionExpiredBehaviourAsDocumented() {
    estate.server.postgres().execute("UPDATE semel_round SET due_at = '-infinity'");
    estate.with("semel.retention-every", "1s");
    startWithoutIntents();
    send("1");
    soon().until(() -> effects().size() == 1 && estate.queueIsEmpty());
    send("1");
    soon().until(() -> estate.count("semel_duplicate", "true") == 1);
    age();
    soon()
        .until(
            () ->
                estate.count("semel_claim", "true") == 0
                    && estate.count("semel_inbox", "true") == 0);
    send("1");
    soon().until(() -> effects().equals(List.of("1", "1")));
  }
}
