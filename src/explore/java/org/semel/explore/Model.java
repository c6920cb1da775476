// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.semel.explore.Part.Act;
import org.semel.explore.Part.Moment;
import org.semel.explore.Part.Sent;
import org.semel.explore.Part.Step;
import org.semel.explore.Trouble.Cause;
import org.semel.explore.Trouble.Verdict;

/**
 * What Semel promises, as far as the explorer draws it:
 *
 * <ol>
 *   <li>The first message of an identity takes effect once, with all its intents, whatever passes.
 *   <li>Copies of it are absorbed. Another body under its identity is parked, as a conflict.
 *   <li>A message that always fails is parked after its attempts, and nothing of it takes effect.
 *       Released when what was wrong is put right, it takes effect once; withdrawn, never.
 *   <li>A message that cannot be identified or read is parked for that reason, each time it comes.
 *   <li>A message whose time to live has passed while it waited is parked, or takes effect, as the
 *       policy says.
 *   <li>A version takes effect behind the one before it, and is held until then, as are those
 *       behind one that is parked. After the deadline the first that is held is parked as a gap,
 *       unless the next one is parked. Once the missing ones are declared lost, those behind take
 *       effect, and no lost one does; what is parked is not missing.
 *   <li>An intent takes effect once outside. One that is refused is parked; so is one whose outcome
 *       nobody knows, where the provider ignores keys, and a person may send it again.
 *   <li>What a bean does by one of the helpers takes effect once, however often the message comes;
 *       one that finds what another message has made is parked, or changes nothing where that is a
 *       later version.
 *   <li>What took effect is remembered for as long as the policy says, from its effect; or from the
 *       time at which its identity was minted, if it has one, and what comes later is parked. A
 *       longer memory counts at once, a shorter one once the longer one has passed.
 *   <li>Nothing else happens: who has no trouble takes effect, whatever befalls the others.
 * </ol>
 *
 * Which of several bodies is first the model does not say; its caller names the one that was.
 */
final class Model {

  private final Case played;
  private final Map<String, String> firsts;
  private final Map<String, Identity> identities = new TreeMap<>();
  private final Map<String, Aggregate> aggregates = new TreeMap<>();
  private final List<String> parkedWithoutClaim = new ArrayList<>();
  private final Set<String> outOfTime = new TreeSet<>();
  private final List<Sent> before = new ArrayList<>();
  private boolean mended;

  private final Set<Letter> letters = new LinkedHashSet<>();
  private final Set<String> repeated = new TreeSet<>();
  private final Horizon memory;
  private final Horizon evidence = new Horizon(Duration.ofDays(30));
  private Case policy;

  /** How far the clock was moved. */
  private Duration now = Duration.ZERO;

  private enum State {
    EFFECT,
    HELD,
    PARKED,
    WITHDRAWN,
    OLD
  }

  /** How far an aggregate has come, and what is held behind. */
  private static final class Aggregate {
    private final TreeMap<Long, String> held = new TreeMap<>();
    private long reached;
    private boolean told;
  }

  /** What is known of one identity. */
  private static final class Identity {
    private final Set<String> conflicts = new TreeSet<>();
    private final List<String> rows = new ArrayList<>();
    private final Set<String> helped = new TreeSet<>();
    private final List<Intent> intents = new ArrayList<>();
    private State state = State.PARKED;
    private String reason = "EXPIRED";
    private boolean erased;
    private boolean forgotten;
    private boolean known;
    private boolean lapsed;
    private boolean repeated;
    private boolean expired;
    private int repeats;
    private Duration effectAt = Duration.ZERO;

    private boolean waits() {
      return state == State.HELD || state == State.PARKED;
    }

    /** It has taken effect, and none of its intents waits for a person. */
    private boolean isSettled() {
      return state == State.EFFECT && intents.stream().noneMatch(Intent::isParked);
    }
  }

  /**
   * A message on which the broker had given up, and which is parked since it was taken in; its
   * copies are one case.
   */
  private record Letter(String key, String value) {}

  /** What is known of one intent. */
  private static final class Intent {
    private final String body;
    private final boolean other;
    private String state = "";
    private int applied;
    private Duration settledAt = Duration.ZERO;
    private boolean forgotten;

    private Intent(String body, boolean other) {
      this.body = body;
      this.other = other;
    }

    private boolean isParked() {
      return state.startsWith("parked");
    }
  }

  /**
   * A model of this case.
   *
   * @param firsts for each key the value of the message that was first, as it was found
   */
  Model(Case played, Map<String, String> firsts) {
    this.played = played;
    this.policy = played;
    this.memory = new Horizon(played.remembered());
    this.firsts = firsts;
  }

