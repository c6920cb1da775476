// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.semel.operations.node.Diagnosis.Observation;

/**
 * Checks that the sealed days of the audit are as they were. Each round looks at some of them,
 * those that this node has looked at longest ago first, and reports of the others what it saw then.
 * The result is shared with all callers within a minute.
 */
public final class AuditCheck {

  /** So many of the latest days are looked at, in turn. */
  public static final int DAYS = 100;

  /** A round that has lasted for so long begins no other day: the doctor gives it ten seconds. */
  private static final Duration ROUND = Duration.ofSeconds(3);

  private static final Duration LIFE = Duration.ofMinutes(1);

  private final Supplier<List<LocalDate>> sealed;
  private final Function<LocalDate, List<LocalDate>> broken;
  private final Supplier<Optional<LocalDate>> overdue;
  private final LongSupplier nanos;
  private final Function<Throwable, String> words;
  private final SharedLook<List<Observation>> shared;
  private final Map<LocalDate, DayLook> looks = new HashMap<>(); // within the shared look
  private long turn;

  /**
   * A look at a day.
   *
   * @param turn that it was, of all looks
   * @param observed nothing if the day is as it was
   */
  private record DayLook(long turn, List<Observation> observed) {}

  /**
   * A look at the seals.
   *
   * @param sealed the latest days that are sealed, the latest first
   * @param broken what is not as it was of a sealed day: reads each of its lines
   * @param overdue the oldest day that should be sealed and is not
   * @param nanos a clock that never runs backwards
   * @param words says what went wrong, without payload
   */
  public AuditCheck(
      Supplier<List<LocalDate>> sealed,
      Function<LocalDate, List<LocalDate>> broken,
      Supplier<Optional<LocalDate>> overdue,
      LongSupplier nanos,
      Function<Throwable, String> words) {
    this.sealed = sealed;
    this.broken = broken;
    this.overdue = overdue;
    this.nanos = nanos;
    this.words = words;
    this.shared = new SharedLook<>(this::observed, LIFE, nanos);
  }

  /** The look, as one of the doctor's. */
  public DoctorCheck check() {
    return new DoctorCheck("The audit", this::observe);
  }

  List<Observation> observe() {
    return shared.seen();
  }

  private List<Observation> observed() {
    Optional<LocalDate> unsealed = overdue.get(); // first: a day that cannot be read may end it all
    List<LocalDate> days = sealed.get();
    looks.keySet().retainAll(days);
    round(days.stream().sorted(Comparator.comparingLong(this::turn)).toList());
    List<Observation> all = new ArrayList<>();
    days.stream().sorted().forEach(day -> look(day).ifPresent(it -> all.addAll(it.observed())));
    unsealed.map(AuditCheck::unsealed).ifPresent(all::add);
    if (looks.size() < days.size()) {
      all.add(awaited(days.size() - looks.size(), days.size()));
    }
    return all.isEmpty()
        ? List.of(Symptom.PASSED.observed("The audit is as it was when its days were sealed."))
        : List.copyOf(all);
  }

  private long turn(LocalDate day) {
    return look(day).map(DayLook::turn).orElse(0L);
  }

  /** The latest one; empty if this node has never looked at it. */
  private Optional<DayLook> look(LocalDate day) {
    return Optional.ofNullable(looks.get(day));
  }

  private void round(List<LocalDate> days) {
    long begun = nanos.getAsLong();
    for (LocalDate day : days) {
      if (nanos.getAsLong() - begun >= ROUND.toNanos() || !isRead(day)) {
        return;
      }
    }
  }

  /** One that cannot be read waits for its next turn like all others, and ends the round. */
  private boolean isRead(LocalDate day) {
    turn++;
    try {
      looks.put(
          day, new DayLook(turn, broken.apply(day).stream().map(AuditCheck::altered).toList()));
      return true;
    } catch (RuntimeException e) {
      looks.put(day, new DayLook(turn, List.of(unread(day, words.apply(e)))));
      return false;
    }
  }

  private static Observation awaited(int left, int all) {
    return Symptom.UNSEEN.observed(
        "This node has not looked yet at %s of its %s latest sealed days. It does in the next rounds."
            .formatted(left, all));
  }

  private static Observation unread(LocalDate day, String why) {
    return Symptom.UNSEEN.observed(
        of(day), "This node could not read it to its end: %s. It tries again.".formatted(why));
  }

  private static Observation unsealed(LocalDate day) {
    return Symptom.AUDIT_UNSEALED.observed(
        of(day), "It ended more than three hours ago and is not sealed.");
  }

  private static Observation altered(LocalDate day) {
    return Symptom.AUDIT_ALTERED.observed(
        of(day), "Its lines do not have the digest with which they were sealed.");
  }

  private static String of(LocalDate day) {
    return "the audit of " + day;
  }
}
