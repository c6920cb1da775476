// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import static org.awaitility.Awaitility.await;

import io.agroal.api.AgroalDataSource;
import jakarta.jms.JMSContext;
import jakarta.jms.XAConnectionFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import javax.transaction.xa.Xid;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.pollinterval.PollInterval;
import org.semel.SemelException;
import org.semel.explore.Part.Act;
import org.semel.explore.Part.Moment;
import org.semel.explore.Part.Sent;
import org.semel.internal.boot.LosingFactory;
import org.semel.internal.boot.SmallEstate;
import org.semel.message.Identity;
import org.semel.operations.GapActs.Gap;
import org.semel.operations.GapActs.Loss.Lost;
import org.semel.operations.GapActs.SettingBack.SetBack;
import org.semel.operations.Identities.Obstacle;
import org.semel.operations.IntentActs.IntentFilter;
import org.semel.operations.IntentRecord;
import org.semel.operations.IntentState;
import org.semel.operations.KeptMessage;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedCase;
import org.semel.operations.ParkedFilter;
import org.semel.operations.PauseActs.Target;
import org.semel.operations.Plan;
import org.semel.operations.PlanActs;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.Selection;
import org.semel.small.Jms;
import org.semel.small.SmallServer;

/** Plays a case over real parts, waits until all is quiet, and compares with the model. */
final class Played implements AutoCloseable {

  private static final OperatorContext BY = new OperatorContext("explorer", "the case says so");

  /** Who agrees to plans. */
  private static final OperatorContext SECOND = new OperatorContext("second", "the set is right");

  /** Longer than anything takes on a machine that others use, too. */
  static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final String LEASE = "5s";

  private static final Pattern ACCEPT = Pattern.compile("accept-change=(\\w+)");

  /** Soon at first; what takes longer is not to be held up by those who look. */
  private static final PollInterval LOOKS = (look, gap) -> Duration.ofMillis(look < 5 ? 10 : 80);

  private static final int ALL = 10_000;

  private static final String PARKED =
      """
      SELECT DISTINCT reason FROM semel_parked WHERE consumer = ? AND state = 'parked'
      UNION
      SELECT DISTINCT reason FROM semel_intent WHERE consumer = ? AND state = 'parked'
      """;

  /** What a plan says to have taken effect, and what is parked all the same. */
  private static final String PRAISED =
      """
      SELECT p.key FROM semel_plan_item AS i JOIN semel_parked AS p ON p.id = i.item
      WHERE i.plan = ? AND i.outcome = 'TOOK_EFFECT'
        AND EXISTS (SELECT 1 FROM semel_parked AS q
          WHERE q.identity = p.identity AND q.fingerprint = p.fingerprint AND q.state = 'parked')
      """;

  /** As if a later version had parked them, for a reason of its own. */
  private static final String RENAME =
      """
      UPDATE semel_parked SET reason = reason || '%s'
      WHERE consumer = '%s' AND state = 'parked' AND reason = 'ATTEMPTS_EXHAUSTED'
      """;

  private static final String CLAIMED =
      """
      SELECT key FROM semel_claim WHERE consumer = ?
      UNION ALL
      SELECT key FROM semel_window WHERE consumer = ?
      """;

  private static final String AT_REST =
      """
      SELECT key FROM semel_version
      WHERE consumer = ? AND version > 0
        AND NOT EXISTS (SELECT FROM semel_held AS h WHERE h.aggregate = semel_version.aggregate)
        AND NOT EXISTS (SELECT FROM semel_parked AS p WHERE p.aggregate = semel_version.aggregate AND p.state = 'parked')
      """;

  private static final String STORED = "SELECT key FROM semel_inbox WHERE consumer = ?";

  private static final String WAITING =
      """
      SELECT (SELECT count(*) FROM semel_parked WHERE consumer = ? AND state = 'parked')
        + (SELECT count(*) FROM semel_held WHERE consumer = ?)
      """;

