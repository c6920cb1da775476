// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.semel.explore.Part.Act;
import org.semel.explore.Part.Moment;
import org.semel.explore.Part.Sent;
import org.semel.explore.Part.Step;
import org.semel.explore.Trouble.Cause;
import org.semel.explore.Trouble.Place;
import org.semel.explore.Trouble.Verdict;
import org.semel.model.Choices;
import org.semel.model.Shrinking;

/**
 * All that is left to chance in one play, drawn before it begins: a policy, a route, what goes
 * wrong, and what happens one after the other.
 */
record Case(List<Part> parts) {

  /** So few that much befalls each. */
  private static final int MOST_KEYS = 4;

  /** Of so many cases one is of an application that must not start. */
  private static final int RARE = 12;

  /** So often a trouble is drawn until one can happen. */
  private static final int TRIES = 6;

  private static final int MOST_STATEMENTS = 80;
  private static final int MOST_CALLS = 12;

  /** Apart from the others. */
  private static final long LATER_KEYS = 15_485_863L;

  private static final long HELPED = 32_452_843L;

  /** What a statement does not return from. */
  private static final Strike.Cause[] DEADLY = {
    Strike.Cause.MEMORY, Strike.Cause.THREAD_DEATH, Strike.Cause.KILL, Strike.Cause.KILL
  };

  private static final int MOST_AGGREGATES = 2;
  private static final int MOST_VERSIONS = 5;

  /** Drawn more often, as many of them cannot be in most cases. */
  private static final Cause[] OUTSIDE = {
    Cause.NOT_NOW,
    Cause.HANDSHAKE,
    Cause.FULL,
    Cause.DECLINED,
    Cause.FAILS_BEFORE,
    Cause.FAILS_AFTER,
    Cause.THEN_DECLINED
  };

  /** What is done in a case in which days pass, those more often that a memory goes by. */
  private static final Act[] WHILE_DAYS_PASS = {
    Act.DAYS,
    Act.DAYS,
    Act.DAYS,
    Act.MEND,
    Act.RELEASE,
    Act.RELEASE,
    Act.PLAN,
    Act.RESEND,
    Act.RESEND,
    Act.RETRY,
    Act.SETTLE,
    Act.GIVE_UP,
    Act.ERASE,
    Act.RESTART,
    Act.PAUSE
  };

  private static final Setting AWAY = new Setting(Key.AWAY, "at-first");
  private static final Setting RIVALS = new Setting(Key.RIVALS, "there");
  private static final List<Act> A_CHANGE = List.of(Act.REMEMBER);

  Case {
    parts = List.copyOf(parts);
  }

  /** The case of this text, a line for each part. */
  static Case of(String text) {
    return new Case(text.lines().filter(line -> !line.isBlank()).map(Part::of).toList());
  }

