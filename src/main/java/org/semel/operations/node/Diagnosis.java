// SPDX-License-Identifier: Apache-2.0
package org.semel.operations.node;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The doctor's observations of one node, its server and its database.
 *
 * @param node its name
 * @param at when, by the database's clock; empty if the database is away, or nothing is known of it
 *     yet
 * @param age how long ago server and database were looked at: zero if that was done for the one who
 *     asked, and more if another's examination has just ended or still lasts
 * @param worst of all observations
 * @param observations the worst first
 */
public record Diagnosis(
    String node,
    Optional<Instant> at,
    Duration age,
    Severity worst,
    List<Observation> observations) {

  public Diagnosis {
    observations =
        observations.stream()
            .sorted(Comparator.comparing(Observation::severity).reversed())
            .toList();
  }

  /** The severity of a finding; each is worse than the one before. */
  public enum Severity {
    /** It is as it should be. */
    FINE,
    /** It cannot be seen: no one says that it is as it should be. */
    UNSEEN,
    /** It works, and a person should look at it. */
    WARNING,
    /** Something does not work, or would lose or double an effect. */
    ERROR
  }

  /**
   * One thing that was looked at.
   *
   * @param code of its kind, such as {@code SEMEL-0844}
   * @param of a consumer, a destination, a table or a setting; empty if it is about the whole
   * @param finding what is so, with its figures; without payload
   * @param meaning what that means
   * @param remedy what to do
   */
  public record Observation(
      Severity severity,
      String code,
      Optional<String> of,
      String finding,
      String meaning,
      String remedy) {}

  /** Of all these observations, made just now. */
  public static Diagnosis of(String node, Optional<Instant> at, List<Observation> observations) {
    return of(node, at, Duration.ZERO, observations);
  }

  /** Of all these observations, as old as that. */
  public static Diagnosis of(
      String node, Optional<Instant> at, Duration age, List<Observation> observations) {
    Severity worst =
        observations.stream()
            .map(Observation::severity)
            .max(Comparator.naturalOrder())
            .orElse(Severity.FINE);
    return new Diagnosis(node, at, age, worst, observations);
  }

  /** The number of observations of this severity. */
  public long count(Severity severity) {
    return observations.stream().filter(one -> one.severity() == severity).count();
  }
}
