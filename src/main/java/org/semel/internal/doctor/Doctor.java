// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.doctor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.semel.internal.tx.Completion;
import org.semel.internal.tx.Decision;
import org.semel.internal.tx.Transactions;
import org.semel.operations.node.Diagnosis;
import org.semel.operations.node.Diagnosis.Observation;

/**
 * Examines a node, check by check. A check that fails says that its subject cannot be seen, and
 * keeps nothing from the others. Safe for any thread.
 */
public final class Doctor {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final String node;
  private final Transactions transactions;
  private final Supplier<Instant> clock;
  private final List<DoctorCheck> ofMemory;
  private final List<DoctorCheck> ofDatabase;
  private final Function<Throwable, String> words;
  private volatile List<Observation> latest = List.of();

  /**
   * The doctor of a node.
   *
   * @param clock of the database, read in the caller's transaction
   * @param ofMemory checks that ask no database
   * @param ofDatabase checks that are not made while the database is away
   * @param words says what went wrong, without payload
   */
  public Doctor(
      String node,
      Transactions transactions,
      Supplier<Instant> clock,
      List<DoctorCheck> ofMemory,
      List<DoctorCheck> ofDatabase,
      Function<Throwable, String> words) {
    this.node = node;
    this.transactions = transactions;
    this.clock = clock;
    this.ofMemory = List.copyOf(ofMemory);
    this.ofDatabase = List.copyOf(ofDatabase);
    this.words = words;
  }

  /** Looks at everything now. Takes as long as a few short transactions. */
  public Diagnosis examine() {
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
      ofDatabase.forEach(check -> observed.addAll(made(check)));
    }
    latest = List.copyOf(observed);
    return Diagnosis.of(node, at, beside(observed));
  }

  /**
   * What is known without a look at server and database: how the node itself is now, and what the
   * latest examination has observed of the others; nothing of those before the first one.
   */
  public List<Observation> known() {
    return beside(latest);
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