  /** The case of this number of a run. */
  static Case drawn(long seed, int number) {
    Choices by = Choices.seeded(seed * 1_000_003L + number);
    List<Part> parts = new ArrayList<>(settings(by, Choices.seeded(seed * LATER_KEYS + number)));
    if (by.any(RARE) == 0) {
      parts.add(one(by, Unfit.values()));
    }
    times(
        1 + by.any(3),
        () -> parts.add(new Step(one(by, Step.Way.values()), one(by, Step.Work.USUAL))));
    addHelped(parts, Choices.seeded(seed * HELPED + number));
    if (by.any(4) == 0) {
      parts.add(struck(by, Choices.seeded(seed * MOST_STATEMENTS + number), new Case(parts)));
    }
    boolean ordered = new Case(parts).isOrdered();
    times(1 + by.any(6), () -> parts.add(fitting(by, parts, ordered)));
    if (new Case(parts).isDated() && by.any(2) == 0) {
      times(2 + by.any(4), () -> parts.add(plain(by)));
      times(3 + by.any(6), () -> parts.add(one(by, WHILE_DAYS_PASS)));
    } else {
      times(2 + by.any(5), () -> parts.add(sent(by, ordered)));
      times(1 + by.any(4), () -> parts.addAll(laterMoments(by, ordered)));
    }
    Choices besides = Choices.seeded(seed * 7_368_787L + number);
    if (besides.any(4) == 0) {
      parts.add(amongMoments(besides, parts), one(besides, Act.ACCEPTED));
    }
    Choices memory = Choices.seeded(seed * 15_485_863L + number);
    if (memory.any(4) == 0) {
      addAll(memory, parts, new Case(parts).isDated() ? aMemoryThatChanges(memory) : A_CHANGE);
    }
    Choices letters = Choices.seeded(seed * 49_979_687L + number);
    if (letters.any(6) == 0) {
      parts.removeIf(Act.EXPIRE::equals);
      addAll(letters, parts, List.of(Act.TAKE_IN, Act.RELEASE));
    }
    Choices nodes = Choices.seeded(seed * 86_028_121L + number);
    if (nodes.any(6) == 0) {
      parts.removeIf(Case::isNotBesideAnother);
      addAll(nodes, parts, List.of(Act.JOIN, Act.RESEND));
      return new Case(parts).possible();
    }
    Choices claims = Choices.seeded(seed * 67_867_967L + number);
    if (claims.any(6) == 0 && new Case(parts).has(Key.IDENTITY_TIME, "none")) {
      parts.removeIf(Case::isNotWithOtherClaims);
      addAll(claims, parts, List.of(Act.CLAIMS, Act.RESEND));
      times(claims.any(2), () -> addAll(claims, parts, List.of(Act.CLAIMS, Act.RESEND)));
      return new Case(parts).possible();
    }
    Choices back = Choices.seeded(seed * 32_452_843L + number);
    if (ordered && back.any(3) == 0) {
      List<Part> left = new ArrayList<>(new Case(parts).without(Case::isNotSetBack).parts);
      addAll(back, left, List.of(Act.SET_BACK, Act.RESEND));
      return new Case(left).possible();
    }
    return new Case(parts).possible();
  }

  private static void addHelped(List<Part> parts, Choices by) {
    Step.Work[] helping = Step.Work.helping(new Case(parts).value(Key.STRATEGY));
    times(
        helping.length > 0 ? by.any(3) : 0,
        () -> parts.add(new Step(one(by, Step.Way.values()), one(by, helping))));
  }

  /** A shorter memory, or a longer one; days on both sides of it, and what comes back then. */
  private static List<Act> aMemoryThatChanges(Choices by) {
    List<Act> acts = new ArrayList<>(A_CHANGE);
    times(by.any(2), () -> acts.add(Act.REMEMBER));
    times(1 + by.any(4), () -> acts.add(Act.DAYS));
    times(by.any(3), () -> acts.add(Act.RESEND));
    return acts;
  }

  private static void addAll(Choices by, List<Part> parts, List<Act> acts) {
    acts.forEach(act -> parts.add(amongMoments(by, parts), act));
  }

  /** Behind the first that is sent, which is no act. */
  private static int amongMoments(Choices by, List<Part> parts) {
    int moments = new Case(parts).moments().size();
    return parts.size() - by.any(Math.max(1, moments));
  }

  /**
   * At a statement, or wherever else.
   *
   * @param besides chooses where else, so that all else of a case is as it was without that
   */
  private static Strike struck(Choices by, Choices besides, Case before) {
    int at = 1 + by.any(MOST_STATEMENTS);
    Strike.When when = one(by, Strike.When.values());
    if (besides.any(4) == 0) {
      return new Strike(Strike.Place.STATEMENT, one(besides, DEADLY), at, when);
    }
    Strike drawn = anywhere(besides);
    for (int i = 1; i < MOST_STATEMENTS && !before.canStrike(drawn); i++) {
      drawn = anywhere(besides);
    }
    return drawn;
  }

  private static Strike anywhere(Choices by) {
    return new Strike(
        one(by, Strike.Place.values()),
        switch (by.any(4)) {
          case 0 -> Strike.Cause.THREAD_DEATH;
          case 1 -> Strike.Cause.KILL;
          default -> one(by, Strike.Cause.values());
        },
        1 + by.any(MOST_CALLS),
        one(by, Strike.When.values()));
  }

  /** Without what cannot be, and what cannot be without that. */
  private Case possible() {
    Case left = without(part -> !canBe(part));
    return left.equals(this) ? this : left.possible();
  }

