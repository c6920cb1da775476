// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.semel.internal.desk.operate.AuditedOperations;
import org.semel.internal.desk.operate.audit.Audit;
import org.semel.internal.desk.operate.pause.Pauses.Presence;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.MessageSource;
import org.semel.internal.engine.receive.Occasion;
import org.semel.internal.engine.receive.Policies;
import org.semel.internal.engine.receive.Receiver;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.Replayer.HandedIn;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.rows.StoredMessages;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.tx.Outcome;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.AuditEntry.Act;

/** Every act and its line in the audit stand and fall together. */
public abstract class ActsContract {

  private static final OperatorContext ANN = new OperatorContext("ann", "the price list is mended");

  private final OpsWorld world;
  private final String consumer = "c-" + UUID.randomUUID();
  private final Identity identity = new Identity(consumer, "1");
  private final Message message = Messages.keyed("1", "a", 1);
  private final Offer offer = new Offer(identity, FingerprintProfile.EXACT.of(message));
  private final Intent intent =
      new Intent(
          identity,
          new Intent.Address(new Destination("d-" + UUID.randomUUID()), 0),
          Headers.none(),
          message.body());
  private final Replayer replayer = new Replayer();
  private final AuditedOperations sound;
  private final AuditedOperations unheard;

  public ActsContract(OpsWorld world) {
    this.world = world;
    this.sound = operations(world.audit());
    this.unheard = operations(new FullAudit());
  }

  @BeforeEach
  void open() {
    replayer.open(
        new Receiver(
            Policies.of(consumer),
            IdentityRules.header("key"),
            world.memory(),
            (taken, whose) -> {}));
  }

  /**
   * An act that is prepared.
   *
   * @param state what it changes
   */
  private record Prepared(Consumer<AuditedOperations> act, Supplier<Object> state) {}

  @ParameterizedTest
  @EnumSource(
      value = Act.class,
      mode = Mode.EXCLUDE,
      names = {"REFUSED", "UNKNOWN"}) // change nothing
  void anActWhoseLineCannotBeWrittenIsUndone(Act act) {
    Prepared prepared = prepared(act);
    Object before = prepared.state().get();
    assertThatThrownBy(() -> prepared.act().accept(unheard)).hasMessageStartingWith("SEMEL-0801 ");
    assertThat(prepared.state().get()).isEqualTo(before);
    prepared.act().accept(sound);
    assertThat(prepared.state().get()).as("the act itself").isNotEqualTo(before);
  }

  private Prepared prepared(Act act) {
    return switch (act) {
      case RELEASE -> onParked((ops, id) -> ops.parked().release(id, ANN));
      case WITHDRAW -> onParked((ops, id) -> ops.parked().withdraw(id, ANN));
      case SET_ASIDE -> setAside();
      case REPLAY -> replay();
      case WITHDRAW_INTENT -> onIntent(ops -> ops.intents().withdraw(intent.key(), ANN));
      case RETRY_INTENT -> onIntent(ops -> ops.intents().retry(intent.key(), ANN));
      case DELIVER_BY_HAND -> onIntent(ops -> ops.intents().delivered(intent.key(), "r", ANN));
      case FORGET -> forget();
      case REMEMBER -> remember();
      case ERASE -> erase();
      case DECLARE_LOST -> declareLost();
      case SET_BACK -> setBack();
      case PLAN ->
          onParked(
              (ops, id) ->
                  ops.plans().freeze(Selection.parked(consumer, 9), new Plan.Pace(9, 0), ANN));
      case APPROVE_PLAN -> approve();
      case START_PLAN -> onPlan((ops, id) -> ops.plans().start(id, ANN));
      case PAUSE_PLAN -> onPlan((ops, id) -> ops.plans().pause(id, ANN), Act.START_PLAN);
      case RESUME_PLAN ->
          onPlan((ops, id) -> ops.plans().resume(id, ANN), Act.START_PLAN, Act.PAUSE_PLAN);
      case WITHDRAW_PLAN -> onPlan((ops, id) -> ops.plans().withdraw(id, ANN));
      case TAKE_IN -> takeIn();
      case VIEW -> view();
      case REFUSED, UNKNOWN -> throw new IllegalStateException("no act");
      case PAUSE -> pause();
      case RESUME -> resume();
      case END_PLAN -> endPlan();
    };
  }

