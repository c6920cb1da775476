// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.parked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeSource;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryAttempts;
import org.semel.fake.InMemoryAudit;
import org.semel.fake.InMemoryInbox;
import org.semel.fake.InMemoryIntents;
import org.semel.fake.InMemoryParking;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.Policies;
import org.semel.internal.engine.receive.Receiver;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Work;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.Origin;
import org.semel.message.ParkingReason;
import org.semel.operations.DeadLetterActs;
import org.semel.operations.DeadLetterActs.DeadLetterImport;
import org.semel.operations.OperatorContext;

/** Taking dead letters in: no more than were asked for, and all but those that cannot be parked. */
class DeadLetterActsTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "the fault is mended");

  private final DoubtfulTransactions transactions = new DoubtfulTransactions();
  private final InMemoryInbox inbox = new InMemoryInbox(transactions, Duration.ofSeconds(1));
  private final InMemoryParking parked = new InMemoryParking(transactions);
  private final FakeSource source = new FakeSource(transactions);
  private final Replayer replayer = new Replayer();
  private final DeadLetterActs acts =
      new DeadLetterImporter(
          new OperatorTransactions(
              transactions, new InMemoryAudit(transactions), DeadLetterActsTest::opinion),
          inbox,
          this::park,
          replayer,
          (consumer, queue, without) -> source.without(without));

  @BeforeEach
  void open() {
    ReceiverStores memory =
        new ReceiverStores(
            inbox,
            new InMemoryAttempts(transactions, inbox::claimed),
            parked,
            new InMemoryIntents(transactions));
    replayer.open(
        new Receiver(
            Policies.of("c"), IdentityRules.header("key"), memory, (message, identity) -> {}));
  }

  @Test
  void oneThatCannotBeParkedHoldsUpNoOther() {
    add(0, 20);
    source.add(letter("bad"));
    add(20, 60);
    assertThat(acts.takeIn("c", "DLQ", 100, ANN))
        .isEqualTo(
            new DeadLetterImport.Partly(
                60, List.of("ID:bad"), "java.lang.IllegalStateException: it cannot be written"));
    assertThat(parked.rows())
        .extracting(one -> one.evidence().identity().orElseThrow().key())
        .containsExactlyInAnyOrderElementsOf(keys(0, 60));
    assertThat(source.size()).as("it is still the broker's").isEqualTo(1);
    assertThat(parked.rows())
        .as("once with it, once alone")
        .extracting(one -> one.message().origin().deliveries())
        .allMatch(deliveries -> deliveries <= 2);
  }

  /** Parked, it could never be released, and its one whole copy would be gone. */
  @Test
  void oneOfWhichOnlyEvidenceCouldBeParkedIsLeftWithTheBroker() {
    add(0, 20);
    source.add(refused("large", ParkingReason.BODY_TOO_LARGE));
    add(20, 60);
    assertThat(acts.takeIn("c", "DLQ", 100, ANN))
        .isInstanceOfSatisfying(
            DeadLetterImport.Partly.class,
            partly -> {
              assertThat(partly.messages()).isEqualTo(60);
              assertThat(partly.left()).containsExactly("ID:large");
              assertThat(partly.why())
                  .contains("SEMEL-0815", "ID:large", "BODY_TOO_LARGE", "consumer c", "max-body");
            });
    assertThat(parked.rows()).hasSize(60);
    assertThat(source.size()).as("it is still the broker's").isEqualTo(1);
  }

  @Test
  void oneThatIsRefusedForItsHeadersIsTakenInWithItsBody() {
    source.add(refused("headers", ParkingReason.HEADERS_REFUSED));
    assertThat(acts.takeIn("c", "DLQ", 100, ANN)).isEqualTo(new DeadLetterImport.TakenIn(1));
    assertThat(parked.rows())
        .extracting(one -> one.verdict().reason())
        .containsExactly(ParkingReason.HEADERS_REFUSED);
  }

  @Test
  void noMoreAreTakenInThanWereAskedFor() {
    add(0, 60);
    assertThat(acts.takeIn("c", "DLQ", 1, ANN)).isEqualTo(new DeadLetterImport.TakenIn(1));
    assertThat(acts.takeIn("c", "DLQ", 55, ANN)).isEqualTo(new DeadLetterImport.TakenIn(55));
    assertThat(source.size()).as("the rest").isEqualTo(4);
  }

  @Test
  void whatWasTakenInBeforeTheDatabaseWentIsTold() {
    add(0, 60);
    source.add(letter("away"));
    assertThat(acts.takeIn("c", "DLQ", 100, ANN))
        .isEqualTo(new DeadLetterImport.BrokenOff(50, 0, List.of(), DatabaseAway.class.getName()));
    assertThat(parked.rows()).hasSize(50);
    assertThat(source.size()).as("still the broker's").isEqualTo(11);
  }

  @Test
  void whatWasTakenInForCertainIsToldApartFromWhatIsInDoubt() {
    add(0, 60);
    transactions.certain = 1;
    assertThat(acts.takeIn("c", "DLQ", 100, ANN))
        .isEqualTo(
            new DeadLetterImport.BrokenOff(
                50, 10, List.of(), IllegalStateException.class.getName()));
    assertThatThrownBy(() -> acts.takeIn("c", "DLQ", 100, ANN))
        .hasMessageStartingWith("SEMEL-0205 ");
  }

  /** They come again at once, and would be taken in again. */
  @Test
  void afterAReceiptThatTheBrokerDoesNotAcknowledgeNoMoreIsTakenIn() {
    add(0, 10);
    source.unacknowledged(Optional.of(new IllegalStateException("the journal is full")));
    assertThat(acts.takeIn("c", "DLQ", 100, ANN))
        .isEqualTo(
            new DeadLetterImport.BrokenOff(
                10, 0, List.of(), IllegalStateException.class.getName()));
    assertThat(parked.rows()).hasSize(10);
  }

  @Test
  void whereNoneWasTakenInNothingWasChanged() {
    source.add(letter("away"));
    assertThatThrownBy(() -> acts.takeIn("c", "DLQ", 100, ANN))
        .hasMessageStartingWith("SEMEL-0801 ");
  }

  private void add(int from, int to) {
    keys(from, to).forEach(key -> source.add(letter(key)));
  }

  private static Arrival refused(String key, ParkingReason reason) {
    return new Arrival.Refused(letter(key), new Verdict(reason, "as its adapter says"));
  }

  private static Message letter(String key) {
    Message keyed = Messages.keyed(key, "x", 1);
    return new Message(keyed.headers(), keyed.body(), new Origin("orders", "ID:" + key, 1));
  }

  private static List<String> keys(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "k" + i).toList();
  }

  private void park(List<ParkedMessage> messages) {
    for (ParkedMessage one : messages) {
      String key = one.evidence().identity().map(Identity::key).orElse("");
      if (key.equals("bad")) {
        throw new IllegalStateException("it cannot be written");
      }
      if (key.equals("away")) {
        throw new DatabaseAway();
      }
    }
    parked.park(messages);
  }

  private static Cause opinion(Throwable fault) {
    return fault instanceof DatabaseAway ? Cause.AWAY : Cause.UNNAMED;
  }

  /** Of all but the first transactions nobody knows what came of them. */
  private static final class DoubtfulTransactions extends FakeTransactions {
    private int certain = Integer.MAX_VALUE;

    @Override
    public <T> Completion<T> inNew(Duration timeout, Work<T> work) {
      Completion<T> completion = super.inNew(timeout, work);
      return certain-- > 0
          ? completion
          : new Completion.Unknown<>(new IllegalStateException("no answer"));
    }
  }

  private static final class DatabaseAway extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DatabaseAway() {
      super("the database is away");
    }
  }
}
