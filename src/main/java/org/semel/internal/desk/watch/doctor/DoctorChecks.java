// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.semel.internal.desk.operate.indoubt.OutsideView;
import org.semel.internal.engine.receive.proof.Inspection;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.operations.indoubt.ResourceSight;
import org.semel.operations.node.ConsumerStatus;
import org.semel.operations.node.ConsumerStatus.ConsumerState;
import org.semel.operations.node.DestinationStatus;
import org.semel.operations.node.DestinationStatus.DestinationState;
import org.semel.operations.node.Diagnosis.Observation;
import org.semel.operations.node.Diagnosis.Severity;

/**
 * The doctor's checks, each a look that comes to findings. The meaning of a finding, and the
 * remedy, stand once: in {@link Symptom}, or in the inspection that found it.
 */
public final class DoctorChecks {

  /** The time after which a prepared transaction is not about to commit. */
  private static final Duration IN_DOUBT = Duration.ofMinutes(2);

  /** The share of the places for prepared transactions that may be taken. */
  private static final int MOST_PERCENT = 80;

  /** A consumer that is just starting shows nothing yet. */
  private static final Duration STARTING = Duration.ofMinutes(1);

  /** Clocks may differ by so much; nothing is decided by it. */
  private static final Duration TOLERATED = Duration.ofSeconds(2);

  /** So many dead rows in the tables of what waits are felt. */
  private static final long OLD = 1_000_000;

  private DoctorChecks() {}

  /**
   * Each consumer has made its start-up proof, and receives.
   *
   * @param refusals why the proof refused a consumer
   */
  public static DoctorCheck consumers(
      Supplier<List<ConsumerStatus>> consumers, Function<String, List<Refusal>> refusals) {
    return new DoctorCheck("The consumers", () -> consumers(consumers.get(), refusals));
  }

  private static List<Observation> consumers(
      List<ConsumerStatus> all, Function<String, List<Refusal>> refusals) {
    List<ConsumerStatus> wanted = all.stream().filter(DoctorChecks::isWanted).toList();
    Stream<Observation> each = all.stream().flatMap(one -> of(one, refusals).stream());
    boolean none = !wanted.isEmpty() && wanted.stream().noneMatch(DoctorChecks::mayDoWell);
    return none
        ? Stream.concat(
                each,
                Stream.of(
                    Symptom.NONE_RECEIVES.observed(
                        "None of this node's consumers receives that should: %s."
                            .formatted(wanted.size()))))
            .toList()
        : each.toList();
  }

  /**
   * Whether the consumer should receive. One that an operator has paused should not, nor one whose
   * route was stopped or suspended: no failure does that. One that is just starting shows nothing
   * yet.
   */
  private static boolean isWanted(ConsumerStatus status) {
    ConsumerState state = status.state();
    boolean atRest =
        state instanceof ConsumerState.PausedByOperator
            || state instanceof ConsumerState.RouteSuspended
            || state instanceof ConsumerState.RouteStopped;
    boolean starts =
        state instanceof ConsumerState.AwaitingProof && status.lasting().compareTo(STARTING) < 0;
    return !atRest && !starts;
  }

  /** One that is refused is an error by itself. */
  private static boolean mayDoWell(ConsumerStatus status) {
    return status.state() instanceof ConsumerState.Receiving
        || status.state() instanceof ConsumerState.RefusedByProof;
  }

  private static List<Observation> of(
      ConsumerStatus status, Function<String, List<Refusal>> refusals) {
    return status.state() instanceof ConsumerState.RefusedByProof
        ? refusals.apply(status.name()).stream()
            .map(one -> Symptom.of(one, Severity.ERROR, Optional.of(status.name())))
            .toList()
        : List.of(one(status.name(), status.state(), spelled(status.lasting())));
  }

