// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.operations.node.Diagnosis;
import org.semel.operations.node.Diagnosis.Observation;
import org.semel.operations.node.Diagnosis.Severity;

/** The doctor of a node that runs, over a real database. */
class DoctorRouteTest {

  private final SmallEstate estate = new SmallEstate();
  private final LogLines lines = new LogLines();

  @AfterEach
  void stop() {
    estate.close();
    lines.close();
  }

  @Test
  void aNodeThatIsWellHasNoErrorAndEverythingWasLookedAt() {
    start();
    Diagnosis diagnosis = examined();
    assertThat(diagnosis.at()).isPresent();
    assertThat(diagnosis.observations())
        .as("errors")
        .noneMatch(one -> one.severity() == Severity.ERROR);
    assertThat(of(diagnosis, estate.name))
        .extracting(Observation::finding)
        .anyMatch(finding -> finding.equals("Its transactions are proven, and it receives."))
        .anyMatch(finding -> finding.startsWith("The database remembers its identities for "));
    for (String version : List.of("Semel", "Camel", "Java", "PostgreSQL", "Tables")) {
      assertThat(of(diagnosis, version)).as(version).hasSize(1);
    }
    assertThat(diagnosis.observations())
        .extracting(Observation::finding)
        .anyMatch(finding -> finding.startsWith("The clocks of machine and database agree"))
        .anyMatch(finding -> finding.contains("prepared in this database"))
        .anyMatch(finding -> finding.startsWith("The oldest snapshot is "))
        .anyMatch(finding -> finding.equals("The server's settings: nothing to object to."))
        .anyMatch(
            finding ->
                finding.equals("The schema, and the rights of this role: nothing to object to."));
  }

  @Test
  void whatAnotherNodeHasDeclaredTooShortIsAnError() {
    start();
    Diagnosis diagnosis =
        await("this node has declared nothing in between")
            .until(this::examinedUnderAnHour, seen -> seen.worst() == Severity.ERROR);
    assertThat(of(diagnosis, estate.name))
        .filteredOn(one -> one.code().equals(Code.RETENTION_SHORT.text()))
        .singleElement()
        .satisfies(one -> assertThat(one.finding()).contains("This node is configured for"));
  }

  /** As a node leaves behind that had stored them under the policy of before, and has stopped. */
  @Test
  void storedMessagesThatNoOneWorksOffAreAnError() {
    start();
    estate
        .server
        .postgres()
        .execute(
            "INSERT INTO semel_inbox (identity, consumer, key, headers, form, body, destination, message_id,"
                + " deliveries)"
                + " VALUES (gen_random_uuid(), '%s', 'k', '{}', 'TEXT', 'x', 'q', 'ID:1', 1)"
                    .formatted(estate.name));
    assertThat(examined().observations())
        .filteredOn(one -> one.code().equals(Code.ROWS_LEFT_BEHIND.text()))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.severity()).isEqualTo(Severity.ERROR);
              assertThat(one.finding()).contains("1 stored messages of consumer " + estate.name);
            });
  }

  /** As after the destination has got another name. */
  @Test
  void intentsForADestinationToWhichItsApplicationDeliversNoMoreAreAWarning() {
    start();
    String former = "d-" + UUID.randomUUID();
    estate
        .server
        .postgres()
        .execute(
            """
            INSERT INTO semel_destination (name, application) VALUES ('%1$s', '');
            INSERT INTO semel_intent (key, consumer, cause, destination, ordinal, headers, form, body, digest, due_at)
            VALUES (gen_random_uuid(), '%2$s', 'k', '%1$s', 0, '{}', 'TEXT', 'x', sha256('x'), now() - interval '2 hours')
            """
                .formatted(former, estate.name));
    assertThat(examined().observations())
        .filteredOn(one -> one.finding().contains(former))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.code()).isEqualTo(Code.DESTINATION_UNROUTED.text());
              assertThat(one.severity()).isEqualTo(Severity.WARNING);
              assertThat(one.finding()).contains("1 intents for " + former + " wait");
            });
  }

  @Test
  void aConsumerThatIsStoppedIsToldByTheNextExamination() throws Exception {
    start();
    estate.camel.getRouteController().stopRoute("receive");
    assertThat(of(examined(), estate.name))
        .extracting(Observation::code)
        .contains(Code.CONSUMER_STOPPED.text());
  }

  @Test
  void aStartLeavesOneLineOfTheDoctor() {
    estate.with("semel.doctor", "on").with("semel.application", "shop");
    start();
    await().until(() -> !lines.with(Code.NODE_EXAMINED.text()).isEmpty());
    assertThat(lines.with(Code.NODE_EXAMINED.text(), "(shop, ")).hasSize(1);
    assertThat(lines.with(Code.NODE_EXAMINED.text()).get(0))
        .as("each proof was awaited")
        .doesNotContain(Code.PROOF_WAITS.text());
  }

  private void start() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).routeId("receive").to("log:x");
          }
        });
    await().until(() -> estate.engine().operations().running().contains(estate.name));
  }

  private Diagnosis examinedUnderAnHour() {
    estate
        .server
        .postgres()
        .execute(
            "UPDATE semel_retention SET age = interval '1 hour' WHERE kept = 'CLAIM' AND owner = '%s'"
                .formatted(estate.name));
    return examined();
  }

  private Diagnosis examined() {
    return estate.engine().operations().node().examine();
  }

  private static List<Observation> of(Diagnosis diagnosis, String subject) {
    return diagnosis.observations().stream()
        .filter(one -> one.of().equals(Optional.of(subject)))
        .toList();
  }
}