  private static List<Setting> settings(Choices by, Choices later) {
    List<Setting> chosen = new ArrayList<>();
    for (Key key : Key.values()) {
      int first = (key.isLater() ? later : by).any(key.values.size());
      for (int i = 0; i < key.values.size(); i++) {
        Setting next = new Setting(key, key.values.get((first + i) % key.values.size()));
        if (chosen.stream().allMatch(one -> Setting.excluded(one, next).isEmpty())) {
          chosen.add(next);
          break;
        }
      }
    }
    return chosen;
  }

  /** One that can happen under this policy and on this route, if that is found soon. */
  private static Trouble fitting(Choices by, List<Part> before, boolean ordered) {
    Trouble drawn = trouble(by, ordered);
    for (int i = 1; i < TRIES && !new Case(before).with(drawn).canBe(drawn); i++) {
      drawn = trouble(by, ordered);
    }
    return drawn;
  }

  private static Trouble trouble(Choices by, boolean ordered) {
    Cause cause = one(by, by.any(2) == 0 ? OUTSIDE : Cause.values());
    List<Place> places = cause.places.stream().sorted().toList();
    Place place = places.get(by.any(places.size()));
    boolean ends = cause.verdict == Verdict.PASSES || cause.verdict == Verdict.CERTAIN;
    boolean stays = cause.verdict == Verdict.REFUSED;
    String some = ordered && by.any(2) == 0 ? version(by) : key(by);
    String key = by.any(4) == 0 ? "c" + by.any(MOST_KEYS) : some; // one of a crowd, or another
    int times = ends || (!stays && by.any(2) > 0) ? 1 + by.any(2) : Trouble.ALWAYS;
    return new Trouble(cause, place, place == Place.RECEIPT ? Trouble.ANYBODY : key, times);
  }

  private static List<Moment> laterMoments(Choices by, boolean ordered) {
    List<Moment> later = new ArrayList<>();
    later.add(one(by, Act.USUAL));
    times(by.any(4), () -> later.add(sent(by, ordered)));
    return later;
  }

  private static Sent sent(Choices by, boolean ordered) {
    int copies = 1 + by.any(3);
    if (ordered && by.any(2) == 0) {
      return version(by, copies);
    }
    return switch (by.any(14)) {
      case 0 -> new Sent("c", Sent.Kind.CROWD, "b1", 1 + by.any(100));
      case 1 -> new Sent("x", Sent.Kind.KEYLESS, "b1", copies);
      case 2 -> new Sent("x", Sent.Kind.BLANK, "b1", copies);
      case 3 -> new Sent("o" + by.any(2), Sent.Kind.OBJECT, "b1", 1);
      case 4 -> new Sent("l", Sent.Kind.LARGE, "b1", 1);
      case 5 -> new Sent("t" + by.any(2), Sent.Kind.STALE, "b1", copies);
      case 6 -> new Sent("d" + by.any(2), Sent.Kind.DIGITS, "b1", 1);
      case 7 -> new Sent("r" + by.any(Post.RESERVED.size()), Sent.Kind.RESERVED, "b1", copies);
      default -> ordinary(by, copies);
    };
  }

  /** One of those of which the model knows for how long they are remembered. */
  private static Sent plain(Choices by) {
    String key = key(by);
    return new Sent(key, kind(key), "b1", 1 + by.any(3));
  }

  private static Sent.Kind kind(String key) {
    return switch (key) {
      case "k0" -> Sent.Kind.BYTES;
      case "k1" -> Sent.Kind.MAP;
      default -> Sent.Kind.TEXT;
    };
  }

  private static Sent version(Choices by, int copies) {
    String value = by.any(6) == 0 ? "b2" : "b1";
    return switch (by.any(4)) {
      case 0 ->
          new Sent(
              "a" + by.any(MOST_AGGREGATES), Sent.Kind.CHAIN, value, 1 + by.any(MOST_VERSIONS));
      case 1 -> new Sent("p" + by.any(2), Sent.Kind.PLACELESS, value, copies);
      default -> new Sent(version(by), Sent.Kind.VERSION, value, copies);
    };
  }

  private static String version(Choices by) {
    return Version.key("a" + by.any(MOST_AGGREGATES), 1 + by.any(MOST_VERSIONS));
  }

