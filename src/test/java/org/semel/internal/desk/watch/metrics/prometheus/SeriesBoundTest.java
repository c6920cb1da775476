// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.watch.metrics.DatabaseTime;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted.IntakeSource;
import org.semel.internal.engine.receive.batch.BatchResult.FailedMessage;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.EventTypeRule;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/** What producers send must not choose how much is kept for those who count. */
class SeriesBoundTest {

  private final SeriesRegistry registry = new SeriesRegistry();

  @Test
  void tenThousandTypesOfTenConsumersMakeNoMoreThanTwoThousandSeries() throws IOException {
    FilledSeries.of(registry, 10, 1_000);
    assertThat(series()).isBetween(900L, 2_000L);
  }

  @Test
  void whatATransactionCameToIsCountedByItsReceipts() throws IOException {
    ReceiveMetrics receives = new ReceiveMetrics(registry, new DatabaseTime(System::nanoTime));
    receives.awaits("c", EventTypeRule.of("none", ""));
    Message message = Messages.text("");
    Identity identity = new Identity("c", "k");
    ParkedMessage conflict =
        new ParkedMessage(
            "c", message, new Verdict(ParkingReason.CONFLICT, ""), IdentityEvidence.unknown());
    ReceiveListener.reportingTo(receives)
        .done(
            FilledSeries.policy("c"),
            new BatchResult.BatchCommitted(
                List.of(
                    new Receipt.Processed(identity, message),
                    new Receipt.Duplicate(identity, message),
                    new Receipt.Parked(conflict)),
                IntakeSource.QUEUE,
                Duration.ofMillis(20)));
    ReceiveListener.reportingTo(receives)
        .failed(
            FilledSeries.policy("c"),
            new BatchResult.PermanentFault(
                1,
                Optional.of(
                    new FailedMessage(identity, message, new Failures(1, new Failure("x", "y")))),
                new IllegalStateException()));
    assertThat(text())
        .contains("semel_inbox_messages_received_total{consumer=\"c\",event_type=\"\"} 3.0")
        .contains("semel_consumer_idempotency_claim_total{consumer=\"c\",status=\"conflict\"} 1.0")
        .contains("semel_receive_batch_size_sum{consumer=\"c\"} 3.0")
        .contains("semel_receive_transactions_total{consumer=\"c\",outcome=\"committed\"} 1.0")
        .contains("semel_receive_transactions_total{consumer=\"c\",outcome=\"failed\"} 1.0")
        .contains(
            "semel_inbox_failures_total{consumer=\"c\",event_type=\"\",reason=\"retryable\"} 1.0")
        .contains(
            "semel_inbox_failures_total{consumer=\"c\",event_type=\"\",reason=\"terminal\"} 0.0");
  }

  private long series() throws IOException {
    return text().lines().filter(line -> !line.startsWith("#")).count();
  }

  private String text() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    registry.write(SeriesFormat.TEXT, text);
    return text.toString(StandardCharsets.UTF_8);
  }
}
