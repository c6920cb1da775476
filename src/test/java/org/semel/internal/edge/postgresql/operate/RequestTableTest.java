// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.act.Admission;
import org.semel.internal.desk.operate.act.AnsweredRequests;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.edge.postgresql.retention.RetentionTable;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.internal.engine.keep.SweepPace;
import org.semel.small.SmallServer;

/** A key is taken once, on whichever server the request arrives. */
class RequestTableTest {

  private static final byte[] ONE = {1};
  private static final byte[] OTHER = {2};

  private final SmallServer server = SmallServer.shared();
  private final PostgresOpsWorld world = new PostgresOpsWorld();
  private final String key = UUID.randomUUID().toString();
  private final AnsweredRequests requests =
      new AnsweredRequests(
          new OperatorTransactions(world.transactions(), world.audit(), world.faults()),
          new RequestTable(server.jdbc()));

  @Test
  void theFirstIsAdmittedAndItsRepeatIsTheAnswer() {
    assertThat(requests.admit("ann", key, ONE)).isInstanceOf(Admission.Admitted.class);
    assertThat(requests.admit("ann", key, ONE)).isInstanceOf(Admission.Unanswered.class);
    requests.answered("ann", key, 200, "{}");
    assertThat(requests.admit("ann", key, ONE)).isEqualTo(new Admission.Repeated(200, "{}"));
    assertThat(requests.admit("ann", key, OTHER)).isInstanceOf(Admission.Mismatch.class);
  }

  @Test
  void aKeyIsItsCallersOwn() {
    assertThat(requests.admit("ann", key, ONE)).isInstanceOf(Admission.Admitted.class);
    assertThat(requests.admit("bob", key, OTHER)).isInstanceOf(Admission.Admitted.class);
  }

  @Test
  void aKeyThatIsGivenBackIsFreeAndOneThatIsAnsweredStays() {
    assertThat(requests.admit("ann", key, ONE)).isInstanceOf(Admission.Admitted.class);
    requests.giveBack("ann", key);
    assertThat(requests.admit("ann", key, OTHER)).isInstanceOf(Admission.Admitted.class);
    requests.answered("ann", key, 409, "{}");
    assertThatThrownBy(() -> requests.giveBack("ann", key)).hasMessageContaining("rolled back");
    assertThatThrownBy(() -> requests.answered("ann", key, 200, "{}"))
        .hasMessageContaining("rolled back");
  }

  @Test
  void ofManyAtOnceOneIsAdmitted() {
    List<CompletableFuture<Admission>> all =
        IntStream.range(0, 12)
            .mapToObj(each -> CompletableFuture.supplyAsync(() -> requests.admit("ann", key, ONE)))
            .toList();
    assertThat(all.stream().map(CompletableFuture::join))
        .filteredOn(Admission.Admitted.class::isInstance)
        .hasSize(1);
  }

  @Test
  void whatWasAnsweredLongAgoIsForgottenAndTheRestIsNot() {
    String old = UUID.randomUUID().toString();
    requests.admit("ann", old, ONE);
    requests.admit("ann", key, ONE);
    server
        .postgres()
        .execute(
            "UPDATE semel_request SET begun_at = clock_timestamp() - interval '25 hours' WHERE key = '"
                + old
                + "'");
    sweep();
    assertThat(requests.admit("ann", key, ONE)).isInstanceOf(Admission.Unanswered.class);
    assertThat(requests.admit("ann", old, OTHER)).isInstanceOf(Admission.Admitted.class);
  }

  private void sweep() {
    RetentionTable table = new RetentionTable(server.jdbc());
    SweepPace pace = SweepPace.every(Duration.ofHours(6));
    server
        .postgres()
        .execute("UPDATE semel_round SET page = 0, due_at = '-infinity' WHERE kept = 'REQUEST'");
    world.act(
        () -> {
          table.declare(
              List.of(
                  new RetentionRule(
                      RetainedKind.REQUEST, RetentionRule.SEMEL, Duration.ofDays(1))));
          return Instant.EPOCH;
        });
    world.act(() -> table.step(table.take(RetainedKind.REQUEST, pace).orElseThrow(), pace));
  }
}