  /** Those of one key are of one kind, but that its blanks may differ. */
  private static Sent ordinary(Choices by, int copies) {
    String key = key(by);
    boolean other = by.any(3) == 0;
    Sent.Kind kind = kind(key) == Sent.Kind.TEXT && by.any(5) == 0 ? Sent.Kind.SPACED : kind(key);
    return new Sent(key, kind, other ? "b2" : "b1", copies);
  }

  private static String key(Choices by) {
    return "k" + by.any(MOST_KEYS);
  }

  private static <E> E one(Choices by, E[] all) {
    return all[by.any(all.length)];
  }

  private static void times(int times, Runnable act) {
    for (int i = 0; i < times; i++) {
      act.run();
    }
  }

  /** Whether this part can be in this case; else the case is played without it. */
  private boolean canBe(Part part) {
    if (part == Act.REBUILD) {
      return !isOrdered(); // what is replayed is old, unless its aggregate is set back
    }
    if (part == Act.DAYS) {
      return isDated();
    }
    if (part == Act.FORGET) { // so that nobody has to say which body came next, under which policy
      List<Moment> moments = moments();
      return claims()
          && !isOrdered()
          && all(Sent.class).stream().allMatch(Case::isPlain)
          && !moments.contains(Act.CHANGE)
          && !moments.contains(Act.WITHDRAW);
    }
    if (part instanceof Act act && List.of(Act.ACCEPTED).contains(act)) {
      boolean timed = !has(Key.IDENTITY_TIME, "none");
      return (act == Act.NAME || timed == (act == Act.STRATEGY))
          && (claims() || has(Key.STRATEGY, "version"))
          && !moments().contains(Act.FORGET)
          && !moments().contains(Act.REBUILD);
    }
    if (part == Act.SET_BACK) {
      return canBeSetBack();
    }
    if (part == Act.REMEMBER) {
      return !hasEventTime();
    }
    if (part == Act.JOIN) {
      return unfit().isEmpty()
          && has(Key.ORDINARY, "none")
          && moments().stream().noneMatch(Case::isNotBesideAnother);
    }
    if (part == Act.CLAIMS) {
      return !isMinted()
          && steps().stream().noneMatch(Step::isHelped)
          && has(Key.STORED_RETENTION, "as-remember") // SEMEL-0101
          && moments().stream().noneMatch(Case::isNotWithOtherClaims)
          && moments().stream().filter(Act.CLAIMS::equals).count() <= 2;
    }
    if (part == Act.TAKE_IN) {
      return !hasEventTime() && !moments().contains(Act.EXPIRE);
    }
    if (part == Act.EXPIRE) { // else a copy may take effect in its place
      return isKnownToTheModel();
    }
    if (part == Act.ERASE) { // guarantees.md, "What was erased is compared with nothing"
      return claims() || !(has(Key.PROTOCOL, "store-first") || moments().contains(Act.CHANGE));
    }
    if (part instanceof Strike strike) {
      return unfit().isEmpty() && canStrike(strike);
    }
    if (part instanceof Unfit unfit) {
      return canStartOnlyFor(unfit);
    }
    if (part instanceof Step step && !canBeMade(step)) {
      return false;
    }
    if (part instanceof Setting setting) {
      return setting.equals(RIVALS) ? isKnownToTheModel() : !setting.equals(AWAY) || isAnswered();
    }
    return part instanceof Trouble trouble
        ? canHappen(trouble)
        : !(part instanceof Sent sent) || canBeSent(sent);
  }

  private boolean canBeMade(Step step) {
    boolean helped =
        !step.isHelped()
            || (List.of(Step.Work.helping(value(Key.STRATEGY))).contains(step.work())
                && (has(Key.STRATEGY, "natural") || strike().isEmpty())); // it has another pool
    return helped && (step.way() != Step.Way.HIDING || isKnownToTheModel());
  }

  private static final List<Act> NOT_SET_BACK =
      List.of(
          Act.CHANGE,
          Act.IDENTITY,
          Act.STRATEGY,
          Act.NAME,
          Act.WITHDRAW,
          Act.TAKE_IN,
          Act.EXPIRE,
          Act.REPLAY);

  /** What the model knows under one kind of memory. */
  private static final List<Act> WITH_ONE_MEMORY =
      List.of(
          Act.CHANGE,
          Act.IDENTITY,
          Act.STRATEGY,
          Act.NAME,
          Act.FORGET,
          Act.REBUILD,
          Act.REPLAY,
          Act.ERASE,
          Act.DAYS,
          Act.SET_BACK,
          Act.TAKE_IN);