  /** What there is when all is over. */
  Tally expected() {
    for (Moment moment : played.moments()) {
      if (moment instanceof Sent sent) {
        before.add(sent);
        sent(sent);
      } else if (moment instanceof Act act) {
        aggregates.forEach(this::tellOfAGap);
        act(act);
      }
    }
    aggregates.forEach(this::tellOfAGap);
    Tally expected = new Tally();
    unclaimed(played, parkedWithoutClaim).forEach(expected::add);
    letters.forEach(
        letter -> expected.add("parked DEAD_LETTERED " + letter.key() + " " + letter.value()));
    outOfTime.forEach(message -> expected.add("parked OUT_OF_TIME " + message));
    identities.forEach((key, identity) -> tell(key, identity, expected));
    if (played.has(Key.GAP_DEADLINE, "1s")) {
      aggregates.forEach(
          (key, aggregate) -> expected.add("parked GAP " + key, aggregate.told ? 1 : 0));
    }
    return expected;
  }

  /** The keys of which each delivery runs through the route, so that a row may be there again. */
  Set<String> repeated() {
    return repeated;
  }

  private void sent(Sent sent) {
    switch (sent.kind()) {
      case KEYLESS, BLANK -> park("NO_IDENTITY", sent.copies());
      case OBJECT -> park("TYPE_REFUSED", sent.copies());
      case CROWD -> {
        for (int i = 0; i < sent.copies(); i++) {
          arrives(sent.key() + i, sent.value());
        }
      }
      case LARGE, DIGITS -> {
        if (played.has(Key.MAX_BODY, "64KiB")) {
          park("BODY_TOO_LARGE", sent.copies());
        } else {
          arrives(sent.key(), sent.value());
        }
      }
      case SPACED -> arrives(sent.key(), sent.value() + "~");
      case TEXT, BYTES, MAP, VERSION, RESERVED -> arrives(sent.key(), sent.value());
      case CHAIN -> {
        for (int version = sent.copies(); version > 0; version--) {
          arrives(Version.key(sent.key(), version), sent.value());
        }
      }
      case PLACELESS -> park("NO_IDENTITY", sent.copies());
      case STALE -> outOfTime.add(sent.key() + " " + sent.value());
    }
  }

  private void park(String what, int copies) {
    for (int i = 0; i < copies; i++) {
      parkedWithoutClaim.add(what);
    }
  }

  /** The first is handled; what comes under its identity afterwards is a copy, or a conflict. */
  private void arrives(String key, String value) {
    if (!identities.containsKey(key) && isOutOfTime(key)) {
      outOfTime.add(key + " " + value);
      return;
    }
    Identity identity = identities.get(key);
    if (identity == null) {
      identity = new Identity();
      identities.put(key, identity);
      identity.known = remembers();
      if (policy.repeats()) {
        repeated.add(key);
      }
      inTurn(key, identity);
    } else if (identity.forgotten) {
      identity.forgotten = false;
      inTurn(key, identity);
    } else if (!identity.known && remembers()) {
      identity.known = true;
      identity.lapsed = true;
      if (!played.isOrdered()) {
        inTurn(key, identity);
      }
    }
    if (identity.state == State.OLD) {
      return;
    }
    if (!fingerprint(value).equals(fingerprint(first(key)))) {
      identity.conflicts.add(fingerprint(value));
    }
  }

  /**
   * Minted before everything that is remembered: no one can tell whether it took effect, unless
   * another consumer remembers that day still.
   */
  private boolean isOutOfTime(String key) {
    return played.hasEventTime() && Minted.age(key).plus(now).compareTo(played.remembered()) > 0;
  }

  /**
   * What is forgotten takes effect once more, unless its intents are recorded: then it fails on
   * their keys. What is stored first leaves them out where a person has said that it is forgotten.
   */
  private void comesAgain(String key, Identity identity) {
    boolean byPerson = !identity.lapsed;
    if (identity.intents.stream().allMatch(intent -> intent.forgotten)
        || !policy.claims()
        || (byPerson && played.has(Key.PROTOCOL, "store-first"))) {
      repeat(key, identity);
    } else {
      identity.state = State.PARKED;
      identity.reason = "ATTEMPTS_EXHAUSTED";
      identity.repeated = true;
    }
  }