  /** The broker keeps what has expired, so that all messages live for an hour there. */
  private static final String EXPIRE =
      """
      UPDATE %s SET headers = regexp_replace(headers::text, '("JMSExpiration"[^0-9]*)\\d{13}', '\\11000000000000')::json WHERE consumer = '%s'
      """;

  private final SmallServer server = SmallServer.shared();
  private final String name = "x-" + UUID.randomUUID();
  private String consumer = name;
  private final Looks looks = new Looks(server.postgres());
  private final Doubt doubt = new Doubt(server, looks);
  private final JMSContext session = Jms.transacted(server.broker());
  private final Case played;
  private final Control control;
  private final Duration patience;
  private final Staging staging;
  private final Provider provider;
  private final Post post;
  private final Neighbour neighbour;
  private final OrdinaryRoute ordinary;
  private final OrderedLooks ordered;
  private final Runnable endOfFullness;
  private final Dated dated;
  private final Optional<Minted> minted;
  private final Clock clock;
  private final Optional<Strike.Watch> strikes;
  private final Optional<AgroalDataSource> pool;
  private final DataSource source;
  private final List<Sent> before = new ArrayList<>();
  private final Set<String> states = new TreeSet<>();
  private SmallEstate estate;
  private Optional<SmallEstate> beside = Optional.empty();
  private Case policy;
  private String accepted = "";
  private final List<Target> paused = new ArrayList<>();

  private Played(Case played, Control control, Duration patience) {
    this.played = played;
    this.policy = played;
    this.control = control;
    this.patience = patience;
    this.strikes =
        control.rewrites()
            ? Optional.empty()
            : played.strike().map(strike -> new Strike.Watch(strike, server.broker()));
    this.pool =
        strikes
            .filter(watch -> watch.isKill() || watch.place().isOfABranch())
            .map(watch -> StruckDriver.pool(server, name, watch));
    this.source = pool.isPresent() ? pool.get() : server.dataSource();
    strikes.ifPresent(watch -> watch.severs(() -> StruckDriver.sever(looks, name)));
    this.staging = new Staging(server, source, played);
    this.minted = played.hasEventTime() ? Optional.of(new Minted()) : Optional.empty();
    this.dated = new Dated(played.has(Key.IDENTITY_TIME, "ulid"));
    this.clock = new Clock(server, looks, name, played);
    this.provider =
        new Provider(
            name,
            staging,
            played.has(Key.KEYS, "honoured"),
            !played.has(Key.LABEL, "none"),
            strikes,
            played.has(Key.UNSURE, "days") ? clock::passesForWhatIsUnsure : key -> {});
    this.post = new Post(session, name, control, dated, minted, played.has(Key.BODIES, "rich"));
    this.neighbour = new Neighbour(looks, session, played, name);
    this.ordinary = new OrdinaryRoute(name, played);
    this.ordered = new OrderedLooks(looks, name, played);
    queues().forEach(server.broker()::queue);
    endOfFullness =
        played.isEverFull()
            ? server.broker().refusesWhatIsSentTo(Routes.outOf(name), this::isFull)
            : () -> {};
    server.broker().deliversUpTo(-1, name);
    estate = started();
  }

  /**
   * What came of it.
   *
   * @param differences where the model was wrong; nothing if it was right
   * @param acts that were done
   * @param states each act, with what it met
   */
  record Outcome(
      List<String> differences, long messages, long intents, List<Act> acts, Set<String> states) {

    /** It does not start, and must not. */
    private static final Outcome NOTHING = new Outcome(List.of(), 0, 0, List.of(), Set.of());

    private static Outcome brokenOff(String why) {
      return new Outcome(List.of(why), 0, 0, List.of(), Set.of());
    }
  }