  @FunctionalInterface
  private interface OnNumber {
    void act(Operations operations, long id);
  }

  private Prepared onParked(OnNumber act) {
    park();
    long id = sound.parked().waiting(consumer, 0, 1).get(0).id();
    return new Prepared(ops -> act.act(ops, id), this::waiting);
  }

  /** A body is not shown if nobody would learn who has read it. */
  private Prepared view() {
    park();
    long id = sound.parked().waiting(consumer, 0, 1).get(0).id();
    return new Prepared(
        ops -> ops.parked().view(id, 0, ANN),
        () -> world.look(() -> world.audit().of(offer.identity(), 9)));
  }

  /** What is parked, and what is planned for it. */
  private Object waiting() {
    return List.of(
        sound.parked().waiting(consumer, 0, 9),
        sound.plans().latest(100).stream().filter(p -> p.consumer().equals(consumer)).toList());
  }

  private void park() {
    world.claim(offer);
    world.act(
        () -> {
          ParkedMessage parked =
              new ParkedMessage(
                  consumer,
                  message,
                  new Verdict(ParkingReason.ATTEMPTS_EXHAUSTED, "x: y"),
                  IdentityEvidence.of(offer).holdingClaim());
          world.memory().parking().park(List.of(parked));
          return parked;
        });
  }

  private Prepared replay() {
    world.act(
        () ->
            replayer.replay(new HandedIn(consumer, message), Occasion.DELIVERY, unwanted -> false));
    world.act(() -> world.stores().records().forget(identity));
    long id = sound.kept().kept(consumer, 0, 1).get(0).id();
    return new Prepared(ops -> ops.kept().replay(id, ANN), this::claimed);
  }

  private Prepared approve() {
    park();
    ParkedMessage another =
        new ParkedMessage(
            consumer,
            message,
            new Verdict(ParkingReason.NO_IDENTITY, "x"),
            IdentityEvidence.unknown());
    world.asksForApprovalFrom(2);
    Plan plan =
        world.act(
            () -> {
              world.memory().parking().park(List.of(another));
              Selection both = Selection.parked(consumer, 2);
              return ((PlanActs.Made.Frozen)
                      world.stores().plans().freeze(both, new Plan.Pace(9, 0), ANN))
                  .plan();
            });
    OperatorContext bob = new OperatorContext("bob", "looked at it");
    return new Prepared(
        ops -> ops.plans().approve(plan.id(), plan.progress().digest(), bob),
        () -> world.look(() -> world.stores().plans().find(plan.id())));
  }

  private Prepared setAside() {
    world.act(
        () -> world.stored().store(List.of(new StoredMessages.InboxEntry(identity, message))));
    return new Prepared(
        ops -> ops.stored().park(identity, ANN),
        () -> world.look(() -> world.stored().find(identity)).map(StoredMessages.Found::stage));
  }

  private Prepared forget() {
    world.claim(offer);
    return new Prepared(ops -> ops.identities().forget(identity, ANN), this::claimed);
  }

  private Prepared remember() {
    world.register(consumer, "property:orderNo");
    return new Prepared(
        ops -> ops.identities().remember(consumer, List.of(identity.key()), Instant.EPOCH, ANN),
        this::claimed);
  }

  private Prepared erase() {
    world.act(
        () ->
            replayer.replay(new HandedIn(consumer, message), Occasion.DELIVERY, unwanted -> false));
    return new Prepared(
        ops -> ops.identities().erase(identity, ANN), () -> sound.kept().kept(consumer, 0, 9));
  }

  private Object claimed() {
    return world.look(() -> world.stores().records().claim(identity)).isPresent();
  }

  private Prepared onIntent(Consumer<AuditedOperations> act) {
    world.act(
        () -> {
          world.memory().intents().record(intent);
          return intent;
        });
    settle(new Settlement.RetryAt(Duration.ZERO, "timed out", Trace.POSSIBLE));
    settle(new Settlement.Parked(Settlement.IntentParkingReason.OUTCOME_UNKNOWN, "no"));
    return new Prepared(
        act, () -> world.look(() -> world.stores().records().intents(List.of(intent.key()))));
  }

