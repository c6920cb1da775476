// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.message.Messages.keyed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.World;
import org.semel.message.Identity;
import org.semel.message.Message;

/** One after the other: what is told of it, and when it ends. */
class HandlingAloneTest {

  private static final BatchResult STOPPED = new BatchResult.TransientFault(new World.Passing());
  private static final BatchResult BUSY = new BatchResult.InDoubt(new World.Passing());
  private static final BatchResult FAILED =
      new BatchResult.PermanentFault(1, Optional.empty(), new IllegalStateException("no"));
  private static final BatchResult FAILED_TOO =
      new BatchResult.PermanentFault(1, Optional.empty(), new IllegalStateException("nor this"));

  private final Map<String, BatchResult> results =
      Map.of("stopped", STOPPED, "busy", BUSY, "failed", FAILED, "failed too", FAILED_TOO);
  private final List<String> handled = new ArrayList<>();

  @Test
  void whereAllGoWellThereIsNothingToAbort() {
    HandlingAlone alone = handling("a", "b", "c", "d");
    assertThat(handled).containsExactly("a", "b", "c", "d");
    assertThat(alone.receipts()).extracting(Receipt::message).hasSize(4);
    assertThat(alone.aborted()).isEmpty();
    assertThat(alone.isStopped()).isFalse();
  }

  @Test
  void whatFailsStopsNobodyAndIsTheReasonToAbort() {
    HandlingAlone alone = handling("failed", "failed too", "failed", "failed", "d");
    assertThat(handled).hasSize(5);
    assertThat(alone.isStopped()).isFalse();
    assertThat(alone.aborted()).contains(new BatchResult.Aborted(alone.receipts(), FAILED));
  }

  @Test
  void aFailureIsToldBeforeAStopWhicheverCameFirst() {
    assertThat(because("stopped", "failed", "failed too")).isSameAs(FAILED);
    assertThat(because("failed", "stopped")).isSameAs(FAILED);
    assertThat(because("stopped", "busy")).isSameAs(STOPPED);
  }

  @Test
  void oneThatIsStoppedShowsSo() {
    assertThat(handling("stopped").isStopped()).isTrue();
    assertThat(handling("stopped", "failed", "a").isStopped()).isTrue();
  }

  @Test
  void threeStopsInARowAreAnOutageAfterWhichNobodyIsTried() {
    handling("stopped", "stopped", "stopped", "a");
    assertThat(handled).containsExactly("stopped", "stopped", "stopped");
  }

  @Test
  void stopsBetweenOthersAreNoOutage() {
    handling("stopped", "stopped", "a", "stopped", "stopped", "failed", "stopped", "b");
    assertThat(handled).hasSize(8).last().isEqualTo("b");
  }

  @Test
  void whenTheTimeIsUpNoFurtherOneIsBegunAndTheBatchIsNotToCommit() {
    HandlingAlone late = new HandlingAlone(this::handle, Duration.ofSeconds(-1));
    late.handle(arrivals("a", "b"));
    assertThat(handled).as("one is, so that each pass gets on").containsExactly("a");
    assertThat(late.aborted())
        .contains(new BatchResult.Aborted(late.receipts(), new BatchResult.Idle()));
  }

  private BatchResult because(String... keys) {
    return handling(keys).aborted().orElseThrow().because();
  }

  private HandlingAlone handling(String... keys) {
    HandlingAlone alone = new HandlingAlone(this::handle, Duration.ofHours(1));
    alone.handle(arrivals(keys));
    return alone;
  }

  private static List<Arrival> arrivals(String... keys) {
    return Stream.of(keys).<Arrival>map(key -> new Arrival.Copied(keyed(key, "b", 1))).toList();
  }

  private BatchResult handle(Arrival arrival) {
    Message message = arrival.message();
    String key = message.headers().text("key").orElseThrow();
    handled.add(key);
    Receipt receipt = new Receipt.Processed(new Identity("c", key), message);
    return results.getOrDefault(key, new BatchResult.BatchCommitted(List.of(receipt)));
  }
}
