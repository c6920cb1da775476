// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.operations.node.Diagnosis;
import org.semel.operations.node.Diagnosis.Observation;

/**
 * Examines a node, check by check. A check that fails says that its subject cannot be seen, and
 * keeps nothing from the others. One examination is made at a time, however many ask. Safe for any
 * thread.
 */
public final class Doctor {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** A caller that asks when the latest examination is younger hears what that one has found. */
  private static final Duration YOUNG = Duration.ofSeconds(5);

  /** The time that a caller waits for the result of another caller's examination. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private final String node;
  private final Transactions transactions;
  private final Supplier<Instant> clock;
  private final List<DoctorCheck> ofMemory;
  private final List<DoctorCheck> ofDatabase;
  private final Function<Throwable, String> words;
  private final LongSupplier nanos;
  private final ReentrantLock examining = new ReentrantLock();
  private volatile Optional<Examined> latest = Optional.empty();

  /**
   * The observations of server and database.
   *
   * @param at by the database's clock; empty if it is away
   * @param ended by the clock of this node that does not jump
   */
  private record Examined(Optional<Instant> at, List<Observation> observed, long ended) {

    private Examined {
      observed = List.copyOf(observed);
    }
  }

  /**
   * The doctor of a node.
   *
   * @param clock of the database, read in the caller's transaction
   * @param ofMemory checks that ask no database
   * @param ofDatabase checks that are not made while the database is away
   * @param nanos a clock that never runs backwards
   * @param words says what went wrong, without payload
   */
  public Doctor(
      String node,
      Transactions transactions,
      Supplier<Instant> clock,
      List<DoctorCheck> ofMemory,
      List<DoctorCheck> ofDatabase,
      LongSupplier nanos,
      Function<Throwable, String> words) {
    this.node = node;
    this.transactions = transactions;
    this.clock = clock;
    this.ofMemory = List.copyOf(ofMemory);
    this.ofDatabase = List.copyOf(ofDatabase);
    this.nanos = nanos;
    this.words = words;
  }

  /** Examines the node, to the end. */
  public Diagnosis examine() {
    return examine(() -> true);
  }

  /**
   * Looks at everything now; at server and database unless another looks or has just looked. Takes
   * as long as a few short transactions.
   *
   * @param wanted asked before each check: once it is not wanted any more, no other begins, and
   *     what was observed is not kept
   */
  public Diagnosis examine(BooleanSupplier wanted) {
    if (!mayBegin()) {
      return meanwhile();
    }
    try {
      Optional<Examined> young = latest.filter(one -> age(one).compareTo(YOUNG) < 0);
      return young
          .map(one -> diagnosis(one, age(one)))
          .orElseGet(() -> diagnosis(made(wanted), Duration.ZERO));
    } finally {
      examining.unlock();
    }
  }

  private boolean mayBegin() {
    try {
      return examining.tryLock() || examining.tryLock(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * The diagnosis while another caller's examination takes too long, or the caller may not wait for
   * it.
   */
  private Diagnosis meanwhile() {
    Observation lasts =
        Symptom.UNSEEN.observed(
            "Another examination of this node has not ended yet. Of server and database this is as"
                + " the one before has found it.");
    Examined before =
        latest.orElseGet(() -> new Examined(Optional.empty(), List.of(), nanos.getAsLong()));
    List<Observation> observed =
        Stream.concat(Stream.of(lasts), before.observed().stream()).toList();
    return diagnosis(new Examined(before.at(), observed, before.ended()), age(before));
  }

  private Duration age(Examined one) {
    return Duration.ofNanos(nanos.getAsLong() - one.ended());
  }

  private Diagnosis diagnosis(Examined one, Duration age) {
    return Diagnosis.of(node, one.at(), age, beside(one.observed()));
  }

  private Examined made(BooleanSupplier wanted) {
    List<Observation> observed = new ArrayList<>();
    Optional<Instant> at =
        look(clock)
            .fold(
                Optional::of,
                cause -> {
                  observed.add(silent(cause));
                  ofDatabase.forEach(check -> observed.add(unseen(check, cause)));
                  return Optional.empty();
                });
    if (at.isPresent()) {
      for (DoctorCheck check : ofDatabase) {
        if (wanted.getAsBoolean()) {
          observed.addAll(made(check));
        }
      }
    }
    Examined made = new Examined(at, observed, nanos.getAsLong());
    if (wanted.getAsBoolean()) {
      latest = Optional.of(made);
    }
    return made;
  }

  /**
   * The observations that need no look at server and database: those of the node itself now, and
   * those of server and database from the latest examination. Before the first examination there
   * are none of the latter.
   */
  public List<Observation> known() {
    return beside(latest.map(Examined::observed).orElse(List.of()));
  }

  private List<Observation> beside(List<Observation> ofDatabase) {
    return Stream.concat(
            ofMemory.stream().flatMap(check -> remembered(check).stream()), ofDatabase.stream())
        .toList();
  }

  private List<Observation> remembered(DoctorCheck check) {
    try {
      return check.observe();
    } catch (RuntimeException e) {
      return List.of(unseen(check, e));
    }
  }

  private List<Observation> made(DoctorCheck check) {
    return look(check::observe).fold(all -> all, cause -> List.of(unseen(check, cause)));
  }

  private Observation unseen(DoctorCheck check, Throwable cause) {
    return Symptom.UNSEEN.observed(
        "%s cannot be seen: %s.".formatted(check.subject(), words.apply(cause)));
  }

  private Observation silent(Throwable cause) {
    return Symptom.DATABASE_SILENT.observed(
        "The database could not be asked: %s.".formatted(words.apply(cause)));
  }

  private <T> Completion<T> look(Supplier<T> work) {
    return transactions.inNew(TIMEOUT, () -> Decision.discard(work.get()));
  }
}