  private void settle(Settlement settlement) {
    world.act(
        () -> {
          Destination destination = intent.address().destination();
          Lease lease = world.queue().lease(destination, 1, Duration.ofMinutes(5)).get(0);
          return world.queue().settle(List.of(new SettledLease(lease, settlement)));
        });
  }

  private Prepared declareLost() {
    Identity aggregate = new Identity(consumer, "aggregate");
    world.act(
        () -> {
          world.versions().lock(Map.of(aggregate, 0L));
          return world
              .versions()
              .hold(List.of(new HeldMessage(new Place(aggregate, 3), offer, message)));
        });
    return new Prepared(
        ops -> ops.gaps().declareLost(sound.gaps().open(consumer, 1).get(0), ANN),
        () -> sound.gaps().standing(aggregate));
  }

  private Prepared setBack() {
    Identity aggregate = new Identity(consumer, "aggregate");
    world.act(() -> world.versions().lock(Map.of(aggregate, 7L)));
    return new Prepared(
        ops -> ops.gaps().setBack(aggregate, 0, ANN), () -> sound.gaps().standing(aggregate));
  }

  private Prepared onPlan(OnNumber act, Act... before) {
    long id = frozen();
    for (Act step : before) {
      assertThat(
              step == Act.START_PLAN ? sound.plans().start(id, ANN) : sound.plans().pause(id, ANN))
          .isInstanceOf(PlanActs.PlanTransition.Entered.class);
    }
    return new Prepared(ops -> act.act(ops, id), () -> sound.plans().find(id));
  }

  private long frozen() {
    park();
    return ((PlanActs.Made.Frozen)
            sound.plans().freeze(Selection.parked(consumer, 9), new Plan.Pace(9, 100), ANN))
        .plan()
        .id();
  }

  private Prepared endPlan() {
    long id = frozen();
    sound.plans().start(id, ANN);
    sound.parked().withdraw(sound.parked().waiting(consumer, 0, 1).get(0).id(), ANN);
    return new Prepared(
        ops -> {
          world.lapse(sound.plans().find(id).orElseThrow());
          ops.driver().round();
        },
        () -> sound.plans().find(id).orElseThrow().progress().state());
  }

  private Prepared pause() {
    PauseActs.Target target = PauseActs.Target.consumer(consumer);
    world.know(target, Presence.RUN_BY_NODES);
    return new Prepared(ops -> ops.pauses().pause(target, true, ANN), this::paused);
  }

  private Prepared resume() {
    PauseActs.Target target = PauseActs.Target.consumer(consumer);
    pause().act().accept(sound);
    return new Prepared(ops -> ops.pauses().resume(target, ANN), this::paused);
  }

  private Object paused() {
    return sound.pauses().standing().stream()
        .anyMatch(pause -> pause.target().name().equals(consumer));
  }

  private Prepared takeIn() {
    return new Prepared(ops -> ops.deadLetters().takeIn(consumer, "DLQ", 1, ANN), this::waiting);
  }

  private AuditedOperations operations(Audit audit) {
    return world.operations(
        replayer,
        name -> ReplayRule.ALLOWED,
        List::of,
        (name, queue, without) -> new OneLetter(),
        audit,
        OpsWorld.aNode());
  }

  /** An audit that has no room left. */
  private static final class FullAudit implements Audit {
    @Override
    public void write(AuditEntry entry) {
      throw new IllegalStateException("the audit is full");
    }

    @Override
    public List<AuditEntry.Line> of(Identity whose, int most) {
      return List.of();
    }

    @Override
    public Set<Identity> among(Collection<Identity> identities, Act act, String outcome) {
      return Set.of();
    }

    @Override
    public Set<Identity> among(Collection<Identity> identities) {
      return Set.of();
    }

    @Override
    public List<AuditEntry.Noted> latest(AuditFilter which, long before, int most) {
      return List.of();
    }
  }

  /** One dead letter. */
  private final class OneLetter implements MessageSource {
    private boolean taken;

    @Override
    public List<Arrival> receive(BatchLimit most, Duration wait) {
      return taken ? List.of() : List.of(new Arrival.Copied(message));
    }

    @Override
    public Optional<Exception> ended(Outcome end) {
      taken = end == Outcome.COMMITTED;
      return Optional.empty();
    }

    @Override
    public void rest() {}

    @Override
    public void close() {}
  }
}
