// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.semel.Code;
import org.semel.internal.engine.keep.Registration.IdentityPolicy;
import org.semel.internal.engine.keep.Registry.Former;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * Registers consumers, unless their names stand for something else. In the caller's transaction,
 * which must not commit if there is a refusal.
 */
public final class Registrar {

  private final Registry registry;
  private final Predicate<IdentityPolicy> remembers;
  private final UndecidedClaims undecided;

  /**
   * A registrar of consumers.
   *
   * @param remembers whether anything is known by such a memory that could be forgotten
   * @param undecided transactions of which no one knows yet whether they hold
   */
  public Registrar(
      Registry registry, Predicate<IdentityPolicy> remembers, UndecidedClaims undecided) {
    this.registry = registry;
    this.remembers = remembers;
    this.undecided = undecided;
  }

  /**
   * Registers {@code wanted}, unless something speaks against it.
   *
   * @param formerly the name that it had before, {@code none}, or blank if no one says
   * @param acceptedChange the change that is meant, by its word; blank for none
   * @param remember for how long a former memory is looked up
   * @return what speaks against it
   * @throws ClaimsUndecided if a change, or the end of a count, must wait for transactions in doubt
   */
  public List<Refusal> register(
      Registration wanted, String formerly, String acceptedChange, Duration remember) {
    FormerName before = new FormerName(registry, remembers, undecided, remember);
    Optional<Registration> standing = registry.register(wanted);
    if (standing.isEmpty()) {
      adopt(wanted);
      return before.of(wanted, formerly).stream().toList();
    }
    Optional<Refusal> succeeded = before.isGivenUp(wanted, formerly);
    if (succeeded.isPresent()) {
      return List.of(succeeded.get());
    }
    List<Refusal> refusals =
        change(standing.get(), wanted.after(standing.get()), acceptedChange, remember);
    if (!refusals.isEmpty()) {
      return refusals;
    }
    if (standing.get().count().isPresent() && wanted.count().isEmpty()) {
      undecided.demandNone(wanted.consumer()); // they may hold what no worker of it would handle
    }
    return standing.get().receivesAs(wanted)
        ? List.of()
        : before.of(wanted, formerly).stream().toList();
  }

  /**
   * A classic route registers no name, and claims without a time. A policy that remembers otherwise
   * begins as one that was changed from such claims.
   */
  private void adopt(Registration wanted) {
    IdentityPolicy classic = new IdentityPolicy(wanted.memory().identity(), "claim", "none");
    if (!wanted.memory().equals(classic) && registry.keepsClaims(wanted.consumer())) {
      undecided.demandNone(wanted.consumer());
      registry.change(wanted.remembering(classic));
      registry.change(wanted);
    }
  }

  private List<Refusal> change(
      Registration standing, Registration wanted, String acceptedChange, Duration remember) {
    if (standing.equals(wanted)) {
      return List.of();
    }
    if (standing.counting(wanted).equals(wanted) && standing.count().isEmpty()) {
      registry.change(wanted); // none were counted before, so that nothing is lost
      return List.of();
    }
    boolean meant = new RegistrationChange<>(standing, wanted).word().equals(acceptedChange);
    if (meant && !standing.knowsAs(wanted)) {
      undecided.demandNone(wanted.consumer()); // before all that they may yet change is asked for
    }
    Optional<Refusal> held =
        standing
            .unlike(wanted)
            .flatMap(count -> registry.leftBehind(wanted.consumer()).countedBy(count));
    if (held.isPresent()) {
      return List.of(held.get());
    }
    Optional<Refusal> stored = stored(standing.memory().identity(), wanted);
    if (stored.isPresent()) {
      return List.of(stored.get());
    }
    Optional<Former> forgotten = forgotten(standing, wanted, remember);
    if (forgotten.isPresent()) {
      return List.of(tooEarly(standing, wanted, forgotten.get()));
    }
    if (!meant) {
      return List.of(unaccepted(standing, wanted));
    }
    registry.change(wanted);
    return List.of();
  }

  /**
   * The refusal of another identity rule while stored messages wait: they would take effect under
   * the former identity, which is looked up from the change on, and not from their effect.
   */
  private Optional<Refusal> stored(String identity, Registration wanted) {
    return identity.equals(wanted.memory().identity())
        ? Optional.empty()
        : registry.leftBehind(wanted.consumer()).identifiedBy(identity);
  }

  /**
   * The memory before the latest change, if it is still looked up: there is room for one, which the
   * standing memory would take. The way back is no loss, as both are known then.
   */
  private Optional<Former> forgotten(
      Registration standing, Registration wanted, Duration remember) {
    if (wanted.memory().equals(standing.memory())) {
      return Optional.empty();
    }
    return registry
        .former(wanted.consumer(), remember)
        .filter(former -> former.name().isPresent() || !former.memory().equals(wanted.memory()))
        .filter(former -> remembers.test(former.memory()));
  }

  private static Refusal tooEarly(Registration standing, Registration wanted, Former former) {
    return new Refusal(
        Code.REGISTERED_OTHERWISE,
        otherwise(standing, wanted)
            + " What took effect before its last change ("
            + former.name().map(name -> "under the name " + name + ", ").orElse("")
            + former.memory()
            + ") is looked up until "
            + former.until().truncatedTo(ChronoUnit.SECONDS)
            + ", and would be forgotten by a second one.",
        "Go back to that memory, or wait until then and set " + accepting(standing, wanted) + ".");
  }

  private static Refusal unaccepted(Registration standing, Registration wanted) {
    return new Refusal(
        Code.REGISTERED_OTHERWISE,
        otherwise(standing, wanted),
        "Go back to what is registered, or, if the change is meant, set "
            + accepting(standing, wanted)
            + " on all nodes and read docs/changes.md first. Another name would be an empty memory.");
  }

  private static String otherwise(Registration standing, Registration wanted) {
    return "The name "
        + wanted.consumer()
        + " is registered otherwise: "
        + String.join(", ", wanted.differences(standing))
        + ".";
  }

  private static String accepting(Registration standing, Registration wanted) {
    return "semel.consumer."
        + wanted.consumer()
        + ".accept-change="
        + new RegistrationChange<>(standing, wanted).word();
  }
}