  /** All but those intents that are recorded still. */
  private void repeat(String key, Identity identity) {
    takesEffect(identity);
    for (Intent intent : identity.intents) {
      if (intent.forgotten) {
        intent.forgotten = false;
        deliver(key, intent);
      }
    }
    identity.repeats++;
    identity.erased = false;
    identity.forgotten = false;
  }

  private void takesEffect(Identity identity) {
    identity.state = State.EFFECT;
    identity.effectAt = now;
  }

  /** What took effect is remembered for as long as the policy says, and no longer. */
  private void daysPass() {
    now = now.plus(Clock.STEP);
    if (played.hasEventTime()) {
      return; // what comes again is known, or out of time
    }
    identities.values().stream()
        .filter(one -> one.state == State.EFFECT && !played.repeats())
        .filter(one -> memory.hasPassed(one.effectAt, now) && !isAmongLetters(one))
        .forEach(
            one -> {
              one.forgotten = true;
              one.lapsed = true;
            });
    identities.values().stream()
        .flatMap(identity -> identity.intents.stream())
        .filter(intent -> !intent.isParked() && evidence.hasPassed(intent.settledAt, now))
        .forEach(intent -> intent.forgotten = true);
  }

  private void release(String key, Identity identity) {
    if (!identity.repeated) {
      inTurn(key, identity);
    } else if ((identity.lapsed || !played.has(Key.REPLAY, "forbidden"))
        && !(identity.expired && played.has(Key.EXPIRED, "park"))) {
      repeat(key, identity);
      if (played.isOrdered()) {
        moveOn(aggregate(key));
      }
    }
  }

  /** It is handled behind the version before it; where no order is kept, at once. */
  private void inTurn(String key, Identity identity) {
    if (!played.isOrdered()) {
      handle(key, identity);
      return;
    }
    Version version = Version.of(key);
    Aggregate aggregate = aggregate(key);
    if (version.number() <= aggregate.reached) {
      identity.state = State.OLD;
      return;
    }
    identity.state = State.HELD;
    aggregate.held.put(version.number(), key);
    advance(aggregate);
  }

  /** Those that follow without a gap, up to one that is parked. */
  private void advance(Aggregate aggregate) {
    String key = aggregate.held.remove(aggregate.reached + 1);
    if (key != null) {
      Identity identity = identity(key);
      handle(key, identity);
      if (identity.state == State.EFFECT) { // one that is parked instead closes no gap
        moveOn(aggregate);
      }
    }
  }

  private void moveOn(Aggregate aggregate) {
    aggregate.told = false;
    aggregate.reached++;
    advance(aggregate);
  }

  private Aggregate aggregate(String key) {
    return aggregates.computeIfAbsent(Version.of(key).aggregate(), any -> new Aggregate());
  }

  /** Those of which nothing waits, and so much of them as can be forgotten. */
  private void setBack() {
    aggregates.forEach(
        (name, aggregate) -> {
          List<Identity> versions =
              identities.entrySet().stream()
                  .filter(one -> Version.of(one.getKey()).aggregate().equals(name))
                  .map(Map.Entry::getValue)
                  .toList();
          if (versions.stream().noneMatch(Identity::waits)) {
            aggregate.reached = 0;
            versions.stream().filter(this::canBeForgotten).forEach(one -> one.forgotten = true);
          }
        });
  }

  /** Whether an identity is known from now on, and not by its aggregate alone. */
  private boolean remembers() {
    return policy.claims() || played.has(Key.PROTOCOL, "store-first");
  }

  /** What nothing remembers needs not be forgotten. */
  private boolean canBeForgotten(Identity identity) {
    return !remembers() || identity.isSettled() || identity.state == State.OLD;
  }

  /** Once all is quiet. What is parked is not missing. */
  private void tellOfAGap(String key, Aggregate aggregate) {
    if (!aggregate.held.isEmpty() && firstParked(key, aggregate) > aggregate.reached + 1) {
      aggregate.told = true;
    }
  }