  private static boolean isNotWithOtherClaims(Part part) {
    return (part instanceof Act act && WITH_ONE_MEMORY.contains(act))
        || (part instanceof Sent sent && !isPlain(sent));
  }

  /** For what all nodes must be stopped first. */
  private static final List<Act> OF_ONE_NODE =
      List.of(
          Act.CHANGE, Act.IDENTITY, Act.STRATEGY, Act.NAME, Act.REMEMBER, Act.CLAIMS, Act.TAKE_IN);

  private static boolean isNotBesideAnother(Part part) {
    return part instanceof Act act && OF_ONE_NODE.contains(act);
  }

  private static boolean isNotSetBack(Part part) {
    return (part instanceof Act act && NOT_SET_BACK.contains(act))
        || (part instanceof Sent sent && !isPlain(sent));
  }

  /** Of one body for each version; what would come again of its own goes by rules of its own. */
  private boolean canBeSetBack() {
    return isOrdered()
        && steps().stream().noneMatch(Step::isHelped)
        && moments().stream().noneMatch(Case::isNotSetBack);
  }

  /**
   * Whether the model knows what is remembered after some days: it counts them from the effect, for
   * one body of each key. What is kept of a message is dated by its receipt, and ends earlier.
   */
  private boolean isDated() {
    List<Moment> moments = moments();
    boolean counted = has(Key.STRATEGY, "claim") && has(Key.IDENTITY_TIME, "none");
    long steps = moments.stream().filter(Act.DAYS::equals).count();
    boolean within = repeats() && steps <= 1;
    return (counted || within)
        && (!hasEventTime() || steps <= Minted.MOST_STEPS)
        && !isOrdered()
        && all(Sent.class).stream().allMatch(Case::isPlain)
        && List.of(
                Act.CHANGE,
                Act.IDENTITY,
                Act.STRATEGY,
                Act.NAME,
                Act.WITHDRAW,
                Act.FORGET,
                Act.REBUILD,
                Act.REPLAY)
            .stream()
            .noneMatch(moments::contains);
  }

  /** Whether an identity has a time, from which on it is remembered. */
  private boolean isMinted() {
    return !has(Key.IDENTITY_TIME, "none") || hasEventTime();
  }

  /** Whether that time stands beside the identity. */
  boolean hasEventTime() {
    return has(Key.EVENT_TIME, "kept");
  }

  /** For how long what takes effect is remembered, as the policy says it. */
  Duration remembered() {
    return Duration.ofDays(Long.parseLong(value(Key.REMEMBER).replace("d", "")));
  }

  /** Whether it is for this, and nothing else, that the application must not start. */
  private boolean canStartOnlyFor(Unfit unfit) {
    return switch (unfit) {
      case SEDA, TAPPED, HANDLED -> has(Key.TRANSFER, "lease") && delivers();
      case ELSEWHERE ->
          has(Key.EXTERNAL, "refused")
              && steps().stream().anyMatch(step -> step.work() == Step.Work.SQL && isNamed(step));
      case REDIRECTED -> has(Key.PROVIDER, "http") && delivers();
      case RENAMED -> claims();
      case DRIVER, JOINED -> true;
    };
  }

  /**
   * Whether a step names the route in which it is done: limits.md, "is asked where a step names".
   */
  private static boolean isNamed(Step step) {
    return step.way() != Step.Way.CHOSEN && step.way() != Step.Way.HIDING;
  }

  /** Whether an intent is recorded that the case's own route delivers. */
  boolean delivers() {
    return steps().stream().anyMatch(step -> step.records() && step.work() != Step.Work.OTHER);
  }

  /** Whether there is another consumer in the application. */
  boolean hasNeighbour() {
    return !has(Key.NEIGHBOUR, "none") && unfit().isEmpty();
  }