  private static Observation one(String name, ConsumerState state, String lasting) {
    if (state instanceof ConsumerState.AwaitingProof waiting) {
      String cause = waiting.cause().map(why -> ": " + why).orElse("");
      return Symptom.AWAITS_PROOF.observed(
          name, "It has waited for its start-up proof for " + lasting + cause + ".");
    }
    if (state instanceof ConsumerState.PausedByOutage paused) {
      return Symptom.PAUSED.observed(
          name, "It has been paused for " + lasting + ": " + paused.cause() + ".");
    }
    if (state instanceof ConsumerState.PausedByOperator) {
      return Symptom.HELD_BY_OPERATOR.observed(name, "An operator paused it " + lasting + " ago.");
    }
    return state instanceof ConsumerState.Receiving
        ? Symptom.PASSED.observed(name, "Its transactions are proven, and it receives.")
        : Symptom.AT_REST.observed(name, "Its route has been at rest for " + lasting + ".");
  }

  /** All that is due is sent to each destination. */
  public static DoctorCheck destinations(Supplier<List<DestinationStatus>> destinations) {
    return new DoctorCheck(
        "The destinations",
        () -> destinations.get().stream().map(each -> of(each.name(), each.state())).toList());
  }

  private static Observation of(String name, DestinationState state) {
    if (state instanceof DestinationState.CircuitOpen open) {
      return Symptom.CIRCUIT_OPEN.observed(
          name, open.failures() + " deliveries in a row have failed.");
    }
    if (state instanceof DestinationState.AccessDenied denied) {
      return Symptom.ACCESS_DENIED.observed(name, "It answers " + denied.why() + " to all.");
    }
    if (state instanceof DestinationState.Probing) {
      return Symptom.CIRCUIT_OPEN.observed(
          name, "One intent is on its way, and decides whether the others follow.");
    }
    return hindered(name, state);
  }

  private static Observation hindered(String name, DestinationState state) {
    if (state instanceof DestinationState.DatabaseAway away) {
      return Symptom.RELAY_PAUSED.observed(name, "Its relay is paused: " + away.cause() + ".");
    }
    if (state instanceof DestinationState.DeliveriesHanging hanging) {
      return Symptom.DELIVERIES_HANG.observed(name, hanging.deliveries() + " deliveries hang.");
    }
    if (state instanceof DestinationState.HeldByOperator) {
      return Symptom.HELD_BY_OPERATOR.observed(name, "An operator has paused it.");
    }
    return state instanceof DestinationState.Delivering
        ? Symptom.PASSED.observed(name, "What is due is sent.")
        : Symptom.NOT_DELIVERED.observed(name, "Its relay does not run.");
  }

  /** Brokers and the transaction log hold nothing in doubt, as this node has seen them last. */
  public static DoctorCheck outside(Supplier<OutsideView> outside) {
    return new DoctorCheck(
        "What brokers and the transaction log hold in doubt", () -> outside(outside.get()));
  }

  private static List<Observation> outside(OutsideView seen) {
    List<Observation> all = new ArrayList<>();
    seen.brokers().stream()
        .filter(each -> !each.isSeen())
        .map(DoctorChecks::hidden)
        .forEach(all::add);
    if (seen.seesABroker()) {
      all.add(told("prepared at the brokers of this node's consumers", seen.atBrokers().values()));
    }
    all.add(
        seen.log().isSeen()
            ? told("decided and not ended in this node's transaction log", seen.inLog().values())
            : hidden(seen.log()));
    return all;
  }

  private static Observation hidden(ResourceSight resource) {
    return Symptom.UNSEEN.observed(
        resource.name(),
        "What is in doubt there cannot be seen: " + resource.why().orElse("?") + ".");
  }

  private static Observation told(String where, Collection<Duration> ages) {
    Duration oldest = ages.stream().max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    Symptom symptom = oldest.compareTo(IN_DOUBT) >= 0 ? Symptom.IN_DOUBT : Symptom.PASSED;
    return symptom.observed(
        "%s transactions are %s; this node has seen the oldest for %s."
            .formatted(ages.size(), where, spelled(oldest)));
  }

  /**
   * The versions that run; whether they fit is the matter of others.
   *
   * @param subject of what
   * @param versions by the name of what has them
   */
  public static DoctorCheck versions(String subject, Supplier<Map<String, String>> versions) {
    return new DoctorCheck(
        subject,
        () ->
            new TreeMap<>(versions.get())
                .entrySet().stream()
                    .map(each -> Symptom.PASSED.observed(each.getKey(), each.getValue()))
                    .toList());
  }

