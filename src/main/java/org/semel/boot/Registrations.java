// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.Code;
import org.semel.receive.proof.Protocol;
import org.semel.receive.proof.Refusal;
import org.semel.receive.proof.Verdict;
import org.semel.registry.Registrar;
import org.semel.registry.Registration;
import org.semel.registry.Registration.IdentityPolicy;
import org.semel.registry.Registry;
import org.semel.registry.Registry.Former;
import org.semel.registry.Waiting;
import org.semel.retention.Forgetting;
import org.semel.tx.Completion;
import org.semel.tx.Completion.Committed;
import org.semel.tx.Completion.Discarded;
import org.semel.tx.Completion.RolledBack;
import org.semel.tx.Decision;
import org.semel.tx.Faults;
import org.semel.tx.Transactions;

/** Registers consumers in the database, after their proof and before their first message. */
final class Registrations {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Settings settings;
  private final Transactions transactions;
  private final Faults faults;
  private final Registry registry;
  private final Forgetting forgetting;

  /**
   * Registrations in this database.
   *
   * @param forgetting is told how long a consumer's rows are kept, before there are any
   */
  Registrations(
      Settings settings,
      Transactions transactions,
      Faults faults,
      Registry registry,
      Forgetting forgetting) {
    this.settings = settings;
    this.transactions = transactions;
    this.faults = faults;
    this.registry = registry;
    this.forgetting = forgetting;
  }

  /**
   * How a registration went.
   *
   * @param refusals what speaks against it
   * @param former the memory before the latest change, if it is still to be looked up
   */
  private record Outcome(List<Refusal> refusals, Optional<IdentityPolicy> former) {}

  /** Registers a consumer that is proven; its former memory is then known. */
  Verdict register(ConsumerSettings consumer, FormerMemory former) {
    Completion<Outcome> completion = transactions.inNew(TIMEOUT, () -> attempt(consumer));
    if (completion instanceof Committed<Outcome> committed) {
      committed
          .value()
          .former()
          .ifPresent(memory -> former.lookUp(memory, consumer.keeping().remember()));
      settings.ownsConsumer(consumer.policy().name());
      return new Verdict.Proven();
    }
    if (completion instanceof Discarded<Outcome> discarded) {
      return new Verdict.Refused(discarded.value().refusals());
    }
    return completion instanceof RolledBack<Outcome> rolledBack
        ? failed("Consumer " + consumer.policy().name(), rolledBack.cause())
        : new Verdict.Unavailable(
            new IllegalStateException("whether the consumer is registered is not known"));
  }

  private Verdict failed(String name, Throwable cause) {
    return Verdict.of(
        cause,
        faults,
        new Refusal(
            Code.REGISTRATION_FAILED,
            name + " could not be registered in the database: " + Lines.rootOf(cause) + ".",
            "The database's own log says more; nothing was changed, and nothing is received."));
  }

  private Decision<Outcome> attempt(ConsumerSettings consumer) {
    List<Refusal> refusals = new ArrayList<>(leftBehind(consumer));
    Duration remember = consumer.keeping().remember();
    refusals.addAll(
        new Registrar(registry, FormerMemory::remembers)
            .register(registration(consumer), consumer.acceptedChange(), remember));
    if (!refusals.isEmpty()) {
      return Decision.discard(new Outcome(refusals, Optional.empty()));
    }
    String name = consumer.policy().name();
    forgetting.declare(settings.rules().ofConsumer(name, consumer).toList());
    return Decision.commit(
        new Outcome(refusals, registry.former(name, remember).map(Former::memory)));
  }

  private List<Refusal> leftBehind(ConsumerSettings consumer) {
    Waiting waiting = registry.waiting(consumer.policy().name());
    List<Refusal> refusals = new ArrayList<>();
    if (consumer.protocol() != Protocol.STORE_FIRST) {
      waiting.withoutStoreFirst().ifPresent(refusals::add);
    }
    if (consumer.order().isEmpty()) {
      waiting.withoutVersions().ifPresent(refusals::add);
    }
    return refusals;
  }

  private Registration registration(ConsumerSettings consumer) {
    return new Registration(
        consumer.policy().name(),
        settings.semel().application(),
        consumer.policy().feed().destination(),
        FormerMemory.registered(consumer.policy().reading().identity(), consumer.keeping()));
  }
}