  private boolean canStrike(Strike strike) {
    if (!strike.makesSense()
        || (strike.cause() == Strike.Cause.THREAD_DEATH && !isSpared(strike))) {
      return false;
    }
    boolean kill = strike.cause() == Strike.Cause.KILL;
    if (kill && delivers() && !isAnswered() && !has(Key.TRANSFER, "xa")) {
      return false; // it may be any intent whose outcome nobody knows then
    }
    return switch (strike.place()) {
      case STATEMENT, RECEIVE -> true;
      case ACKNOWLEDGE -> !has(Key.PROTOCOL, "xa");
      case BROKER_START, BROKER_END, BROKER_PREPARE, BROKER_COMMIT, BROKER_ROLLBACK ->
          has(Key.PROTOCOL, "xa");
      // the relay may be struck as well, and then nobody knows what became of an intent
      case DATABASE_START, DATABASE_END, DATABASE_PREPARE, DATABASE_COMMIT, DATABASE_ROLLBACK ->
          kill || !delivers() || isAnswered();
      case SEND -> delivers() && has(Key.PROVIDER, "queue") && (kill || isAnswered());
      case PROVIDER ->
          delivers()
              && has(Key.CHOSEN_BY, "route") // its own thread is struck
              && (has(Key.PROVIDER, "bean") || (kill && has(Key.PROVIDER, "http")))
              && isAnswered();
    };
  }

  /**
   * Whether a thread that is ended may count as one failure of whatever message it had in hand, and
   * no message is parked for that: who ends threads is not known to the table of causes.
   */
  private boolean isSpared(Strike strike) {
    return !strike.place().isWhileReceiving()
        || (has(Key.NEIGHBOUR, "none")
            && !has(Key.ATTEMPTS, "1")
            && troubles().stream()
                .filter(one -> one.cause().verdict == Verdict.COUNTS && !one.isForEver())
                .allMatch(one -> one.times() + 1 < number(Key.ATTEMPTS)));
  }

  private boolean canHappen(Trouble trouble) {
    if (isNot(first(trouble.key(), trouble.place() == Place.PROVIDER), trouble)) {
      return false; // one for each key and side, so that it is known which of them counts
    }
    if (trouble.place() == Place.PART
        && steps().stream().noneMatch(step -> step.way() == Step.Way.SPLIT)) {
      return false;
    }
    if (trouble.place() != Place.PROVIDER
        && moments().contains(Act.JOIN)
        && strike().filter(Strike::needsAPool).isPresent()) {
      return false; // it would be staged through the pool of the node that is struck
    }
    return switch (trouble.cause().verdict) {
      case COUNTS ->
          trouble.isForEver() ? isKnownToTheModel() : trouble.times() < number(Key.ATTEMPTS);
      case PASSES -> !trouble.isForEver() && canBeLost(trouble);
      case CERTAIN ->
          !trouble.isForEver()
              && has(Key.PROVIDER, trouble.cause() == Cause.FULL ? "queue" : "http")
              && retries(trouble);
      // what was in hand when its process was killed stays in doubt, whatever is answered later
      case REFUSED ->
          trouble.isForEver() && has(Key.PROVIDER, "http") && !ordersIntents() && !isEverKilled();
      case UNKNOWN ->
          !has(Key.PROVIDER, "queue")
              && (trouble.cause() != Cause.THEN_DECLINED
                  || (has(Key.PROVIDER, "http") && trouble.isForEver() && !isAnswered()))
              && (isAnswered()
                  ? !trouble.isForEver() && retries(trouble)
                  : trouble.isForEver() && !ordersIntents());
    };
  }

  /**
   * Where nothing is remembered of what was parked, what comes after an act is another message, and
   * so is one with another body; the model does not know these.
   */
  private boolean isKnownToTheModel() {
    return (claims() && !moments().contains(Act.CLAIMS))
        || (all(Sent.class).stream().allMatch(Case::isPlain)
            && moments().stream()
                .dropWhile(Sent.class::isInstance)
                .noneMatch(
                    later -> later instanceof Sent || later == Act.RESEND || later == Act.TAKE_IN));
  }

  private static boolean isPlain(Sent sent) {
    return sent.value().equals("b1") && sent.kind() != Sent.Kind.SPACED;
  }

  /** Whether each message is remembered, and not only how far its aggregate has come. */
  boolean claims() {
    return has(Key.STRATEGY, "claim") || has(Key.STRATEGY, "window");
  }

  /** Whether each delivery runs through the route, and nothing tells one from another. */
  boolean repeats() {
    return (has(Key.STRATEGY, "natural") || has(Key.STRATEGY, "entity")) && !isOrdered();
  }