  static Outcome of(Case played, Control control, Duration patience) {
    try (Played play = new Played(played, control, patience)) {
      return play.outcome();
    } catch (SemelException e) {
      String why = String.valueOf(e.getMessage());
      return played.unfit().filter(unfit -> why.contains(unfit.code.text())).isPresent()
          ? Outcome.NOTHING
          : Outcome.brokenOff("it is refused: " + why);
    } catch (ConditionTimeoutException e) {
      return Outcome.brokenOff(
          String.valueOf(e.getMessage()).replaceAll(" because lambda .* for input of", ":"));
    } catch (RuntimeException e) {
      return Outcome.brokenOff("it broke off: " + e);
    }
  }

  private Outcome outcome() {
    if (played.unfit().isPresent()) {
      return unfit(played.unfit().get());
    }
    List<Act> acts = new ArrayList<>();
    for (Moment moment : played.moments()) {
      if (moment instanceof Sent sent) {
        before.add(sent);
        post.send(sent);
        neighbour.send();
        ordinary.send(estate.camel);
      } else if (moment instanceof Act act) {
        quiet();
        states.addAll(statesFor(act));
        upon(() -> new Onlooker(estate.operations(), looks).looks(consumer, name));
        upon(() -> act(act));
        acts.add(act);
      }
    }
    quiet();
    staysAlive();
    strikes.filter(Strike.Watch::hasStruck).ifPresent(watch -> states.add(watch.pair()));
    provider.drained(post.lyingIn(Routes.outOf(name)));
    nothingIsInDoubt();
    Found found = Found.of(looks, played, name, provider, dated);
    List<String> differences = new ArrayList<>(found.outOfOrder());
    Model model = new Model(played, found.firsts());
    Tally expected = model.expected();
    found.rows(model.repeated());
    found.gaps(model.toldOrNot());
    neighbour.found(found.tally());
    ordinary.found(found.tally(), looks);
    ordered.found(found.tally());
    neighbour.expected(expected);
    ordinary.expected(expected);
    differences.addAll(expected.differences(found.tally()));
    return new Outcome(differences, post.sent(), found.intents(), acts, states);
  }

  /** Acts upon an application whose process does not end meanwhile. */
  private void upon(Runnable act) {
    staysAlive();
    act.run();
    strikes.ifPresent(Strike.Watch::begins);
  }

  private void staysAlive() {
    strikes.ifPresent(Strike.Watch::spares);
    if (strikes.filter(Strike.Watch::isSevered).isPresent()) {
      quiet();
    }
  }

  private Outcome unfit(Unfit unfit) {
    if (unfit == Unfit.RENAMED) {
      estate.close();
      estate = started(name + "-renamed");
    }
    return Outcome.brokenOff("it starts, though " + unfit.meaning);
  }

  private List<String> statesFor(Act act) {
    List<String> parked = looks.texts(PARKED, name, name);
    return (parked.isEmpty() ? List.of("nothing") : parked)
        .stream().map(state -> act + " " + state.replace(Found.LATER, "")).toList();
  }

  private SmallEstate started() {
    return started(consumer);
  }

  private SmallEstate started(String as) {
    return started(as, strikes);
  }