  /**
   * An inspection of the start-up proof, made once more.
   *
   * @param severity of what it finds
   */
  public static DoctorCheck inspection(String subject, Severity severity, Inspection inspection) {
    return new DoctorCheck(
        subject,
        () -> {
          List<Refusal> refusals = inspection.refusals();
          return refusals.isEmpty()
              ? List.of(Symptom.PASSED.observed(subject + ": nothing to object to."))
              : refusals.stream().map(one -> Symptom.of(one, severity, Optional.empty())).toList();
        });
  }

  /**
   * The database's settings are in their safe ranges.
   *
   * @param unsafe those outside their ranges
   */
  public static DoctorCheck settings(Supplier<List<UnsafeSetting>> unsafe) {
    return new DoctorCheck(
        "The settings of the database",
        () ->
            each(
                unsafe.get(),
                DoctorChecks::of,
                "The database's settings are in their safe ranges."));
  }

  private static Observation of(UnsafeSetting setting) {
    return Symptom.SETTING_UNSAFE.observed(
        setting.name(),
        "It is %s, and safe is %s. %s"
            .formatted(setting.value(), setting.range(), setting.danger()));
  }

  /** One finding each; all is well if there is none. */
  private static <T> List<Observation> each(
      List<T> found, Function<T, Observation> finding, String well) {
    return found.isEmpty()
        ? List.of(Symptom.PASSED.observed(well))
        : found.stream().map(finding).toList();
  }

  /** Identities are remembered for as long as their messages can come back. */
  public static DoctorCheck retention(Supplier<List<ConsumerMemory>> memories) {
    return new DoctorCheck(
        "Retention against the replay horizon",
        () -> memories.get().stream().map(DoctorChecks::of).toList());
  }

  private static Observation of(ConsumerMemory memory) {
    Symptom symptom =
        memory.remembered().compareTo(memory.horizon()) < 0
            ? Symptom.RETENTION_SHORT
            : Symptom.PASSED;
    return symptom.observed(
        memory.consumer(),
        "The database remembers its identities for %s; its messages can come back for %s.%s"
            .formatted(spelled(memory.remembered()), spelled(memory.horizon()), other(memory)));
  }

  private static String other(ConsumerMemory memory) {
    return memory.remembered().equals(memory.configured())
        ? ""
        : " This node is configured for " + spelled(memory.configured()) + ".";
  }

  /**
   * Retention makes its rounds.
   *
   * @param tolerated an older round is late
   */
  public static DoctorCheck rounds(Duration tolerated, Supplier<List<SweepAge>> ages) {
    return new DoctorCheck(
        "The rounds of retention",
        () ->
            each(
                ages.get().stream().filter(age -> age.since().compareTo(tolerated) > 0).toList(),
                late ->
                    Symptom.RETENTION_LATE.observed(
                        late.kept(),
                        "Its last round ended %s ago.".formatted(spelled(late.since()))),
                "Retention makes its rounds."));
  }

  /**
   * This machine and the database agree about the time. Measured twice: the first reading may pay
   * for a connection, and be blurred by that.
   *
   * @param database read in the caller's transaction
   * @param machine of this node
   */
  public static DoctorCheck clocks(Supplier<Instant> database, Supplier<Instant> machine) {
    return new DoctorCheck(
        "The clocks of machine and database",
        () -> {
          Duration first = difference(database, machine);
          Duration second = difference(database, machine);
          return List.of(judged(first.abs().compareTo(second.abs()) < 0 ? first : second));
        });
  }

  private static Observation judged(Duration ahead) {
    return ahead.abs().compareTo(TOLERATED) <= 0
        ? Symptom.PASSED.observed("The clocks of machine and database agree.")
        : Symptom.CLOCKS_DIFFER.observed(
            "The database's clock is %s ms %s this machine's."
                .formatted(ahead.abs().toMillis(), ahead.isNegative() ? "behind" : "ahead of"));
  }

  private static Duration difference(Supplier<Instant> database, Supplier<Instant> machine) {
    Instant before = machine.get();
    Instant there = database.get();
    return beyond(there, before, machine.get());
  }

