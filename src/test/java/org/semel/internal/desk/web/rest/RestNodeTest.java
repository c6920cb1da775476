// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.json;

import jakarta.json.JsonObject;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.engine.receive.Policies;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.send.Destination;
import org.semel.operations.node.DestinationStatus.DestinationState;
import org.semel.operations.node.Diagnosis;
import org.semel.operations.node.Diagnosis.Observation;
import org.semel.operations.node.Diagnosis.Severity;

/** What the API says of the node that answers. */
class RestNodeTest {

  private final RestWorld rest = new RestWorld();

  @Test
  void everyAnswerAboutANodeSaysWhichNodeWhatItCoversAndHowOldItIs() {
    for (String target : List.of("/consumers", "/destinations")) {
      JsonObject answer = json(rest.get(target, Role.VIEWER));
      assertThat(answer.getString("node")).isEqualTo("shop, 1@here");
      assertThat(answer.getString("scope")).contains("this node alone");
      assertThat(answer.getString("age")).isEqualTo("PT0S");
    }
  }

  @Test
  void aConsumerOfTheDatabaseThatDoesNotRunHereHasNoState() {
    assertThat(consumer(rest.consumer)).doesNotContainKey("here");
    assertThat(consumer(rest.consumer).getString("rule")).isEqualTo("header:key");
  }

  @Test
  void aConsumerThatRunsHereHasItsStateBesideWhatTheDatabaseKnows() {
    rest.consumers.awaits(rest.consumer);
    rest.consumers.on(new ReceiveEvent.Started(Policies.of(rest.consumer)));
    assertThat(state(rest.consumer).getString("is")).isEqualTo("Receiving");
    assertThat(consumer(rest.consumer).getBoolean("runsHere")).isTrue();
    rest.consumers.on(
        new ReceiveEvent.Interrupted(
            Policies.of(rest.consumer), new ConnectException(), Duration.ofDays(1)));
    assertThat(state(rest.consumer).getString("is")).isEqualTo("PausedByOutage");
    assertThat(state(rest.consumer).getString("cause")).isEqualTo("java.net.ConnectException");
    assertThat(Duration.parse(state(rest.consumer).getString("nextTry")))
        .isBetween(Duration.ofHours(23), Duration.ofDays(1));
  }

  @Test
  void aConsumerThatWasNeverRegisteredIsThereAsWellWithTheCodesThatRefusedIt() {
    rest.consumers.awaits("never");
    rest.consumers.proved(
        "never",
        new ProofResult.Refused(List.of(new Refusal(Code.ISOLATION_TOO_HIGH, "found", "mend"))));
    assertThat(state("never").getString("is")).isEqualTo("RefusedByProof");
    assertThat(state("never").getJsonArray("codes").getString(0)).isEqualTo("SEMEL-0409");
    assertThat(consumer("never").getBoolean("runsHere")).isFalse();
  }

  @Test
  void aDestinationTellsHowItsCircuitIs() {
    rest.destinations.awaits(
        new Destination("mail"),
        () -> Optional.of(new DestinationState.AccessDenied("HTTP status 401", Duration.ZERO)),
        Optional::empty);
    JsonObject mail =
        json(rest.get("/destinations", Role.VIEWER)).getJsonArray("items").getJsonObject(0);
    assertThat(mail.getString("name")).isEqualTo("mail");
    assertThat(mail.getJsonObject("state").toString())
        .isEqualTo("{\"is\":\"AccessDenied\",\"why\":\"HTTP status 401\",\"nextTry\":\"PT0S\"}");
  }

  @Test
  void theDoctorSaysWhatIsSoWhatItMeansAndWhatToDoTheWorstFirst() {
    rest.diagnosis =
        Diagnosis.of(
            "shop, 1@here",
            Optional.of(Instant.parse("2026-11-23T12:00:00Z")),
            List.of(
                observation(Severity.FINE, Optional.empty()),
                observation(Severity.ERROR, Optional.of("orders"))));
    JsonObject answer = json(rest.get("/doctor", Role.VIEWER));
    assertThat(answer.getString("node")).isEqualTo("shop, 1@here");
    assertThat(answer.getString("at")).isEqualTo("2026-11-23T12:00:00Z");
    assertThat(answer.getString("worst")).isEqualTo("ERROR");
    assertThat(answer.getJsonArray("observations").getJsonObject(0).toString())
        .isEqualTo(
            "{\"severity\":\"ERROR\",\"code\":\"SEMEL-0844\",\"of\":\"orders\",\"finding\":\"one\","
                + "\"meaning\":\"two\",\"remedy\":\"three\"}");
    assertThat(answer.getJsonArray("observations").getJsonObject(1)).doesNotContainKey("of");
  }

  private static Observation observation(Severity severity, Optional<String> of) {
    return new Observation(severity, Code.IN_DOUBT_TOO_LONG.text(), of, "one", "two", "three");
  }

  private JsonObject state(String name) {
    return consumer(name).getJsonObject("here").getJsonObject("state");
  }

  private JsonObject consumer(String name) {
    return json(rest.get("/consumers", Role.VIEWER)).getJsonArray("items").stream()
        .map(item -> item.asJsonObject())
        .filter(item -> item.getString("name").equals(name))
        .findFirst()
        .orElseThrow();
  }
}
