// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.semel.internal.desk.operate.kept.KeptMessages;
import org.semel.internal.engine.receive.claim.KeptBodies;
import org.semel.message.Body;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.operations.KeptActs.KeptFilter;
import org.semel.operations.KeptMessage;
import org.semel.operations.ParkedCase.ParkedState;

/** Messages that took effect, in memory. */
public final class InMemoryBodies implements KeptBodies, KeptMessages {

  private final List<KeptMessage> rows = new CopyOnWriteArrayList<>();
  private final FakeTransactions transactions;
  private final InMemoryCases cases;

  public InMemoryBodies(FakeTransactions transactions, InMemoryCases cases) {
    this.transactions = transactions;
    this.cases = cases;
  }

  @Override
  public void keep(Identity identity, Message message) {
    KeptMessage row = new KeptMessage(Sequence.next(), identity, message, Instant.now());
    rows.add(row);
    transactions.enlist(() -> rows.remove(row), () -> {});
  }

  @Override
  public void flush() {}

  @Override
  public Optional<Body> first(Identity identity) {
    return rows.stream()
        .filter(row -> row.identity().equals(identity))
        .map(row -> row.message().body())
        .reduce((one, later) -> later)
        .or(() -> parked(identity));
  }

  private Optional<Body> parked(Identity identity) {
    return cases.of(identity).stream()
        .filter(found -> found.evidence().holdsClaim())
        .filter(found -> found.standing().state() != ParkedState.RELEASED)
        .map(found -> found.message().body())
        .findFirst();
  }

  /** As many as there were. */
  int erase(Identity identity) {
    List<KeptMessage> erased =
        rows.stream().filter(row -> row.identity().equals(identity)).toList();
    rows.removeAll(erased);
    transactions.enlist(() -> rows.addAll(erased), () -> {});
    return erased.size();
  }

  @Override
  public Optional<KeptMessage> find(long id) {
    return rows.stream().filter(row -> row.id() == id).findFirst();
  }

  @Override
  public Optional<KeptMessage> show(long id, int most) {
    return find(id)
        .map(row -> row.message().body().size() <= most ? row : InMemoryBodies.brief(row));
  }

  @Override
  public List<KeptMessage> kept(String consumer, long after, long upTo, int most) {
    return rows.stream()
        .filter(row -> row.id() > after && row.id() <= upTo)
        .filter(row -> row.identity().consumer().equals(consumer))
        .limit(most)
        .map(InMemoryBodies::brief)
        .toList();
  }

  @Override
  public List<KeptMessage> kept(String consumer, KeptFilter which, long after, int most) {
    return rows.stream()
        .filter(row -> row.id() > after && row.id() <= which.upTo())
        .filter(row -> row.identity().consumer().equals(consumer))
        .filter(row -> which.within().since().filter(row.kept()::isBefore).isEmpty())
        .filter(row -> which.within().until().filter(end -> !row.kept().isBefore(end)).isEmpty())
        .filter(row -> which.keys().isEmpty() || which.keys().contains(row.identity().key()))
        .filter(row -> isOrAny(which.messageId(), Optional.of(row.message().origin().messageId())))
        .filter(row -> isOrAny(which.type(), type(row.message())))
        .limit(most)
        .map(InMemoryBodies::brief)
        .toList();
  }

  @Override
  public List<Long> withMessageId(String messageId, Collection<String> consumers, int most) {
    return rows.stream()
        .filter(row -> consumers.contains(row.identity().consumer()))
        .filter(row -> row.message().origin().messageId().equals(messageId))
        .map(KeptMessage::id)
        .limit(most)
        .toList();
  }

  private static boolean isOrAny(Optional<String> asked, Optional<String> there) {
    return asked.isEmpty() || asked.equals(there);
  }

  private static Optional<String> type(Message message) {
    return Stream.of("ce_type", "cloudEvents_type", "cloudEvents:type", "ce-type", "JMSType")
        .flatMap(name -> message.headers().text(name).stream())
        .findFirst();
  }

  @Override
  public long last(String consumer) {
    return rows.stream()
        .filter(row -> row.identity().consumer().equals(consumer))
        .mapToLong(KeptMessage::id)
        .max()
        .orElse(0);
  }

  private static KeptMessage brief(KeptMessage row) {
    return new KeptMessage(row.id(), row.identity(), brief(row.message()), row.kept());
  }

  /** The same, its body not read. */
  static Message brief(Message message) {
    Body body = message.body();
    return new Message(
        message.headers(),
        Body.unread(body.form(), body.size(), body.contentType().orElse(null)),
        message.origin());
  }
}
