// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.semel.internal.desk.operate.act.PlanLeaseLost;
import org.semel.internal.desk.operate.plan.ApprovalRule;
import org.semel.internal.desk.operate.plan.ItemEnd;
import org.semel.internal.desk.operate.plan.PlanLeases;
import org.semel.internal.desk.operate.plan.Plans;
import org.semel.internal.engine.send.Destination;
import org.semel.message.Digest;
import org.semel.message.Identity;
import org.semel.operations.IntentRecord;
import org.semel.operations.KeptMessage;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedCase;
import org.semel.operations.Plan;
import org.semel.operations.Plan.Approval;
import org.semel.operations.Plan.Progress;
import org.semel.operations.Plan.State;
import org.semel.operations.PlanActs.ApprovalResult;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.PlanActs.PlanTransition;
import org.semel.operations.PlanItem;
import org.semel.operations.PlanItem.ItemGroup;
import org.semel.operations.RowVersion;
import org.semel.operations.Selection;
import org.semel.operations.Underway;

/** Replay plans in memory, both sides of them. */
public final class InMemoryPlans implements Plans, PlanLeases {

  private static final Set<State> OVER = EnumSet.of(State.DONE, State.WITHDRAWN);

  private final Map<Long, Row> rows = new TreeMap<>();
  private final FakeTransactions transactions;
  private final InMemoryCases cases;
  private final InMemoryBodies bodies;
  private final InMemoryIntents intents;
  private final InMemoryUnderway underway;
  private volatile ApprovalRule approvals = ApprovalRule.NONE;

  public InMemoryPlans(
      FakeTransactions transactions,
      InMemoryCases cases,
      InMemoryBodies bodies,
      InMemoryIntents intents,
      InMemoryUnderway underway) {
    this.transactions = transactions;
    this.cases = cases;
    this.bodies = bodies;
    this.intents = intents;
    this.underway = underway;
  }

  @Override
  public synchronized Made freeze(Selection selection, Plan.Pace pace, OperatorContext by) {
    Map<String, Long> chosen = choose(selection);
    if (chosen.isEmpty()) {
      return new Made.Empty();
    }
    UUID digest = Digest.uuid(chosen.toString());
    Optional<Row> there =
        rows.values().stream()
            .filter(row -> row.digest.equals(digest) && row.source == selection.source())
            .filter(row -> !OVER.contains(row.state))
            .findFirst();
    if (there.isPresent()) {
      return new Made.There(there.get().read());
    }
    Row row = new Row(selection, by, pace, digest);
    chosen.forEach(
        (item, version) -> {
          row.items.add(item);
          row.versions.add(new RowVersion(version));
        });
    row.approval =
        approvals.asksFor(chosen.size()) ? new Approval.Awaited() : new Approval.NotNeeded();
    rows.put(row.id, row);
    transactions.enlist(() -> remove(row), () -> {});
    return new Made.Frozen(row.read());
  }

  private Map<String, Long> choose(Selection selection) {
    Map<String, Long> chosen = new LinkedHashMap<>();
    switch (selection.source()) {
      case KEPT ->
          bodies
              .kept(selection.consumer(), selection.kept(), selection.after(), selection.most())
              .forEach(kept -> chosen.put(String.valueOf(kept.id()), 0L));
      case PARKED ->
          cases
              .chosen(selection.consumer(), selection.which(), selection.after(), selection.most())
              .forEach((id, version) -> chosen.put(String.valueOf(id), version));
      case RETRY_INTENTS, WITHDRAW_INTENTS, DELIVER_INTENTS ->
          intents
              .parked(
                  new Destination(selection.destination()),
                  selection.which(),
                  IntentRecord.Position.START,
                  selection.most())
              .forEach(one -> chosen.put(one.key().toString(), intents.version(one.key())));
      case RETRY_PENDING_INTENTS, WITHDRAW_PENDING_INTENTS ->
          intents
              .list(
                  new Destination(selection.destination()),
                  selection.pending(),
                  Optional.empty(),
                  selection.most())
              .forEach(one -> chosen.put(one.key().toString(), intents.version(one.key())));
    }
    return chosen;
  }

