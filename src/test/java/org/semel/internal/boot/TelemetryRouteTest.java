// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.watch.doctor.HealthReport;
import org.semel.internal.desk.watch.doctor.HealthReport.Status;
import org.semel.internal.desk.watch.metrics.prometheus.SeriesFormat;
import org.semel.operations.indoubt.InDoubtTransaction.Visibility;
import org.semel.operations.indoubt.PreparedAtBroker;
import org.semel.operations.indoubt.ResourceSight;
import org.semel.xa.HandmadeXid;

/** Routes of an application, and what is seen of them from outside. */
class TelemetryRouteTest {

  private final SmallEstate estate = new SmallEstate();
  private final AtomicBoolean fails = new AtomicBoolean();

  @BeforeEach
  void policy() {
    estate
        .server
        .postgres()
        .execute("UPDATE semel_round SET due_at = '-infinity' WHERE kept = 'GAUGES'");
    estate
        .with("semel.sample-every", "1s")
        .consumer("identity", "property:key")
        .consumer("event-type", "property:key")
        .consumer("attempts", "1");
  }

  @AfterEach
  void close() {
    estate.close();
  }

  @Test
  void nothingIsSeenUnlessItIsSwitchedOn() {
    start();
    assertThat(estate.engine().telemetry().series(SeriesFormat.TEXT)).isEmpty();
    assertThat(estate.engine().telemetry().health()).isEmpty();
    assertThat(estate.engine().parts(() -> true))
        .as("pauses, the sealing of the audit, replay plans and retention")
        .hasSize(4);
  }

  @Test
  void whatAlertsReadIsThereAtZeroBeforeTheFirstMessage() {
    estate.with("semel.metrics", "on");
    start();
    assertThat(value("semel_inbox_messages_received_total", "event_type=\"\"")).contains(0.0);
    assertThat(value("semel_consumer_duplicates_total", "event_type=\"\"")).contains(0.0);
    assertThat(value("semel_inbox_failures_total", "event_type=\"\",reason=\"terminal\""))
        .contains(0.0);
    assertThat(value("semel_replay_messages_total", "intents=\"sent\"")).contains(0.0);
    assertThat(value("semel_inbox_leases_reclaimed_total", "")).contains(0.0);
    assertThat(text())
        .contains("semel_intent_key_mismatches_total{destination=\"" + estate.name + "\"} 0.0");
    assertThat(text()).contains("semel_build_info{version=\"0.1.0-SNAPSHOT\"} 1");
  }

  /** The rules compare with a consumer's own, and with the default where no node shows one. */
  @Test
  void aboveWhichValuesAlertsFireIsThereBeforeTheFirstMessage() {
    estate.with("semel.metrics", "on").consumer("alert-parked", "3");
    start();
    assertThat(text())
        .contains(
            threshold("consumer", "SemelParked", "consumer", estate.name, "3.0"),
            threshold("consumer", "SemelParked", "consumer", "", "0.0"),
            threshold("consumer", "SemelPendingTooOld", "consumer", estate.name, "60.0"),
            threshold("consumer", "SemelGapOpen", "consumer", estate.name, "900.0"),
            threshold("consumer", "SemelTerminalFailures", "consumer", estate.name, "5.0"),
            threshold("intent", "SemelIntentTooOld", "destination", estate.name, "3600.0"),
            threshold("intent", "SemelIntentTooOld", "destination", "", "3600.0"),
            threshold("intent", "SemelParked", "destination", estate.name, "0.0"));
  }

  private static String threshold(
      String kind, String alert, String owner, String name, String above) {
    return "semel_%s_alert_threshold{alert=\"%s\",%s=\"%s\"} %s"
        .formatted(kind, alert, owner, name, above);
  }

  @Test
  void messagesDuplicatesFailuresAndIntentsAreCounted() {
    estate.with("semel.metrics", "on");
    start();
    await()
        .until(
            () ->
                value("semel_inbox_parked_count", "").isEmpty()
                    && text().contains("semel_in_doubt_count")
                    && value("semel_proof_last_success_timestamp_seconds", "").isPresent());
    estate.send("a", "1");
    estate.send("a", "1");
    estate.send("b", "2");
    await().until(() -> sum("semel_inbox_messages_received_total") == 3);
    assertThat(value("semel_consumer_duplicates_total", "event_type=\"a\"")).contains(1.0);
    assertThat(value("semel_consumer_idempotency_claim_total", "status=\"claimed\"")).contains(2.0);
    assertThat(value("semel_consumer_idempotency_claim_total", "status=\"duplicate\""))
        .contains(1.0);
    assertThat(value("semel_inbox_processing_duration_seconds_count", "")).contains(2.0);
    assertThat(value("semel_inbox_critical_time_seconds_count", "")).contains(2.0);
    await()
        .until(
            () ->
                text()
                    .contains(
                        "semel_intent_settled_total{destination=\"%s\",outcome=\"delivered\"} 2.0"
                            .formatted(estate.name)));
    assertThat(text())
        .contains(
            "semel_intent_delivery_duration_seconds_count{destination=\"%s\"} 2"
                .formatted(estate.name));
    assertThat(value("semel_consumer_state", "state=\"receiving\"")).contains(1.0);
    await().until(() -> value("semel_proof_last_success_timestamp_seconds", "").isPresent());
  }

  /** What the node knows shows at once; what stands in the database, as it was last looked at. */
  @Test
  void whatTheDoctorFindsIsCountedByItsCode() throws Exception {
    estate.with("semel.metrics", "on");
    start();
    await("a round")
        .until(() -> finding("SEMEL-0841", "fine").filter(count -> count > 10).isPresent());
    estate.camel.getRouteController().stopRoute("receive");
    assertThat(finding("SEMEL-0307", "warning")).contains(1.0);
    estate.camel.getRouteController().startRoute("receive");
    await().until(() -> finding("SEMEL-0307", "warning").isEmpty());
    await("this node has declared nothing in between")
        .until(
            () -> {
              declareAnHour();
              estate.engine().operations().node().examine();
              return finding("SEMEL-0847", "error").equals(Optional.of(1.0));
            });
  }