  /** Whether versions take effect in their order. */
  boolean isOrdered() {
    return has(Key.ORDER, "versions");
  }

  /** Whether an intent whose outcome is unknown is sent again, or asked for. */
  private boolean isAnswered() {
    return (has(Key.KEYS, "honoured") && has(Key.UNSURE, "moments"))
        || has(Key.QUERY, "honest")
        || has(Key.QUERY, "late");
  }

  /**
   * All that befalls the intents of one message must not be more than one of them may fail; what
   * waits for an answer has but one attempt left then: limits.md, "Who fails alone".
   */
  private boolean retries(Trouble trouble) {
    return trouble.times() < (has(Key.QUERY, "late") ? 2 : number(Key.RETRIES));
  }

  private boolean isEverKilled() {
    return strike().filter(strike -> strike.cause() == Strike.Cause.KILL).isPresent();
  }

  /** Behind one that is parked, those of its order wait for a person. */
  private boolean ordersIntents() {
    return !has(Key.ORDER_BY, "none");
  }

  /**
   * With {@code protocol=xa} a commit that gets lost is staged by a roll-back of the branch, behind
   * a proxy. Over the pool no transaction with such a branch commits, so that the start-up proof
   * does not end; over a direct session, which lives on, Artemis keeps the messages for that
   * session. No broker that lost a commit does either: it is the staging's fault.
   */
  private boolean canBeLost(Trouble trouble) {
    return trouble.cause() != Cause.LOST || !has(Key.PROTOCOL, "xa");
  }

  private boolean canBeSent(Sent sent) {
    boolean memory = claims() || isOrdered();
    return switch (sent.kind()) {
      // what differs is no conflict with natural: limits.md, "only the helpers see a conflict"
      case SPACED -> memory;
      case TEXT, BYTES, MAP -> memory || sent.value().equals("b1");
      // of an old version without a claim nobody knows the body, nor of one that was declared lost
      case VERSION, CHAIN ->
          sent.value().equals("b1") || (claims() && !moments().contains(Act.LOSE));
      case PLACELESS -> isOrdered();
      case STALE -> isMinted();
      // a proxy hides the client, whose properties these are
      case RESERVED -> strike().isEmpty() && !losesCommits();
      case CROWD, KEYLESS, BLANK, OBJECT, LARGE, DIGITS -> true;
    };
  }

  /** Whether the broker ever loses a commit. */
  boolean losesCommits() {
    return troubles().stream().anyMatch(trouble -> trouble.cause() == Cause.LOST);
  }

  private static boolean isNot(Optional<Trouble> first, Trouble trouble) {
    return first.filter(trouble::equals).isEmpty();
  }

  private Optional<Trouble> first(String key, boolean provider) {
    return troubles().stream()
        .filter(one -> one.key().equals(key) && (one.place() == Place.PROVIDER) == provider)
        .findFirst();
  }

  /** What befalls this key's messages, or with the provider its intents. */
  Optional<Trouble> trouble(String key, boolean provider) {
    return first(key, provider);
  }

  /** Whether what befalls this key never ends by itself, and has this verdict. */
  boolean isForEver(String key, boolean provider, Verdict verdict) {
    return trouble(key, provider)
        .filter(one -> one.isForEver() && one.cause().verdict == verdict)
        .isPresent();
  }

  /** For what the application must not start; empty if it may. */
  Optional<Unfit> unfit() {
    return all(Unfit.class).stream().findFirst();
  }

  /** Whether the provider ever ends a connection in the handshake of TLS. */
  boolean isEverCutOff() {
    return troubles().stream().anyMatch(trouble -> trouble.cause() == Cause.HANDSHAKE);
  }

  /** Whether the queue behind the route that delivers refuses what is sent. */
  boolean isEverFull() {
    return troubles().stream().anyMatch(trouble -> trouble.cause() == Cause.FULL);
  }

  /**
   * Whether the message of this key chooses a route that Semel lets no message enter, or finds that
   * another message has made what it was to make.
   */
  boolean isRefused(String key) {
    return (Routes.isChosen(key)
            && steps().stream().anyMatch(step -> step.way() == Step.Way.HIDING))
        || (has(Key.RIVALS, "there") && Helpers.isTaken(key) && seesRivals());
  }