  @Override
  public synchronized List<PlanItem> items(long id, Optional<String> outcome, int after, int most) {
    return items(id)
        .filter(item -> outcome.map(item.outcome()::equals).orElse(true) && item.ordinal() > after)
        .limit(most)
        .toList();
  }

  @Override
  public synchronized Optional<Selection> selection(long id) {
    return Optional.ofNullable(rows.get(id)).map(row -> row.selection);
  }

  @Override
  public synchronized List<ItemGroup> groups(long id, int most) {
    return items(id)
        .collect(
            Collectors.groupingBy(
                item -> new ItemGroup(item.outcome(), item.reason(), item.group(), 0),
                Collectors.counting()))
        .entrySet()
        .stream()
        .map(
            group ->
                new ItemGroup(
                    group.getKey().outcome(),
                    group.getKey().reason(),
                    group.getKey().group(),
                    group.getValue()))
        .sorted(Comparator.comparing(ItemGroup::rows).reversed())
        .limit(most)
        .toList();
  }

  @Override
  public synchronized long count(long id, String outcome) {
    return items(id).filter(item -> item.outcome().equals(outcome)).count();
  }

  private Stream<PlanItem> items(long id) {
    return Optional.ofNullable(rows.get(id)).stream()
        .flatMap(row -> IntStream.range(0, row.items.size()).mapToObj(i -> shown(row, i)));
  }

  private PlanItem shown(Row row, int ordinal) {
    Item item = row.item(ordinal);
    Optional<IntentRecord> intent = item.intent().flatMap(intents::find);
    Optional<ParkedCase> parked =
        row.source == Plan.Source.PARKED ? cases.show(item.id(), 0) : Optional.empty();
    Optional<KeptMessage> kept =
        row.source == Plan.Source.KEPT ? bodies.show(item.id(), 0) : Optional.empty();
    boolean asChosen =
        intent.map(one -> item.seen().admits(intents.version(one.key()))).orElse(false)
            || parked.map(one -> cases.isStill(one.id(), item.seen().number())).orElse(false)
            || kept.isPresent();
    String open = asChosen ? PlanItem.AS_CHOSEN : PlanItem.CHANGED;
    return new PlanItem(
        ordinal,
        item.intent().isPresent() ? Optional.empty() : Optional.of(item.id()),
        item.intent(),
        intent
            .map(IntentRecord::cause)
            .or(() -> parked.flatMap(one -> one.evidence().identity()))
            .or(() -> kept.map(KeptMessage::identity)),
        intent
            .flatMap(one -> one.answers().reason())
            .or(() -> parked.map(one -> one.cause().reason().name())),
        intent
            .flatMap(one -> one.answers().last())
            .or(() -> parked.flatMap(one -> one.cause().group())),
        Optional.ofNullable(row.ends.get(ordinal))
            .map(ItemEnd::name)
            .orElse(item.begun() ? PlanItem.BEGUN : open),
        Optional.ofNullable(row.ends.get(ordinal)).map(end -> Instant.now()));
  }

  @Override
  public synchronized Optional<Chosen> last(long id) {
    return Optional.ofNullable(rows.get(id))
        .filter(row -> !row.source.isOfIntents())
        .map(row -> row.item(row.items.size() - 1))
        .map(item -> new Chosen(item.id(), item.seen()));
  }

  @Override
  public synchronized Optional<Plan> find(long id) {
    return Optional.ofNullable(rows.get(id)).map(Row::read);
  }