  /** The distance of a time from the span that the reading took; zero if it lies within. */
  private static Duration beyond(Instant there, Instant before, Instant after) {
    if (there.isBefore(before)) {
      return Duration.between(before, there);
    }
    return there.isAfter(after) ? Duration.between(after, there) : Duration.ZERO;
  }

  /** No transactions are in doubt, as far as the database knows. */
  public static DoctorCheck prepared(Supplier<PreparedBacklog> prepared) {
    return new DoctorCheck(
        "Prepared transactions",
        () -> {
          PreparedBacklog now = prepared.get();
          String count =
              "%s prepared in this database, the oldest for %s; %s of %s places are taken."
                  .formatted(now.here(), spelled(now.oldest()), now.everywhere(), now.places());
          return List.of(symptom(now).observed(count));
        });
  }

  private static Symptom symptom(PreparedBacklog now) {
    if (now.oldest().compareTo(IN_DOUBT) >= 0) {
      return Symptom.IN_DOUBT;
    }
    return now.everywhere() * 100L >= now.places() * (long) MOST_PERCENT && now.places() > 0
        ? Symptom.PREPARED_FULL
        : Symptom.PASSED;
  }

  /** No old snapshot keeps the database from cleaning up. */
  public static DoctorCheck snapshot(Supplier<OldestSnapshot> oldest) {
    return new DoctorCheck("The oldest snapshot (xmin)", () -> snapshot(oldest.get()));
  }

  private static List<Observation> snapshot(OldestSnapshot found) {
    List<Observation> all = new ArrayList<>();
    all.add(
        (found.transactions() >= OLD ? Symptom.SNAPSHOT_TOO_OLD : Symptom.PASSED)
            .observed(
                "The oldest snapshot is %s transactions old%s."
                    .formatted(
                        found.transactions(),
                        found.holder().isBlank() ? "" : ", held by " + found.holder())));
    if (found.hidden() > 0) {
      all.add(
          Symptom.UNSEEN.observed(
              "The snapshots of %s sessions cannot be seen: the role lacks pg_read_all_stats."
                  .formatted(found.hidden())));
    }
    return all;
  }

  /**
   * A length of time in the largest unit of which there are two: {@code 90 s}, {@code 3 min},
   * {@code 26 h}.
   */
  static String spelled(Duration span) {
    if (span.toDays() >= 2) {
      return span.toDays() + " d";
    }
    if (span.toHours() >= 2) {
      return span.toHours() + " h";
    }
    return span.toMinutes() >= 2 ? span.toMinutes() + " min" : span.toSeconds() + " s";
  }

  /**
   * The time for which a consumer's identities are remembered.
   *
   * @param configured by this node
   * @param declared in the database, by the node that started last; empty if nothing is
   * @param horizon how long its messages can come back
   */
  public record ConsumerMemory(
      String consumer, Duration configured, Optional<Duration> declared, Duration horizon) {

    /** The time that holds: retention goes by the database. */
    Duration remembered() {
      return declared.orElse(configured);
    }
  }

  /**
   * The oldest snapshot ({@code xmin}) that keeps the database from cleaning up.
   *
   * @param transactions how many have begun since; zero if nothing holds one
   * @param holder what holds it, for people; blank if nothing does
   * @param hidden sessions of others whose snapshots this role may not see
   */
  public record OldestSnapshot(long transactions, String holder, int hidden) {}

  /**
   * The transactions that the database has prepared.
   *
   * @param here of this database
   * @param oldest age of the oldest of these; zero if there is none
   * @param everywhere of all databases of the server, which share the places
   * @param places how many there may be
   */
  public record PreparedBacklog(int here, Duration oldest, int everywhere, int places) {}

  /**
   * The time since a kind of rows was swept.
   *
   * @param kept the kind
   * @param since the last round ended, or since the tables were made
   */
  public record SweepAge(String kept, Duration since) {}

  /**
   * A setting outside its safe range.
   *
   * @param value as it is
   * @param range in which it would be safe
   * @param danger what can happen, a sentence
   */
  public record UnsafeSetting(String name, String value, String range, String danger) {}
}