  private void declareAnHour() {
    estate
        .server
        .postgres()
        .execute(
            "UPDATE semel_retention SET age = interval '1 hour' WHERE kept = 'CLAIM' AND owner = '%s'"
                .formatted(estate.name));
  }

  private Optional<Double> finding(String code, String severity) {
    return Pattern.compile(
            "(?m)^semel_doctor_findings\\{code=\"%s\",severity=\"%s\"} (\\S+)$"
                .formatted(code, severity))
        .matcher(text())
        .results()
        .map(found -> Double.valueOf(found.group(1)))
        .findFirst();
  }

  @Test
  void aMessageThatIsGivenUpShowsUntilAPersonHasDecided() {
    estate.with("semel.metrics", "on");
    fails.set(true);
    start();
    estate.send("a", "1");
    await()
        .until(
            () ->
                value("semel_inbox_parked_count", "reason=\"ATTEMPTS_EXHAUSTED\"")
                    .equals(Optional.of(1.0)));
    for (String series :
        List.of(
            "semel_inbox_failures_total event_type=\"a\",reason=\"retryable\"",
            "semel_inbox_failures_total event_type=\"a\",reason=\"terminal\"",
            "semel_inbox_parked_total event_type=\"a\",reason=\"ATTEMPTS_EXHAUSTED\"")) {
      String[] parts = series.split(" ", 2);
      await(series).until(() -> value(parts[0], parts[1]).equals(Optional.of(1.0)));
    }
    assertThat(text()).doesNotContain("canary");
  }

  /** The pooled factory of the policy shows what somebody else has prepared at the same broker. */
  @Test
  void whatTheBrokerHasPreparedIsAGaugeAndIsListed() throws Exception {
    estate.with("semel.metrics", "on");
    start();
    await().until(() -> text().contains("semel_in_doubt_count{resource=\"broker\"}"));
    Xid branch = new HandmadeXid(estate.name);
    try (XAConnection connection = estate.server.broker().xaFactory().createXAConnection()) {
      XASession session = connection.createXASession();
      session.getXAResource().start(branch, XAResource.TMNOFLAGS);
      session
          .createProducer(session.createQueue(estate.name))
          .send(session.createTextMessage("in doubt"));
      session.getXAResource().end(branch, XAResource.TMSUCCESS);
      session.getXAResource().prepare(branch);
      await("the branch that is prepared").until(() -> inDoubt(branch).count() == 1);
      assertThat(text()).containsPattern("semel_in_doubt_count\\{resource=\"broker\"\\} [1-9]");
      session.getXAResource().rollback(branch);
    }
    await("its end").until(() -> inDoubt(branch).count() == 0);
    assertThat(estate.engine().operations().inDoubt().brokers())
        .extracting(ResourceSight::sight)
        .containsExactly(Visibility.SEEN);
  }

  private Stream<PreparedAtBroker> inDoubt(Xid branch) {
    String id = HexFormat.of().formatHex(branch.getGlobalTransactionId());
    return estate.engine().operations().inDoubt().atBrokers().stream()
        .filter(one -> one.global().id().equals(id));
  }

  @Test
  void parkedWorkIsNotUnhealthy() {
    estate.with("semel.health", "on");
    fails.set(true);
    start();
    estate.send("a", "1");
    await().until(() -> estate.count("semel_parked", "state = 'parked'") == 1);
    await().until(() -> ready().status() == Status.UP);
    assertThat(estate.engine().telemetry().health().orElseThrow().live().status())
        .isEqualTo(Status.UP);
    assertThat(estate.engine().telemetry().health().orElseThrow().started().status())
        .isEqualTo(Status.UP);
  }

  @Test
  void aConsumerThatIsStoppedIsToldAsStopped() throws Exception {
    estate.with("semel.health", "on");
    start();
    await().until(() -> ready().status() == Status.UP);
    estate.camel.getRouteController().stopRoute("receive");
    assertThat(ready().checks())
        .filteredOn(check -> check.name().endsWith(estate.name))
        .singleElement()
        .satisfies(check -> assertThat(check.data()).containsEntry("state", "stopped"));
  }

  private void start() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .routeId("receive")
                .process(
                    exchange -> {
                      if (fails.get()) {
                        throw new IllegalStateException("canary");
                      }
                    })
                .to("intent:" + estate.name);
            from("intent:" + estate.name).to("log:sent");
          }
        });
  }

  private HealthReport ready() {
    return estate.engine().telemetry().health().orElseThrow().ready();
  }

  private String text() {
    return new String(
        estate.engine().telemetry().series(SeriesFormat.TEXT).orElseThrow(),
        StandardCharsets.UTF_8);
  }

  /** Of this estate's consumer. */
  private Optional<Double> value(String series, String labels) {
    String all = "consumer=\"" + estate.name + "\"" + (labels.isEmpty() ? "" : "," + labels);
    return Pattern.compile("(?m)^" + Pattern.quote(series + "{" + all + "}") + " (\\S+)$")
        .matcher(text())
        .results()
        .map(found -> Double.valueOf(found.group(1)))
        .findFirst();
  }

  private double sum(String series) {
    return Pattern.compile(
            "(?m)^" + series + "\\{consumer=\"" + Pattern.quote(estate.name) + "\"[^}]*\\} (\\S+)$")
        .matcher(text())
        .results()
        .mapToDouble(found -> Double.parseDouble(found.group(1)))
        .sum();
  }
}