  @Override
  public synchronized PlanTransition move(long id, Collection<State> from, State to) {
    Row row = rows.get(id);
    if (row == null) {
      return new PlanTransition.NotFound();
    }
    if (!from.contains(row.state)) {
      return new PlanTransition.NotFrom(row.state);
    }
    if (to == State.RUNNING && row.approval instanceof Approval.Awaited) {
      return new PlanTransition.Unapproved();
    }
    change(
        row,
        () -> {
          row.state = to;
          if (to == State.RUNNING) {
            row.begin();
          }
        });
    row.token++;
    row.due = Instant.now();
    return new PlanTransition.Entered(row.read());
  }

  @Override
  public synchronized ApprovalResult approve(long id, UUID digest, String who) {
    Row row = rows.get(id);
    if (row == null) {
      return new ApprovalResult.NoSuchPlan();
    }
    if (row.state != State.FROZEN || !(row.approval instanceof Approval.Awaited)) {
      return new ApprovalResult.NotAwaited(row.read());
    }
    if (!row.digest.equals(digest)) {
      return new ApprovalResult.OtherSet(row.digest);
    }
    if (!ApprovalRule.isAnother(row.by.who(), who)) {
      return new ApprovalResult.OwnPlan();
    }
    change(row, () -> row.approval = new Approval.ApprovedBy(who));
    return new ApprovalResult.Approved(row.read());
  }

  /** Lets plans that are frozen from now on need a second person. */
  public void asksForApproval(ApprovalRule rule) {
    approvals = rule;
  }

  @Override
  public synchronized List<Plan> latest(long before, int most) {
    return rows.values().stream()
        .filter(row -> row.id < before)
        .sorted(Comparator.comparing((Row row) -> row.id).reversed())
        .limit(most)
        .map(Row::read)
        .toList();
  }

  @Override
  public synchronized Optional<PlanLease> take(Collection<String> consumers, Duration life) {
    Optional<Row> free =
        rows.values().stream()
            .filter(row -> row.state == State.RUNNING && consumers.contains(row.consumer))
            .filter(row -> !row.due.isAfter(Instant.now()))
            .findFirst();
    free.ifPresent(
        row -> {
          row.token++;
          row.due = Instant.now().plus(life);
        });
    return free.map(row -> new PlanLease(row.read(), row.token, row.run()));
  }

  @Override
  public synchronized List<Item> next(PlanLease lease, int most) {
    Row row = rows.get(lease.plan().id());
    List<Item> open = new ArrayList<>();
    for (int i = 0; i < row.items.size() && open.size() < most; i++) {
      if (!row.ends.containsKey(i)) {
        open.add(looked(row, row.item(i)));
      }
    }
    return open;
  }

  private Item looked(Row row, Item item) {
    Optional<Underway> now = Optional.ofNullable(row.stored.get(item.ordinal())).map(underway::of);
    return new Item(
        item.ordinal(),
        item.id(),
        item.intent(),
        item.seen(),
        item.begun(),
        now.flatMap(InMemoryPlans::end));
  }

  private static Optional<ItemEnd> end(Underway now) {
    if (now.stored().isEmpty()) {
      return Optional.of(ItemEnd.GONE);
    }
    return switch (now.stored().get().stage()) {
      case FAILED_TERMINAL, PARKED -> Optional.of(ItemEnd.FAILED);
      case COMPLETED -> Optional.of(now.held().isPresent() ? ItemEnd.HELD : ItemEnd.TOOK_EFFECT);
      default -> Optional.empty();
    };
  }

  @Override
  public synchronized void begin(
      PlanLease lease, Item item, Optional<Identity> stored, Duration life) {
    Row row = held(lease).orElseThrow(() -> new PlanLeaseLost(lease.plan().id()));
    if (row.ends.containsKey(item.ordinal())) {
      throw new IllegalStateException(
          "message " + item.ordinal() + " of plan " + lease.plan().id() + " was settled before");
    }
    row.begun.add(item.ordinal());
    stored.ifPresent(identity -> row.stored.put(item.ordinal(), identity));
    row.due = Instant.now().plus(life);
    transactions.enlist(() -> row.begun.remove(item.ordinal()), () -> {});
  }

