// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.semel.Code;
import org.semel.internal.boot.config.ConsumerSettings;
import org.semel.internal.boot.config.DestinationSettings;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.desk.watch.log.OperatorLog;
import org.semel.internal.engine.keep.ClaimsUndecided;
import org.semel.internal.engine.keep.DestinationRegistrar;
import org.semel.internal.engine.keep.DestinationRegistration;
import org.semel.internal.engine.keep.DestinationRegistry;
import org.semel.internal.engine.keep.LeftBehind;
import org.semel.internal.engine.keep.Registrar;
import org.semel.internal.engine.keep.Registration;
import org.semel.internal.engine.keep.Registration.VersionCount;
import org.semel.internal.engine.keep.Registry;
import org.semel.internal.engine.keep.RetentionStore;
import org.semel.internal.engine.keep.UndecidedClaims;
import org.semel.internal.engine.keep.UnroutedIntents;
import org.semel.internal.engine.receive.policy.OrderPolicy;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.Transactions;

/**
 * Registers names in the database: consumers after their proof and before their first message,
 * destinations before anything is delivered. The retention of a name's rows is written with it.
 */
final class Registrations {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Settings settings;
  private final Transactions transactions;
  private final Faults faults;
  private final Registry consumers;
  private final DestinationRegistry destinations;
  private final RetentionStore retention;
  private final UndecidedClaims undecided;

  /** Registers in one transaction each; {@code retention} says how long a name's rows are kept. */
  Registrations(
      Settings settings,
      Transactions transactions,
      Faults faults,
      Registry consumers,
      DestinationRegistry destinations,
      RetentionStore retention) {
    this.settings = settings;
    this.transactions = transactions;
    this.faults = faults;
    this.consumers = consumers;
    this.destinations = destinations;
    this.retention = retention;
    this.undecided = new UndecidedClaims(consumers::undecided);
  }

  /**
   * The outcome of a registration attempt.
   *
   * @param refusals why it is refused; empty if it is not
   * @param known runs after the commit
   */
  private record RegistrationAttempt(List<Refusal> refusals, Runnable known) {

    Decision<RegistrationAttempt> decision() {
      return refusals.isEmpty() ? Decision.commit(this) : Decision.discard(this);
    }
  }

  /** Registers a consumer that is proven; its former memory is then known. */
  ProofResult register(ConsumerSettings consumer, FormerMemory former) {
    return verdict(
        "Consumer " + consumer.policy().name(),
        transactions.inNew(TIMEOUT, () -> attempt(consumer, former).decision()));
  }

  /**
   * Registers a destination to which this application delivers, once {@code unknown} has no
   * objection.
   */
  ProofResult register(DestinationSettings destination, Supplier<Optional<Throwable>> unknown) {
    return unknown
        .get()
        .<ProofResult>map(ProofResult.Unproven::new)
        .orElseGet(() -> register(destination));
  }

  private ProofResult register(DestinationSettings destination) {
    return verdict(
        "Destination " + destination.policy().destination(),
        transactions.inNew(TIMEOUT, () -> attempt(destination).decision()));
  }

  /**
   * The rows that wait for registered consumers, and that their policies do not work off: a node
   * that stops may leave them behind. Joins the caller's transaction.
   */
  List<Refusal> leftBehind() {
    return settings.ownedConsumers().stream().flatMap(one -> leftBehind(one).stream()).toList();
  }

  /**
   * The intents that wait for destinations which are registered here, and to which no route
   * delivers. Joins the caller's transaction.
   */
  List<Refusal> unrouted() {
    return destinations.unrouted(settings.semel().application(), settings.relayed()).stream()
        .map(UnroutedIntents::finding)
        .toList();
  }

  private ProofResult verdict(String name, Completion<RegistrationAttempt> completion) {
    return completion.fold(
        Registrations::proven,
        refused -> new ProofResult.Refused(refused.refusals()),
        failed -> failed(name, failed.cause()),
        unknown ->
            new ProofResult.Unproven(
                new IllegalStateException("whether the name is registered is not known")));
  }

  private static ProofResult proven(RegistrationAttempt outcome) {
    outcome.known().run();
    return new ProofResult.Proven();
  }

  private ProofResult failed(String name, Throwable cause) {
    if (cause instanceof ClaimsUndecided) {
      return new ProofResult.Unproven(cause);
    }
    return ProofResult.of(
        cause,
        faults,
        new Refusal(
            Code.REGISTRATION_FAILED,
            name + " could not be registered in the database: " + OperatorLog.rootOf(cause) + ".",
            "See the database's log for the cause. Nothing was changed, and nothing starts."));
  }

  private RegistrationAttempt attempt(ConsumerSettings consumer, FormerMemory former) {
    String name = consumer.policy().name();
    Duration remember = consumer.claims().remember();
    List<Refusal> refusals =
        new ArrayList<>(
            new Registrar(consumers, FormerMemory::remembers, undecided)
                .register(
                    registration(consumer),
                    consumer.keys().formerly(),
                    consumer.keys().acceptChange(),
                    remember));
    refusals.addAll(leftBehind(consumer)); // once what was in doubt is decided
    retention.declare(settings.rules().ofConsumer(name, consumer).toList());
    var before = consumers.former(name, remember);
    before
        .flatMap(found -> FormerMemory.retention(name, found, remember))
        .ifPresent(retention::prolong);
    return new RegistrationAttempt(
        refusals,
        () -> {
          before.ifPresent(found -> former.lookUp(found, remember));
          settings.ownsConsumer(name);
        });
  }

  private RegistrationAttempt attempt(DestinationSettings destination) {
    String name = destination.policy().destination().name();
    List<Refusal> refusals =
        new DestinationRegistrar(destinations)
            .register(
                new DestinationRegistration(name, settings.semel().application()),
                destination.keys().acceptChange());
    retention.declare(settings.rules().ofDestination(destination).toList());
    return new RegistrationAttempt(refusals, () -> settings.ownsDestination(name));
  }

  private List<Refusal> leftBehind(ConsumerSettings consumer) {
    if (consumer.protocol() == Protocol.STORE_FIRST && consumer.order().isPresent()) {
      return List.of(); // it works off all that there may be, and need not count it
    }
    LeftBehind left = consumers.leftBehind(consumer.policy().name());
    List<Refusal> refusals = new ArrayList<>();
    if (consumer.protocol() != Protocol.STORE_FIRST) {
      left.withoutStoreFirst().ifPresent(refusals::add);
    }
    if (consumer.order().isEmpty()) {
      left.withoutVersions().ifPresent(refusals::add);
    }
    return refusals;
  }

  private Registration registration(ConsumerSettings consumer) {
    return new Registration(
        consumer.policy().name(),
        settings.semel().application(),
        consumer.policy().feed().broker(),
        consumer.policy().feed().destination(),
        FormerMemory.registered(consumer.policy().reading().identity(), consumer.claims()),
        consumer
            .order()
            .map(OrderPolicy::rules)
            .map(rules -> new VersionCount(rules.aggregate(), rules.version())));
  }
}