  /**
   * A node.
   *
   * @param struck what befalls its process
   */
  private SmallEstate started(String as, Optional<Strike.Watch> struck) {
    SmallEstate made = new SmallEstate(as);
    made.camel.setApplicationContextClassLoader(KnownResources.SHARED);
    made.with("semel.schema", "public");
    made.consumer("queue", name);
    made.with("semel.probe-queue", name + ".probe");
    made.consumer("poll", "100ms");
    made.with("semel.destination-defaults.poll", "100ms");
    made.with("semel.consumer-defaults.receive-wait", "200ms");
    made.consumer("drain", "10s");
    made.with("semel.destination." + name + ".circuit-open", "100ms");
    made.with("semel.destination." + name + ".key-life", "30d");
    for (Key key : Key.values()) {
      set(made, key, policy.value(key));
    }
    if (!played.has(Key.IDENTITY_TIME, "none")) {
      made.consumer("identity", "property:id");
    }
    if (played.hasEventTime()) {
      made.consumer("identity-time", "cloudevent");
    }
    if (played.isOrdered()) {
      made.consumer("aggregate", "property:aggregate");
      made.consumer("version", "property:version");
    }
    receives(made);
    if (!accepted.isEmpty()) {
      made.consumer("accept-change", accepted);
    }
    if (!as.equals(name) && played.unfit().isEmpty()) {
      made.consumer("formerly", name);
    }
    neighbour.configure(made);
    made.bind("jdbc/semel", ordered.over(server.dataSource()));
    if (played.has(Key.TRANSFER, "lease")) {
      made.sendingInNoTransaction();
    }
    played.unfit().ifPresent(unfit -> unfit.configure(made));
    if (control.rewrites()) {
      made.bind("jdbc/semel", control.semels(server));
    }
    if (played.isOrdered() || policy.has(Key.PROTOCOL, "store-first")) {
      made.consumer("retry-backoff-first", "20ms");
      made.consumer("retry-backoff-most", "50ms");
    }
    staging.begin();
    DataSource open = struck.isPresent() ? source : server.dataSource();
    DataSource own =
        struck
            .filter(Strike.Watch::isKill)
            .map(watch -> StruckCalls.ofOneProcess(open, watch))
            .orElse(open);
    struck.ifPresent(watch -> bind(made, own, watch));
    made.start(
        new Routes(played, name, as, control.business(server, own), staging, provider),
        ordinary.builder());
    struck.ifPresent(Strike.Watch::begins);
    return made;
  }

  /** What was leased before a thread was struck is waited for no longer than it must be. */
  private void bind(SmallEstate made, DataSource own, Strike.Watch watch) {
    watch.rests();
    made.with("semel.destination-defaults.lease", LEASE);
    if (policy.has(Key.PROTOCOL, "store-first")) {
      made.consumer("lease", LEASE);
    }
    made.bind("jdbc/semel", own);
    if (watch.isKill()) {
      bindAll(made, own, watch);
      return;
    }
    switch (watch.place()) {
      case STATEMENT -> made.bind("jdbc/semel", StruckCalls.over(own, watch));
      case SEND -> made.sendingThrough(real -> StruckCalls.over(real, watch));
      case PROVIDER -> {}
      default -> receiveThrough(made, watch);
    }
  }

  private void receiveThrough(SmallEstate made, Strike.Watch watch) {
    made.through(real -> LosingFactory.over(StruckCalls.over(real, watch), staging.losses));
    made.pooling((XAConnectionFactory) StruckCalls.over(server.broker().xaFactory(), watch));
  }

  /** No connection outlives the process. */
  private void bindAll(SmallEstate made, DataSource own, Strike.Watch watch) {
    if (watch.place() == Strike.Place.STATEMENT) {
      made.bind("jdbc/semel", StruckCalls.over(own, watch));
    }
    receiveThrough(made, watch);
    if (played.has(Key.TRANSFER, "lease")) {
      made.sendingThrough(real -> StruckCalls.over(real, watch));
    } else {
      made.sendingAsItReceives();
    }
  }

  private void set(SmallEstate made, Key key, String value) {
    switch (key.scope) {
      case SEMEL -> made.with("semel." + key.text, value);
      case CONSUMER -> made.consumer(key.text, value);
      case DESTINATION -> made.with("semel.destination." + name + "." + key.text, value);
      case STORED -> {
        if (policy.has(Key.PROTOCOL, "store-first")) {
          made.consumer(key.text, value);
        }
      }
      case ORDERED -> {
        if (played.isOrdered()) {
          made.consumer(key.text, value);
        }
      }
      case SURROUNDINGS -> {}
    }
  }