  @Override
  public synchronized void settle(PlanLease lease, Item item, ItemEnd end, Duration life) {
    Row row = held(lease).orElseThrow(() -> new PlanLeaseLost(lease.plan().id()));
    if (row.ends.containsKey(item.ordinal())) {
      throw new IllegalStateException("settled twice");
    }
    change(
        row,
        () -> {
          row.ends.put(item.ordinal(), end);
          row.due = Instant.now().plus(life);
        });
  }

  @Override
  public synchronized boolean end(PlanLease lease, State state, Duration rest) {
    Optional<Row> held = held(lease);
    held.ifPresent(row -> change(row, () -> row.end(state, rest, lease)));
    return held.isPresent();
  }

  /** Lets a rest or a lease run out. */
  public synchronized void lapse(long id) {
    rows.get(id).due = Instant.MIN;
  }

  /** When a rest or a lease runs out. */
  public synchronized Instant due(long id) {
    return rows.get(id).due;
  }

  private Optional<Row> held(PlanLease lease) {
    return Optional.ofNullable(rows.get(lease.plan().id()))
        .filter(row -> row.token == lease.token() && row.state == State.RUNNING);
  }

  private void change(Row row, Runnable act) {
    State state = row.state;
    Map<Integer, ItemEnd> ends = new TreeMap<>(row.ends);
    Approval approval = row.approval;
    int round = row.round;
    int stalls = row.stalls;
    act.run();
    transactions.enlist(
        () -> {
          row.state = state;
          row.ends = ends;
          row.approval = approval;
          row.round = round;
          row.stalls = stalls;
        },
        () -> {});
  }

  private synchronized void remove(Row row) {
    rows.remove(row.id);
  }

  private static final class Row {
    private final long id = Sequence.next();
    private final String consumer;
    private final Plan.Source source;
    private final OperatorContext by;
    private final Plan.Pace pace;
    private final UUID digest;
    private final Selection selection;
    private final List<String> items = new ArrayList<>();
    private final List<RowVersion> versions = new ArrayList<>();
    private final Set<Integer> begun = new HashSet<>();
    private final Map<Integer, Identity> stored = new TreeMap<>();
    private Map<Integer, ItemEnd> ends = new TreeMap<>();
    private State state = State.FROZEN;
    private Approval approval = new Approval.NotNeeded();
    private Instant due = Instant.now();
    private long token;
    private int round;
    private int stalls;
    private int doneBefore;
    private int failedBefore;

    Row(Selection selection, OperatorContext by, Plan.Pace pace, UUID digest) {
      this.consumer = selection.consumer();
      this.source = selection.source();
      this.selection = selection;
      this.by = by;
      this.pace = pace;
      this.digest = digest;
    }

    Item item(int ordinal) {
      String item = items.get(ordinal);
      return source.isOfIntents()
          ? new Item(
              ordinal,
              0,
              Optional.of(UUID.fromString(item)),
              versions.get(ordinal),
              begun.contains(ordinal),
              Optional.empty())
          : new Item(
              ordinal,
              Long.parseLong(item),
              Optional.empty(),
              versions.get(ordinal),
              begun.contains(ordinal),
              Optional.empty());
    }

    void begin() {
      round = 0;
      stalls = 0;
      doneBefore = ends.size();
      failedBefore = failed();
    }

    void end(State next, Duration rest, PlanLease lease) {
      boolean handedIn = ends.size() > lease.plan().progress().done();
      state = next;
      round += handedIn ? 1 : 0;
      stalls = handedIn ? 0 : stalls + 1;
      due = Instant.now().plus(rest);
    }

    PlanRun run() {
      return new PlanRun(round, stalls, ends.size() - doneBefore, failed() - failedBefore);
    }

    private int failed() {
      return (int) ends.values().stream().filter(ItemEnd::isError).count();
    }

    Plan read() {
      return new Plan(
          id,
          consumer,
          source,
          by,
          pace,
          new Progress(state, digest, items.size(), ends.size(), failed(), approval));
    }
  }
}
