// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.semel.Code;
import org.semel.internal.engine.keep.Registration.IdentityPolicy;
import org.semel.internal.engine.keep.Registry.Former;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * Asks, where a name is new on a queue, whether its consumer is one that had another name before.
 * An identity is scoped by its consumer's name, so that a new name is an empty memory. In the
 * caller's transaction, which must not commit if there is a refusal.
 */
final class FormerName {

  /** Says that a consumer never had another name. */
  private static final String NONE = "none";

  private final Registry registry;
  private final Predicate<IdentityPolicy> remembers;
  private final UndecidedClaims undecided;
  private final Duration remember;

  FormerName(
      Registry registry,
      Predicate<IdentityPolicy> remembers,
      UndecidedClaims undecided,
      Duration remember) {
    this.registry = registry;
    this.remembers = remembers;
    this.undecided = undecided;
    this.remember = remember;
  }

  /**
   * Takes over from {@code formerly}. Refuses if it cannot, or if the configuration must name the
   * former name first.
   */
  Optional<Refusal> of(Registration wanted, String formerly) {
    if (formerly.equals(NONE)) {
      return Optional.empty();
    }
    return formerly.isBlank() ? unstated(wanted) : taken(wanted, formerly);
  }

  /**
   * The refusal of a start under a name from which another consumer has taken over; empty if none
   * has. A start that takes over from that one again is judged as any other take-over.
   */
  Optional<Refusal> isGivenUp(Registration wanted, String formerly) {
    Optional<String> successor = registry.successor(wanted.consumer());
    if (successor.isEmpty()) {
      return Optional.empty();
    }
    return successor.get().equals(formerly)
        ? taken(wanted, formerly)
        : Optional.of(givenUp(wanted.consumer(), successor.get()));
  }

  private Optional<Refusal> unstated(Registration wanted) {
    List<String> others = registry.beside(wanted).stream().map(Registration::consumer).toList();
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                Code.FORMER_NAME_UNSTATED,
                "The name "
                    + wanted.consumer()
                    + " is new on the queue "
                    + wanted.queue()
                    + ", from which "
                    + String.join(", ", others)
                    + " has received: what took effect there would take effect again here.",
                "Set "
                    + others.stream()
                        .map(other -> key(wanted) + other)
                        .collect(Collectors.joining(" or "))
                    + " if this is the same consumer under a new name, or "
                    + key(wanted)
                    + NONE
                    + " if each takes effect for itself, and read docs/changes.md first."));
  }

  private Optional<Refusal> taken(Registration wanted, String formerly) {
    Optional<Registration> standing = registry.standing(formerly);
    if (standing.isEmpty() || formerly.equals(wanted.consumer())) {
      return Optional.of(
          refused(wanted, formerly, "no other consumer is registered under that name"));
    }
    Registration before = standing.get();
    if (before.memory().strategy().equals("entity")) {
      return Optional.of(
          refused(
              wanted,
              formerly,
              "the application keeps identities in its own entities, under the name that it had then"));
    }
    if (before.memory().strategy().equals("natural") && before.count().isEmpty()) {
      return Optional.of(
          refused(
              wanted,
              formerly,
              "nothing but the keys of its intents remembers there, which are made of that name"));
    }
    if (before.count().isPresent() && !before.count().equals(wanted.count())) {
      return Optional.of(
          refused(
              wanted,
              formerly,
              "versions are counted otherwise: " + String.join(", ", wanted.differences(before))));
    }
    undecided.demandNone(wanted.consumer()); // before all that they may yet change is asked for
    LeftBehind left = registry.leftBehind(formerly);
    return left.withoutStoreFirst()
        .or(left::withoutVersions)
        .or(() -> lookedUp(wanted, formerly))
        .or(() -> succeeded(wanted, formerly));
  }

  /** There is room for one former memory. */
  private Optional<Refusal> lookedUp(Registration wanted, String formerly) {
    return registry
        .former(formerly, remember)
        .filter(former -> !former.name().equals(Optional.of(wanted.consumer())))
        .filter(former -> remembers.test(former.memory()))
        .or(() -> ownFormer(wanted, formerly))
        .map(
            former ->
                refused(
                    wanted,
                    formerly,
                    "a memory from before that ("
                        + former.memory()
                        + ") is looked up until "
                        + former.until().truncatedTo(ChronoUnit.SECONDS)
                        + ", and there is room for one"));
  }

  private Optional<Former> ownFormer(Registration wanted, String formerly) {
    return registry
        .former(wanted.consumer(), remember)
        .filter(former -> !former.name().equals(Optional.of(formerly)))
        .filter(former -> remembers.test(former.memory()));
  }

  private Optional<Refusal> succeeded(Registration wanted, String formerly) {
    registry.succeed(wanted.consumer(), formerly);
    return Optional.empty();
  }

  private static Refusal refused(Registration wanted, String formerly, String why) {
    return new Refusal(
        Code.FORMER_NAME_UNSTATED,
        "The name "
            + wanted.consumer()
            + " cannot go on for "
            + formerly
            + ": "
            + why
            + ". What took effect under that name would take effect again.",
        "Keep the former name, or change " + key(wanted) + "… as docs/changes.md says.");
  }

  private static Refusal givenUp(String consumer, String successor) {
    return new Refusal(
        Code.NAME_SUCCEEDED,
        "The consumer "
            + consumer
            + " goes on under the name "
            + successor
            + ", and does not know what has taken effect there: that would take effect again.",
        "Start it as "
            + successor
            + "; or, to go back, stop that one on all nodes and set semel.consumer."
            + consumer
            + ".formerly="
            + successor
            + " (docs/changes.md).");
  }

  private static String key(Registration wanted) {
    return "semel.consumer." + wanted.consumer() + ".formerly=";
  }
}