  /** Over a factory that suits the protocol; some commits of a local session get lost. */
  private void receives(SmallEstate made) {
    if (!policy.has(Key.PROTOCOL, "xa")) {
      if (played.losesCommits()) {
        made.through(factory -> LosingFactory.over(factory, staging.losses));
      }
      made.consumer("connection-factory", SmallEstate.PLAIN);
    } else if (policy.has(Key.RECEIVE, "direct")) {
      made.consumer("connection-factory", SmallEstate.DIRECT);
    }
  }

  private void act(Act act) {
    if (played.has(Key.REASONS, "later")) {
      looks.execute(RENAME.formatted(Found.LATER, consumer));
    }
    switch (act) {
      case MEND -> staging.mend();
      case RESEND -> before.forEach(post::send);
      case RELEASE -> parked().forEach(one -> estate.operations().parked().release(one.id(), BY));
      case WITHDRAW -> parked().forEach(one -> estate.operations().parked().withdraw(one.id(), BY));
      case RETRY ->
          parkedIntents().forEach(one -> estate.operations().intents().retry(one.key(), BY));
      case PLAN -> plan(Selection.parked(consumer, ParkedFilter.ALL, ALL));
      case PLAN_RETRY -> plan(Selection.retryIntents(name, ParkedFilter.ALL, ALL));
      case PLAN_LATE ->
          plan(
              Selection.retryIntents(name, ParkedFilter.ALL, ALL),
              () -> {
                act(Act.RETRY);
                quiet();
              });
      case SETTLE ->
          parkedIntents()
              .forEach(one -> estate.operations().intents().delivered(one.key(), "by hand", BY));
      case GIVE_UP ->
          parkedIntents().forEach(one -> estate.operations().intents().withdraw(one.key(), BY));
      case REPLAY -> staging.without(() -> replay(kept()));
      case FORGET ->
          looks
              .texts(CLAIMED, name, name)
              .forEach(key -> estate.operations().identities().forget(new Identity(name, key), BY));
      case REBUILD -> staging.without(this::rebuild);
      case ERASE ->
          kept().forEach(one -> estate.operations().identities().erase(one.identity(), BY));
      case EXPIRE -> List.of("semel_held", "semel_parked").forEach(this::expire);
      case DAYS -> {
        clock.passes();
        minted.ifPresent(times -> times.passes(Clock.STEP));
      }
      case LOSE ->
          gaps()
              .forEach(
                  gap ->
                      comes(
                          "the gap of " + gap.aggregate() + " is lost",
                          () -> estate.operations().gaps().declareLost(gap, BY) instanceof Lost));
      case RESTART -> restart();
      case CHANGE -> {
        policy = policy.changed();
        restart();
      }
      case IDENTITY -> accept(policy.identifiedOtherwise());
      case STRATEGY -> accept(policy.claimedOtherwise());
      case NAME -> goesOnAs(Looks.otherName(name));
      case CLAIMS -> accept(policy.withOrWithoutClaims());
      case SET_BACK -> setBack();
      case JOIN ->
          beside = Optional.of(beside.orElseGet(() -> started(consumer, Optional.empty())));
      case TAKE_IN -> takeIn();
      case REMEMBER -> {
        policy = policy.rememberedOtherwise();
        restart();
      }
      case PAUSE -> pause(Target.consumer(consumer));
      case HALT -> pause(Target.destination(name));
    }
  }

  private List<ParkedCase> parked() {
    return estate.operations().parked().waiting(consumer, 0, ALL);
  }

  private void pause(Target target) {
    estate.operations().pauses().pause(target, true, BY);
    paused.add(target);
  }

  private List<String> queues() {
    return List.of(name, name + ".probe", Routes.outOf(name), Neighbour.of(name));
  }

  /** As if each had waited for so long. */
  private void expire(String table) {
    looks.execute(EXPIRE.formatted(table, consumer));
  }

  private void restart() {
    estate.close();
    estate = started();
  }