  private boolean seesRivals() {
    return steps().stream()
        .anyMatch(
            step ->
                step.isHelped()
                    && step.work() != Step.Work.UPSERT
                    && step.way() != Step.Way.CHOICE
                    && step.way() != Step.Way.HIDING);
  }

  /** At which call a thread is struck; empty if none is. */
  Optional<Strike> strike() {
    return all(Strike.class).stream().findFirst();
  }

  List<Step> steps() {
    return all(Step.class);
  }

  List<Trouble> troubles() {
    return all(Trouble.class);
  }

  List<Moment> moments() {
    return all(Moment.class);
  }

  private <P extends Part> List<P> all(Class<P> type) {
    return parts.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** The value that the case has for a key. */
  String value(Key key) {
    return all(Setting.class).stream()
        .filter(setting -> setting.key() == key)
        .findFirst()
        .map(Setting::value)
        .orElse(key.values.get(0));
  }

  boolean has(Key key, String value) {
    return value(key).equals(value);
  }

  private int number(Key key) {
    return Integer.parseInt(value(key));
  }

  private Case with(Part more) {
    return new Case(Stream.concat(parts.stream(), Stream.of(more)).toList());
  }

  private Case without(Predicate<Part> gone) {
    return new Case(parts.stream().filter(gone.negate()).toList());
  }

  /** The smallest case found, of parts of this one, that still fails. */
  Case shrunk(Predicate<Case> fails) {
    List<Integer> every = new ArrayList<>();
    for (int i = 1; i <= parts.size(); i++) {
      every.add(i);
    }
    return only(
        Shrinking.shortest(every, some -> only(some).isPlayable() && fails.test(only(some))));
  }

  /** With the parts of these numbers, from 1; 0 is none. */
  private Case only(List<Integer> numbers) {
    return new Case(numbers.stream().filter(n -> n > 0).map(n -> parts.get(n - 1)).toList());
  }

  /** What is sent for the first time where the broker gives up on it; it chooses no route. */
  static Sent neverSeen(List<Sent> before) {
    long others = before.stream().filter(sent -> sent.key().startsWith("z")).count();
    return new Sent("z" + (2 * others + 1), Sent.Kind.TEXT, "b1", 2);
  }

  /** The same under the next protocol, or this one, where that does not suit. */
  Case changed() {
    Case other = next(Key.PROTOCOL, Key.PROTOCOL.values);
    return other.isPlayable() ? other : this;
  }

  /** The same with the next rule by which messages are identified. */
  Case identifiedOtherwise() {
    return next(Key.IDENTITY, Key.IDENTITY.values);
  }

  /** The same with claims in windows of time, or no longer. */
  Case claimedOtherwise() {
    return next(Key.STRATEGY, List.of("claim", "window"));
  }

  /** The same with a shorter memory where it is the longest; with a longer one, or back. */
  Case rememberedOtherwise() {
    return with(Key.REMEMBER, has(Key.REMEMBER, "8d") ? "15d" : "8d");
  }

  private Case next(Key key, List<String> all) {
    return with(key, all.get((all.indexOf(value(key)) + 1) % all.size()));
  }

  /** The same without claims, or with them, where it kept none. */
  Case withOrWithoutClaims() {
    String without = isOrdered() ? "version" : has(Key.KEEP_BODY, "true") ? "entity" : "natural";
    return with(Key.STRATEGY, claims() ? without : "claim");
  }

  private Case with(Key key, String next) {
    List<Part> others = new ArrayList<>();
    others.add(new Setting(key, next));
    parts.stream()
        .filter(part -> !(part instanceof Setting setting && setting.key() == key))
        .forEach(others::add);
    return new Case(others);
  }

  private boolean isPlayable() {
    return parts.stream().allMatch(this::canBe)
        && settings().stream()
            .allMatch(
                one ->
                    settings().stream().allMatch(other -> Setting.excluded(one, other).isEmpty()));
  }

  /** What is set, and what is not and so has its first value. */
  List<Setting> settings() {
    return Arrays.stream(Key.values()).map(key -> new Setting(key, value(key))).toList();
  }

  /** A line for each part. */
  String text() {
    StringBuilder text = new StringBuilder();
    parts.forEach(part -> text.append(part.line()).append('\n'));
    return text.toString();
  }
}