  /**
   * Those with a gap before what is held that ended before the deadline, or behind it, when the
   * next version was parked: what was told then stays, and how long that took no one knows.
   */
  Set<String> toldOrNot() {
    return aggregates.entrySet().stream()
        .filter(one -> !one.getValue().held.isEmpty() && !one.getValue().told)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** Those before what is held, or parked, take no effect any more. */
  private void lose(String key, Aggregate aggregate) {
    if (!aggregate.held.isEmpty()) {
      long held = aggregate.held.firstKey();
      long first = Math.min(held, firstParked(key, aggregate));
      aggregate.told &= first < held;
      aggregate.reached = first - 1;
      advance(aggregate);
    }
  }

  /** The first parked version behind that of an aggregate. */
  private long firstParked(String aggregate, Aggregate state) {
    return identities.entrySet().stream()
        .filter(one -> one.getValue().state == State.PARKED)
        .map(one -> Version.of(one.getKey()))
        .filter(one -> one.aggregate().equals(aggregate) && one.number() > state.reached)
        .mapToLong(Version::number)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private Identity identity(String key) {
    return Objects.requireNonNull(identities.get(key));
  }

  private String first(String key) {
    return firsts.getOrDefault(key, "?");
  }

  /** By what two bodies are compared. */
  private String fingerprint(String value) {
    return switch (played.value(Key.FINGERPRINT)) {
      case "none" -> "";
      case "json" -> value.replace("~", "");
      default -> value;
    };
  }

  /** It takes effect, or stays parked. */
  private void handle(String key, Identity identity) {
    if (identity.expired && played.has(Key.EXPIRED, "park")) {
      identity.state = State.PARKED;
      return;
    }
    if (played.isRefused(key) || (!mended && played.isForEver(key, false, Verdict.COUNTS))) {
      identity.state = State.PARKED;
      identity.reason = "ATTEMPTS_EXHAUSTED";
      return;
    }
    if (!identity.rows.isEmpty()) {
      comesAgain(key, identity);
      return;
    }
    takesEffect(identity);
    String message = key + " " + first(key);
    identity.rows.add("row " + message + " first");
    for (int i = 0; i < played.steps().size(); i++) {
      Step step = played.steps().get(i);
      for (String part : parts(step, key, "s" + i)) {
        if (step.isHelped()) {
          if (!(played.has(Key.RIVALS, "there") && Helpers.isOvertaken(key))) {
            identity.helped.add("helped " + key + " " + part);
          }
        } else if (step.records()) {
          Intent intent = new Intent(message + " " + part, step.work() == Step.Work.OTHER);
          identity.intents.add(intent);
          deliver(key, intent);
        } else {
          identity.rows.add("row " + message + " " + part);
        }
      }
    }
  }

  private static Set<String> parts(Step step, String key, String label) {
    return switch (step.way()) {
      case SPLIT -> Set.of(label + ".0", label + ".1", label + ".2");
      case HIDING -> Set.of();
      case CHOICE -> Routes.isChosen(key) ? Set.of(label) : Set.of();
      case PLAIN, CAUGHT, CALLED, CHOSEN, LISTED -> Set.of(label);
    };
  }

  /**
   * What ends by itself is repeated until it is over: under its key, or as it certainly was not
   * done.
   */
  private void deliver(String key, Intent intent) {
    Cause cause =
        played
            .trouble(key, true)
            .filter(trouble -> trouble.isForEver() && !mended && !intent.other)
            .map(Trouble::cause)
            .orElse(null);
    if (cause == null) {
      intent.state = "delivered";
      intent.settledAt = now;
      intent.applied = again(intent);
    } else if (cause.verdict == Verdict.REFUSED) {
      intent.state = "parked REFUSED";
    } else {
      boolean first = intent.state.isEmpty();
      intent.state = "parked OUTCOME_UNKNOWN";
      if (cause == Cause.FAILS_AFTER || (cause == Cause.THEN_DECLINED && first)) {
        intent.applied = again(intent);
      }
    }
  }

  /** How often it has taken effect outside when it comes there once more. */
  private int again(Intent intent) {
    boolean known = intent.other || played.has(Key.KEYS, "honoured");
    return known ? 1 : intent.applied + 1;
  }

  private void act(Act act) {
    switch (act) {
      case MEND -> mended = true;
      case RESEND -> before.forEach(this::sent);
      case RELEASE, PLAN -> {
        identities.forEach(
            (key, identity) -> {
              if (identity.state == State.PARKED) {
                release(key, identity);
              }
            });
        letters.removeIf(this::isReleased);
      }
      case LOSE -> aggregates.forEach(this::lose);
      case WITHDRAW -> withdraw();
      case RETRY, PLAN_RETRY, PLAN_LATE -> identities.forEach(this::retry);
      case SETTLE -> settle("delivered");
      case GIVE_UP -> settle("withdrawn");
      case REBUILD -> replay(identity -> !played.isOrdered());
      case REPLAY -> replay(identity -> identity.forgotten);
      case FORGET -> settled().forEach(identity -> identity.forgotten = true);
      case ERASE -> erase();
      case DAYS -> daysPass();
      case EXPIRE ->
          identities.values().stream().filter(Identity::waits).forEach(one -> one.expired = true);
      case RESTART, CHANGE, IDENTITY, STRATEGY, NAME, PAUSE, HALT, JOIN -> {} // nothing changes
      case SET_BACK -> setBack();
      case CLAIMS -> policy = policy.withOrWithoutClaims();
      case TAKE_IN -> takeIn();
      case REMEMBER -> {
        policy = policy.rememberedOtherwise();
        memory.change(policy.remembered(), now);
      }
    }
  }

  private void takeIn() {
    before.add(Case.neverSeen(before));
    before.stream()
        .filter(Sent::mayBeGivenUp)
        .forEach(sent -> keys(sent).forEach(key -> letters.add(new Letter(key, sent.value()))));
  }

  /** Those of its messages, in their order. */
  private static List<String> keys(Sent sent) {
    return IntStream.range(0, sent.copies())
        .mapToObj(
            i ->
                switch (sent.kind()) {
                  case CROWD -> sent.key() + i;
                  case CHAIN -> Version.key(sent.key(), sent.copies() - i);
                  default -> sent.key();
                })
        .toList();
  }

  /** What is known is absorbed. What a person has had forgotten takes effect once more. */
  private boolean isReleased(Letter letter) {
    Identity identity = identities.get(letter.key());
    if (identity == null) {
      arrives(letter.key(), letter.value());
    } else if (identity.forgotten) {
      if (played.has(Key.REPLAY, "forbidden") && !identity.lapsed) {
        return false;
      }
      repeat(letter.key(), identity);
    } else {
      identity.effectAt = now;
    }
    return true;
  }

  private boolean isAmongLetters(Identity identity) {
    return letters.stream().anyMatch(letter -> identities.get(letter.key()) == identity);
  }

  private void withdraw() {
    parkedWithoutClaim.clear();
    letters.clear();
    outOfTime.clear();
    for (Identity identity : identities.values()) {
      identity.conflicts.clear();
      if (identity.state == State.PARKED) {
        identity.state = State.WITHDRAWN;
      }
    }
  }

  private void settle(String as) {
    identities.values().stream()
        .flatMap(identity -> identity.intents.stream())
        .filter(Intent::isParked)
        .forEach(
            intent -> {
              intent.state = as;
              intent.settledAt = now;
            });
  }

  /** What is kept takes effect again, but for its intents, which are recorded already. */
  private void replay(Predicate<Identity> which) {
    if (keeps() && !played.has(Key.REPLAY, "forbidden")) {
      identities.entrySet().stream()
          .filter(one -> one.getValue().isSettled())
          .filter(one -> which.test(one.getValue()) && !one.getValue().erased)
          .forEach(one -> repeat(one.getKey(), one.getValue()));
    }
  }

  private void erase() {
    settled()
        .filter(identity -> identity.conflicts.isEmpty() && !isAmongLetters(identity))
        .forEach(identity -> identity.erased = true);
  }

  private Stream<Identity> settled() {
    return identities.values().stream().filter(Identity::isSettled);
  }

  private boolean keeps() {
    return played.has(Key.KEEP_BODY, "true");
  }

  private void retry(String key, Identity identity) {
    for (Intent intent : identity.intents) {
      if (intent.isParked()) {
        deliver(key, intent);
      }
    }
  }

  /**
   * How often what has no identity is parked: each time that it comes, and so once more where
   * nobody knows whether its transaction took effect, or the broker loses that it came (limits.md,
   * "A parked message counts").
   */
  static List<String> unclaimed(Case played, List<String> reasons) {
    boolean again =
        played.troubles().stream()
                .anyMatch(one -> one.cause() == Cause.LOST || one.cause() == Cause.HEURISTIC)
            || played.strike().isPresent();
    return (again ? reasons.stream().distinct() : reasons.stream())
        .map(reason -> "parked " + reason)
        .toList();
  }

  private void tell(String key, Identity identity, Tally expected) {
    identity.rows.forEach(
        row -> expected.add(row, repeated.contains(key) ? 1 : 1 + identity.repeats));
    identity.helped.forEach(expected::add);
    identity.conflicts.forEach(other -> expected.add("parked CONFLICT " + key + " " + other));
    if (identity.state == State.PARKED) {
      expected.add("parked " + identity.reason + " " + key + " " + first(key));
    }
    if (identity.state == State.HELD) {
      expected.add("held " + key + " " + first(key));
    }
    for (Intent intent : identity.intents) {
      expected.add("intent " + intent.state, intent.forgotten ? 0 : 1);
      expected.add((intent.other ? "other " : "applied ") + intent.body, intent.applied);
    }
  }
}