  /**
   * A change that is meant; back, where there is a former memory already, as there is room for one.
   */
  private void accept(Case other) {
    Case before = policy;
    policy = other;
    estate.close();
    for (int i = 0; i < 3; i++) {
      try {
        estate = started();
        return;
      } catch (SemelException refused) {
        String why = String.valueOf(refused.getMessage());
        if (!why.contains("SEMEL-0430")) {
          throw refused;
        }
        Matcher value = ACCEPT.matcher(why);
        if (value.find()) {
          accepted = value.group(1);
        } else {
          policy = before;
        }
      }
    }
    throw new IllegalStateException("a change is refused again and again");
  }

  /** What waits under its name would stay there; it goes back if the new name is refused. */
  private void goesOnAs(String other) {
    if (looks.number(WAITING, name, name) > 0) {
      return;
    }
    estate.close();
    try {
      estate = started(other);
      consumer = other;
    } catch (SemelException refused) {
      if (!String.valueOf(refused.getMessage()).contains("SEMEL-0434")) {
        throw refused;
      }
      estate = started();
    }
  }

  /** From its freezing to its end, however often it stops by itself on the way. */
  private void plan(Selection selection) {
    plan(selection, () -> {});
  }

  /**
   * The same.
   *
   * @param meanwhile what happens between its freezing and its start
   */
  private void plan(Selection selection, Runnable meanwhile) {
    PlanActs plans = estate.operations().plans();
    if (!(plans.freeze(selection, new Plan.Pace(1_000, 100), BY) instanceof Made.Frozen frozen)) {
      return;
    }
    Plan plan = frozen.plan();
    meanwhile.run();
    if (played.has(Key.APPROVAL, "1") && plan.progress().size() > 1) {
      plans.start(plan.id(), BY); // in vain
      if (plans.find(plan.id()).orElseThrow().progress().state() != Plan.State.FROZEN) {
        throw new IllegalStateException("a plan runs to which no second person has agreed");
      }
      plans.approve(plan.id(), plan.progress().digest(), SECOND);
    }
    plans.start(plan.id(), BY);
    comes(
        "plan " + plan.id() + " is done",
        () -> {
          estate.worksOnPlans();
          Plan.State state = plans.find(plan.id()).orElseThrow().progress().state();
          if (state == Plan.State.STOPPED) {
            plans.resume(plan.id(), BY);
          }
          return state == Plan.State.DONE;
        });
    quiet();
    for (String key : looks.texts(PRAISED, plan.id())) {
      throw new IllegalStateException("a plan says that " + key + " took effect, and it is parked");
    }
  }

  private List<KeptMessage> kept() {
    return estate.operations().kept().kept(consumer, 0, ALL);
  }

  private void replay(List<KeptMessage> all) {
    all.forEach(one -> estate.operations().kept().replay(one.id(), BY));
    quiet();
  }

  private void rebuild() {
    if (played.has(Key.REPLAY, "forbidden")) {
      return; // the next copy would take effect instead
    }
    List<KeptMessage> all = kept();
    Set<Identity> forgotten = new HashSet<>();
    for (KeptMessage one : all) {
      if (!(estate.operations().identities().forget(one.identity(), BY) instanceof Obstacle)) {
        forgotten.add(one.identity());
      }
    }
    replay(all.stream().filter(one -> forgotten.contains(one.identity())).toList());
  }

  /** So that its versions may come again, and none is known any more. */
  private void setBack() {
    List<String> aggregates = looks.texts(AT_REST, name);
    Set<String> known = new TreeSet<>(looks.texts(CLAIMED, name, name));
    known.addAll(looks.texts(STORED, name));
    known.stream()
        .filter(key -> aggregates.contains(Version.of(dated.own(key)).aggregate()))
        .forEach(key -> estate.operations().identities().forget(new Identity(consumer, key), BY));
    for (String aggregate : aggregates) {
      comes(
          aggregate + " is set back",
          () ->
              estate.operations().gaps().setBack(new Identity(consumer, aggregate), 0, BY)
                  instanceof SetBack);
    }
  }

