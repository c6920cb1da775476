// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.semel.Code;
import org.semel.receive.proof.Protocol;
import org.semel.receive.proof.Refusal;
import org.semel.receive.proof.Verdict;
import org.semel.registry.Enrolment;
import org.semel.registry.Registration;
import org.semel.registry.Registry;
import org.semel.retention.Forgetting;
import org.semel.tx.Completion;
import org.semel.tx.Completion.Committed;
import org.semel.tx.Completion.RolledBack;
import org.semel.tx.Decision;
import org.semel.tx.Faults;
import org.semel.tx.Transactions;

/** Registers consumers in the database, after their proof and before their first message. */
final class Enrolments {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Settings settings;
  private final Transactions transactions;
  private final Faults faults;
  private final Registry registry;
  private final Forgetting forgetting;

  /**
   * A registration of consumers.
   *
   * @param forgetting is told how long a consumer's rows are kept, before there are any
   */
  Enrolments(
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

  /** The verdict of {@code proof}; a consumer that is proven is registered too. */
  Verdict after(Supplier<Verdict> proof, ConsumerSettings consumer, FormerMemory former) {
    Verdict verdict = proof.get();
    return verdict instanceof Verdict.Proven ? enrolled(consumer, former) : verdict;
  }

  private Verdict enrolled(ConsumerSettings consumer, FormerMemory former) {
    Completion<List<Refusal>> completion =
        transactions.inNew(TIMEOUT, () -> Decision.commit(enrol(consumer, former)));
    if (completion instanceof Committed<List<Refusal>> committed) {
      return committed.value().isEmpty()
          ? owned(consumer)
          : new Verdict.Refused(committed.value());
    }
    return completion instanceof RolledBack<List<Refusal>> rolledBack
        ? failed(rolledBack.cause())
        : new Verdict.Unavailable(
            new IllegalStateException("whether the consumer is registered is not known"));
  }

  private Verdict owned(ConsumerSettings consumer) {
    settings.ownsConsumer(consumer.policy().name());
    return new Verdict.Proven();
  }

  /** What is away may come back; anything else will be the same next time. */
  private Verdict failed(Throwable cause) {
    return faults.ofAll(cause).passes()
        ? new Verdict.Unavailable(cause)
        : new Verdict.Refused(
            List.of(
                new Refusal(
                    Code.BRANCHES_UNPROVEN,
                    "The consumer could not be registered: " + cause + ".",
                    "See server-config/README.md for what it needs.")));
  }

  private List<Refusal> enrol(ConsumerSettings consumer, FormerMemory former) {
    String name = consumer.policy().name();
    List<Refusal> refusals =
        new Enrolment(registry).enrol(registration(consumer), terms(consumer));
    if (refusals.isEmpty()) {
      forgetting.declare(settings.rules().ofConsumer(name, consumer).toList());
    }
    Duration remember = consumer.keeping().remember();
    registry.former(name, remember).ifPresent(memory -> former.was(memory, remember));
    return refusals;
  }

  private Registration registration(ConsumerSettings consumer) {
    return new Registration(
        consumer.policy().name(),
        settings.semel().application(),
        consumer.policy().feed().destination(),
        FormerMemory.registered(consumer.policy().reading().identity(), consumer.keeping()));
  }

  private static Enrolment.Terms terms(ConsumerSettings consumer) {
    return new Enrolment.Terms(
        consumer.protocol() == Protocol.STORE_FIRST,
        consumer.order().isPresent(),
        consumer.acceptedChange());
  }
}
