// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.semel.internal.desk.operate.intents.Interventions;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.EffectHeaders;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.send.IntentStore;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.KeyExposure;
import org.semel.internal.engine.send.Lease.SentFrom;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.LeaseLimit;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.operations.IntentActs.IntentFilter;
import org.semel.operations.IntentActs.IntentGroup;
import org.semel.operations.IntentActs.Intervention;
import org.semel.operations.IntentRecord;
import org.semel.operations.IntentState;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.ParkedFilter;
import org.semel.operations.RowVersion;

/** Intents in memory, both sides of them. */
public final class InMemoryIntents implements Intents, IntentStore, IntentQueue, Interventions {

  private static final Comparator<IntentRecord.Position> PLACES =
      Comparator.comparing(IntentRecord.Position::at).thenComparing(IntentRecord.Position::key);

  private final Map<UUID, Row> rows = new LinkedHashMap<>();
  private final FakeTransactions transactions;

  public InMemoryIntents(FakeTransactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public synchronized void record(Intent intent) {
    transactions.requireActive("record an intent for " + intent.address().destination());
    if (rows.containsKey(intent.key())) {
      throw new IllegalStateException("the key is there already");
    }
    Row row = new Row(intent, transactions.owner());
    rows.put(intent.key(), row);
    transactions.enlist(() -> remove(intent.key()), () -> row.owner = null);
  }

  @Override
  public void flush() {}

  @Override
  public void insert(List<Intent> intents) {
    intents.forEach(this::record);
  }

  @Override
  public synchronized List<Intent> insertUnlessThere(List<Intent> intents) {
    List<Intent> differing = new ArrayList<>();
    for (Intent intent : intents) {
      if (!rows.containsKey(intent.key())) {
        record(intent);
      } else if (hasOther(intent)) {
        differing.add(intent);
      }
    }
    return differing;
  }

  @Override
  public synchronized List<Intent> differing(List<Intent> intents) {
    return intents.stream().filter(this::hasOther).toList();
  }

  private boolean hasOther(Intent intent) {
    Row there = rows.get(intent.key());
    return there != null
        && !(there.intent.body().equals(intent.body())
            && EffectHeaders.digest(there.intent.headers())
                .equals(EffectHeaders.digest(intent.headers())));
  }

  @Override
  public synchronized List<Lease> lease(
      Destination destination, LeaseLimit most, Duration life, SentFrom sent) {
    return rows.values().stream()
        .filter(row -> row.owner == null && row.due(destination))
        .sorted(Comparator.comparing(row -> row.state.due))
        .takeWhile(fitting(most))
        .map(row -> lease(row, life, sent))
        .toList();
  }

  @Override
  public synchronized List<Lease> leaseInOrder(
      Destination destination, LeaseLimit most, Duration life, SentFrom sent) {
    return rows.values().stream()
        .filter(row -> row.owner == null && row.due(destination) && isFirst(row))
        .sorted(Comparator.comparing(row -> row.state.due))
        .takeWhile(fitting(most))
        .toList() // of those leased now none may hold another
        .stream()
        .map(row -> lease(row, life, sent))
        .toList();
  }

  /** Holds for as many as there may be, one after the other. */
  private static Predicate<Row> fitting(LeaseLimit most) {
    AtomicInteger intents = new AtomicInteger();
    AtomicLong bytes = new AtomicLong();
    return row ->
        intents.getAndIncrement() < most.intents()
            && bytes.getAndAdd(row.intent.body().size()) < most.bytes();
  }

  /** Rows stand in the order in which they were recorded. */
  private boolean isFirst(Row row) {
    Intent.Address address = row.intent.address();
    return address.orderKey().isEmpty()
        || rows.values().stream()
            .takeWhile(earlier -> earlier != row)
            .filter(earlier -> earlier.owner == null)
            .filter(earlier -> earlier.intent.address().orderKey().equals(address.orderKey()))
            .filter(earlier -> earlier.intent.address().destination().equals(address.destination()))
            .allMatch(earlier -> IntentState.of(earlier.state.word).isFinal());
  }

  private Lease lease(Row row, Duration life, SentFrom sent) {
    State before = row.state;
    Instant now = Instant.now();
    row.state = before.leased(now, life, sent);
    transactions.enlist(() -> row.state = before, () -> {});
    return new Lease(
        row.intent,
        row.state.token,
        new Lease.DeliveryHistory(
            before.failures,
            before.trace,
            before.vouched,
            before.keyAge(now),
            before.evidence.last));
  }

  @Override
  public synchronized boolean renew(Lease lease, Duration life) {
    boolean renewed = change(lease, state -> state.until(Instant.now().plus(life)));
    rows.get(lease.intent().key()).renewals += renewed ? 1 : 0;
    return renewed;
  }

  @Override
  public synchronized List<Lease> markSent(List<Lease> leases, Duration life) {
    Instant end = Instant.now().plus(life);
    return leases.stream()
        .filter(lease -> change(lease, state -> state.until(end).left(Trace.POSSIBLE)))
        .toList();
  }

  private boolean change(Lease lease, UnaryOperator<State> change) {
    Row row = rows.get(lease.intent().key());
    State before = row.state;
    if (row.held || !before.isLeasedAs(lease)) {
      return false;
    }
    row.state = change.apply(before);
    transactions.enlist(() -> row.state = before, () -> {});
    return true;
  }

  @Override
  public synchronized List<SettledLease> settle(List<SettledLease> settled) {
    List<SettledLease> left = new ArrayList<>();
    Instant now = Instant.now();
    for (SettledLease one : settled) {
      Row row = rows.get(one.lease().intent().key());
      State before = row.state;
      if (row.held || !before.isLeasedAs(one.lease())) {
        if (!before.stands(one)) {
          left.add(one);
        }
        continue;
      }
      row.state = before.left(one).settled(one.settlement(), now);
      transactions.enlist(() -> row.state = before, () -> {});
    }
    return left;
  }

  @Override
  public synchronized List<SettledLease> stillOurs(List<SettledLease> settled) {
    return settled.stream()
        .filter(one -> rows.get(one.lease().intent().key()).state.isLeasedAs(one.lease()))
        .toList();
  }

  @Override
  public synchronized Intervention withdraw(UUID key, RowVersion seen) {
    return act("withdraw", key, seen, State::withdrawn);
  }

  @Override
  public synchronized Intervention retry(UUID key, RowVersion seen) {
    return act("retry", key, seen, State::retried);
  }

  @Override
  public synchronized Intervention delivered(
      UUID key, ProviderReference reference, RowVersion seen) {
    return act("settle by hand", key, seen, state -> state.delivered(Optional.of(reference)));
  }

  private Intervention act(String act, UUID key, RowVersion seen, UnaryOperator<State> change) {
    transactions.requireActive(act);
    Row row = rows.get(key);
    if (row == null || row.owner != null) {
      return new Intervention.NotFound();
    }
    State before = row.state;
    if (!seen.admits(row.version())) {
      IntentState stands = IntentState.of(before.word);
      return stands.isFinal()
          ? new Intervention.AlreadySettled(stands)
          : new Intervention.Changed(stands);
    }
    Instant now = Instant.now();
    if (before.word.equals("leased") && before.due.isAfter(now)) {
      return new Intervention.Busy(Duration.between(now, before.due));
    }
    IntentState stood = IntentState.of(before.word);
    if (stood.isFinal()) {
      return new Intervention.AlreadySettled(stood);
    }
    row.state = change.apply(before);
    transactions.enlist(() -> row.state = before, () -> {});
    return new Intervention.Done(row.intent.address().destination().name(), stood);
  }

  /** Whether another transaction has recorded it and not ended; a database would let us wait. */
  public synchronized boolean isInFlight(Intent intent) {
    Row row = rows.get(intent.key());
    return row != null && row.owner != null && row.owner != transactions.owner();
  }

  /** What the provider calls an intent's effect. */
  public synchronized Optional<ProviderReference> reference(Intent intent) {
    return rows.get(intent.key()).state.reference;
  }

  /** Ends the lease of an intent before its time, as if nobody had renewed it for long. */
  public synchronized void runOut(Intent intent) {
    Row row = rows.get(intent.key());
    row.state = row.state.until(Instant.now());
  }

  /** Whether another transaction has its row in hand. */
  public synchronized void hold(Intent intent, boolean held) {
    rows.get(intent.key()).held = held;
  }

  /** How often an intent was leased. */
  public synchronized long leases(Intent intent) {
    return rows.get(intent.key()).state.token;
  }

  /** How often a lease of an intent was renewed. */
  public synchronized long renewals(Intent intent) {
    return rows.get(intent.key()).renewals;
  }

  /** What operators see of an intent. */
  synchronized IntentRecord look(Intent intent) {
    return rows.get(intent.key()).read();
  }

  /** The version of the intent of this key. */
  synchronized long version(UUID key) {
    return rows.get(key).version();
  }

  /** The intent of this key, as operators see it. */
  synchronized Optional<IntentRecord> find(UUID key) {
    return Optional.ofNullable(rows.get(key)).map(Row::read);
  }

  /** Those that wait for a person, behind a place in the list. */
  synchronized List<IntentRecord> parked(
      Destination destination, ParkedFilter which, IntentRecord.Position after, int most) {
    return rows.values().stream()
        .filter(row -> row.owner == null && row.state.word.equals("parked"))
        .filter(row -> row.intent.address().destination().equals(destination))
        .map(Row::read)
        .filter(record -> holds(which, record))
        .sorted(Comparator.comparing(IntentRecord::position, PLACES))
        .filter(record -> PLACES.compare(record.position(), after) > 0)
        .limit(most)
        .toList();
  }

  /** Those in one state, behind a place in their list. */
  synchronized List<IntentRecord> list(
      Destination destination,
      IntentFilter which,
      Optional<IntentRecord.Position> after,
      int most) {
    Comparator<IntentRecord.Position> order = which.state().isFinal() ? PLACES.reversed() : PLACES;
    return rows.values().stream()
        .filter(row -> row.owner == null && row.state.word.equals(which.state().word()))
        .filter(row -> row.intent.address().destination().equals(destination))
        .map(Row::read)
        .filter(record -> holds(which, record))
        .sorted(Comparator.comparing(IntentRecord::position, order))
        .filter(
            record -> after.filter(place -> order.compare(record.position(), place) <= 0).isEmpty())
        .limit(most)
        .toList();
  }

  private static boolean holds(IntentFilter which, IntentRecord record) {
    IntentRecord.Answers answers = record.answers();
    Instant at = answers.settled().orElse(record.recorded());
    return which.last().filter(last -> !last.equals(answers.last().orElse(""))).isEmpty()
        && which.within().since().filter(at::isBefore).isEmpty()
        && which.within().until().filter(end -> !at.isBefore(end)).isEmpty()
        && (which.keys().isEmpty() || which.keys().contains(record.cause().key()))
        && (!which.uncertain() || answers.sending().uncertain());
  }

  /** Those that wait for a person, by what became of them. */
  synchronized List<IntentGroup> groups(
      Optional<Destination> destination, GroupPlace after, int most) {
    record Alike(String destination, Optional<String> reason, Optional<String> last) {}
    Map<Alike, List<IntentRecord>> alike =
        rows.values().stream()
            .filter(row -> row.owner == null && row.state.word.equals("parked"))
            .filter(row -> destination.map(row.intent.address().destination()::equals).orElse(true))
            .map(Row::read)
            .collect(
                Collectors.groupingBy(
                    record ->
                        new Alike(
                            record.address().destination(),
                            record.answers().reason(),
                            record.answers().last())));
    Instant now = Instant.now();
    return alike.entrySet().stream()
        .map(
            group -> {
              List<Instant> parked =
                  group.getValue().stream()
                      .map(record -> record.answers().settled().orElseThrow())
                      .sorted()
                      .toList();
              return new IntentGroup(
                  group.getKey().destination(),
                  group.getKey().reason(),
                  group.getKey().last(),
                  parked.size(),
                  Duration.between(parked.get(0), now),
                  Duration.between(parked.get(parked.size() - 1), now));
            })
        .sorted(Comparator.comparing(IntentGroup::place, InMemoryCases.GROUPS))
        .filter(group -> InMemoryCases.GROUPS.compare(group.place(), after) > 0)
        .limit(most)
        .toList();
  }

  private static boolean holds(ParkedFilter which, IntentRecord record) {
    IntentRecord.Answers answers = record.answers();
    Instant since = answers.settled().orElseThrow();
    return which.reason().filter(reason -> !reason.equals(answers.reason().orElse(""))).isEmpty()
        && which.group().filter(group -> !group.equals(answers.last().orElse(""))).isEmpty()
        && which.text().filter(part -> !answers.last().orElse("").contains(part)).isEmpty()
        && which.parked().since().filter(since::isBefore).isEmpty()
        && which.parked().until().filter(end -> !since.isBefore(end)).isEmpty()
        && (which.keys().isEmpty() || which.keys().contains(record.cause().key()));
  }

  /** The word for an intent's state, as the table has it. */
  public synchronized String state(Intent intent) {
    Row row = rows.get(intent.key());
    return row == null ? "absent" : row.state.word;
  }

  public synchronized long count(String word) {
    return rows.values().stream().filter(row -> row.state.word.equals(word)).count();
  }

  /** The word for each intent's state. */
  public synchronized Map<Intent, String> states() {
    Map<Intent, String> states = new LinkedHashMap<>();
    rows.values().forEach(row -> states.put(row.intent, row.state.word));
    return states;
  }

  public synchronized List<Intent> recorded() {
    return rows.values().stream().map(row -> row.intent).toList();
  }

  private synchronized void remove(UUID key) {
    rows.remove(key);
  }

  private static final class Row {
    private final Intent intent;
    private final Instant recorded = Instant.now();
    private Object owner;
    private boolean held;
    private long renewals;
    private final IdentityHashMap<State, Long> versions = new IdentityHashMap<>();
    private State state =
        new State(
            "pending",
            Instant.now(),
            0,
            0,
            null,
            Trace.NONE,
            false,
            Optional.empty(),
            Evidence.NONE);

    Row(Intent intent, Object owner) {
      this.intent = intent;
      this.owner = owner;
    }

    /** A state that is rolled back is the one from before. */
    long version() {
      return versions.computeIfAbsent(state, seen -> Sequence.next());
    }

    IntentRecord read() {
      Evidence evidence = state.evidence;
      return new IntentRecord(
          intent.key(),
          intent.cause(),
          new IntentRecord.Address(
              intent.address().destination().name(),
              intent.address().ordinal(),
              intent.address().name()),
          IntentState.of(state.word),
          new IntentRecord.Answers(
              evidence.attempts,
              evidence.reason,
              evidence.last,
              state.reference.map(ProviderReference::text),
              evidence.settled,
              new IntentRecord.Sending(
                  state.isOpen() ? Optional.of(state.due) : Optional.empty(),
                  state.isInQuestion())),
          recorded,
          version());
    }

    boolean due(Destination destination) {
      return intent.address().destination().equals(destination)
          && !held
          && state.isOpen()
          && !state.due.isAfter(Instant.now());
    }
  }

  /** What became of it so far. */
  private record Evidence(
      int attempts, Optional<String> reason, Optional<String> last, Optional<Instant> settled) {

    private static final Evidence NONE =
        new Evidence(0, Optional.empty(), Optional.empty(), Optional.empty());

    Evidence failed(String why) {
      return new Evidence(attempts + 1, Optional.empty(), Optional.of(why), Optional.empty());
    }

    Evidence parked(String code, String why) {
      return new Evidence(
          attempts + 1, Optional.of(code), Optional.of(why), Optional.of(Instant.now()));
    }

    Evidence open() {
      return new Evidence(attempts, Optional.empty(), last, Optional.empty());
    }

    Evidence ended() {
      return new Evidence(attempts, Optional.empty(), last, Optional.of(Instant.now()));
    }
  }

  private record State(
      String word,
      Instant due,
      long token,
      int failures,
      Instant first,
      Trace trace,
      boolean vouched,
      Optional<ProviderReference> reference,
      Evidence evidence) {

    boolean isInQuestion() {
      return !word.equals("delivered")
          && (trace == Trace.POSSIBLE
              || vouched
              || evidence.reason.equals(Optional.of("OUTCOME_UNKNOWN")));
    }

    boolean isLeasedAs(Lease lease) {
      return token == lease.token() && word.equals("leased");
    }

    boolean isOpen() {
      return word.equals("pending") || word.equals("leased");
    }

    State leased(Instant now, Duration life, SentFrom sent) {
      Trace left = sent == SentFrom.LEASE ? Trace.POSSIBLE : trace;
      Instant since = first == null ? now : first;
      return new State(
          "leased", now.plus(life), token + 1, failures, since, left, vouched, reference, evidence);
    }

    State until(Instant end) {
      return new State(word, end, token, failures, first, trace, vouched, reference, evidence);
    }

    State left(Trace now) {
      return new State(word, due, token, failures, first, now, vouched, reference, evidence);
    }

    /** Never nothing, if it was leased before. */
    Duration keyAge(Instant now) {
      Duration age = first == null ? Duration.ZERO : Duration.between(first, now);
      return first != null && age.isZero() ? Duration.ofNanos(1) : age;
    }

    /** As it was before this lease; what may have been seen first under it stays so. */
    State left(SettledLease settled) {
      Lease.DeliveryHistory before = settled.lease().history();
      boolean unseen =
          before.keyAge().isZero()
              && before.trace() == Trace.NONE
              && key(settled.settlement()) == KeyExposure.NONE;
      Instant since = unseen ? null : first;
      return new State(
          word, due, token, failures, since, before.trace(), vouched, reference, evidence);
    }

    private static KeyExposure key(Settlement settlement) {
      if (settlement instanceof Settlement.RetryAt retry) {
        return retry.key();
      }
      return settlement instanceof Settlement.NotBegun ? KeyExposure.NONE : KeyExposure.POSSIBLE;
    }

    State settled(Settlement settlement, Instant now) {
      if (settlement instanceof Settlement.Delivered delivered) {
        return delivered(delivered.reference());
      }
      if (settlement instanceof Settlement.Parked parked) {
        Evidence why = evidence.parked(parked.reason().name(), parked.why());
        return new State("parked", due, token, failures + 1, first, trace, vouched, reference, why);
      }
      if (settlement instanceof Settlement.RetryAt retry) {
        Instant again = now.plus(retry.delay());
        Trace left = retry.trace() == Trace.POSSIBLE ? Trace.POSSIBLE : trace;
        int failed = retry.blame() == Settlement.FailureOf.INTENT ? failures + 1 : failures;
        Evidence why = evidence.failed(retry.why());
        return new State("pending", again, token, failed, first, left, vouched, reference, why);
      }
      Instant again = now.plus(((Settlement.NotBegun) settlement).delay());
      return new State(
          "pending", again, token, failures, first, trace, vouched, reference, evidence);
    }

    /** Whether it stands as it would be settled under the same lease. */
    boolean stands(SettledLease settled) {
      int before = settled.lease().history().failures();
      State after =
          new State("leased", due, token, before, first, trace, vouched, reference, evidence)
              .settled(settled.settlement(), due);
      return token == settled.lease().token()
          && word.equals(after.word)
          && failures == after.failures
          && evidence.last.equals(after.evidence.last);
    }

    State delivered(Optional<ProviderReference> given) {
      return new State(
          "delivered", due, token, failures, first, trace, vouched, given, evidence.ended());
    }

    /** What was in question stays so, though the reason that said it is gone. */
    State withdrawn() {
      Trace left = isInQuestion() ? Trace.POSSIBLE : trace;
      return new State(
          "withdrawn", due, token, failures, first, left, vouched, reference, evidence.ended());
    }

    State retried() {
      Instant now = Instant.now();
      boolean parked = word.equals("parked");
      return new State(
          "pending",
          now,
          token,
          parked ? 0 : failures,
          first,
          parked ? Trace.NONE : trace,
          vouched || (parked && isInQuestion()),
          reference,
          evidence.open());
    }
  }
}