  private void takeIn() {
    estate.close();
    before.add(Case.neverSeen(before));
    before.stream().filter(Sent::mayBeGivenUp).forEach(post::send);
    server.broker().giveUpOn(name);
    estate = started();
    comes(
        "all dead letters are taken in",
        () -> {
          Object unused = estate.operations().deadLetters().takeIn(consumer, "DLQ", ALL, BY);
          return server.broker().deadLetters(name) == 0;
        });
  }

  private boolean isFull(String text) {
    return staging.atTheProvider(text.substring(0, text.indexOf(' '))).isPresent();
  }

  private List<Gap> gaps() {
    return estate.operations().gaps().open(consumer, ALL);
  }

  private List<IntentRecord> parkedIntents() {
    return estate
        .operations()
        .intents()
        .list(name, IntentFilter.of(IntentState.PARKED), Optional.empty(), ALL);
  }

  /** Waits for something that comes true by itself. */
  private void comes(String what, BooleanSupplier there) {
    ends(what, () -> there.getAsBoolean() ? "" : "not yet");
  }

  /**
   * The same.
   *
   * @param left what is still under way, in words; nothing when it has ended
   */
  private void ends(String what, Supplier<String> left) {
    await(what)
        .atMost(patience)
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(LOOKS)
        .until(left::get, String::isEmpty);
  }

  /** Until everything that was sent has come to its end. */
  private void quiet() {
    ends("all is quiet with the neighbour", () -> recovering(neighbour::stirs));
    if (!paused.isEmpty()) {
      List<Target> all = List.copyOf(paused);
      paused.clear();
      upon(() -> all.forEach(target -> estate.operations().pauses().resume(target, BY)));
    }
    Stir stir = new Stir(server, looks, name, played);
    boolean waits = played.has(Key.WAITED, "days");
    ends(
        "all is quiet",
        () -> {
          if (waits) {
            clock.passesForWhatIsStored();
          }
          return recovering(() -> stirs(stir));
        });
  }

  /** The neighbour, too: what recovery ends in the meantime may be its. */
  private String stirs(Stir stir) {
    String own = stir.now();
    return own.isEmpty() ? neighbour.stirs() : own;
  }

  /** What stirs, or waits for recovery where a branch of the case was struck. */
  private String recovering(Supplier<String> stirs) {
    boolean struck = leavesDoubt();
    boolean severed = strikes.filter(Strike.Watch::isSevered).isPresent();
    Optional<Xid> broken = strikes.flatMap(Strike.Watch::broken);
    if (severed || broken.isPresent()) {
      startAnew(broken);
    }
    String waits = struck ? doubt.recovered() : "";
    String left = waits.isEmpty() ? stirs.get() : waits;
    return left.isEmpty() && leavesDoubt() != struck ? "struck just now" : left;
  }

  private boolean leavesDoubt() {
    return strikes.filter(Strike.Watch::leavesDoubt).isPresent();
  }

  /** In place of a process that has ended: what it had in hand ends with its connections. */
  private void startAnew(Optional<Xid> broken) {
    estate.camel.getShutdownStrategy().setTimeout(1); // it waits for what cannot end any more
    estate.close();
    broken.ifPresent(Doubt::forget);
    strikes.orElseThrow().isBuried();
    pool.ifPresent(open -> open.flush(AgroalDataSource.FlushMode.ALL));
    estate = started();
  }

  /** What was prepared before must have ended; others are prepared for a moment. */
  private void nothingIsInDoubt() {
    Instant before = Instant.now();
    ends("nothing is in doubt", () -> doubt.before(before));
  }

  @Override
  public void close() {
    beside.ifPresent(SmallEstate::close);
    estate.close();
    endOfFullness.run();
    provider.close();
    ordered.close();
    pool.ifPresent(AgroalDataSource::close);
    for (String queue : queues()) {
      comes("no one receives from " + queue + " any more", () -> server.broker().isRemoved(queue));
    }
    session.close();
    looks.texts(Staging.LEAVES, name);
    looks.close();
  }
}
