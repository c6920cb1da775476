// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.semel.fake.InMemoryVersions;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.receive.ClaimedHandler;
import org.semel.internal.engine.receive.IdentifiedMessage;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Processing;
import org.semel.internal.engine.receive.policy.OrderPolicy;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.small.Proxied;

/** Versions in memory, which also tell what was asked of them, and who keeps them in order. */
final class OrderedWorld implements ReceiveListener {

  static final Duration TIMEOUT = Duration.ofSeconds(10);
  static final Identity A = new Identity("c", "a");

  final World world = new World();
  final OrderPolicy order =
      new OrderPolicy(
          new OrderPolicy.PlaceRules("property:aggregate", "property:version"),
          IdentityRules.header("aggregate"),
          IdentityRules.header("version"),
          1,
          new OrderPolicy.Patience(
              Duration.ofHours(1),
              Duration.ofMillis(1),
              new Backoff(Duration.ofMillis(1), Duration.ofMillis(1))));
  final ConsumerPolicy policy = world.policy(7).with(Processing.by(Protocol.XA).inOrder(order));
  final InMemoryVersions memory = new InMemoryVersions(world.transactions, world.parking);
  final WakeUp released = new WakeUp();

  /** Names of the methods of {@link Versions} that were called. */
  final List<String> asked = new ArrayList<>();

  final Versions versions = Proxied.as(Versions.class, this::answer);

  /** Receipts that were told. */
  final List<Receipt> told = new ArrayList<>();

  private @Nullable Object answer(Method method, @Nullable Object @Nullable [] arguments)
      throws Throwable {
    asked.add(method.getName());
    return Proxied.call(memory, method, arguments);
  }

  HeldFailureHandler failures(Versions asking) {
    return new HeldFailureHandler(policy, asking, world.parking, world.transactions, this);
  }

  VersionGate gate(ClaimedHandler next) {
    return new VersionGate(policy, versions, world.transactions, released, next);
  }

  /** These versions of {@code a} come, in this order, in one batch. */
  List<Receipt> come(long... numbers) {
    return come(OrderedWorld::processed, numbers);
  }

  List<Receipt> come(ClaimedHandler next, long... numbers) {
    return in(
        () -> gate(next).handle(LongStream.of(numbers).mapToObj(OrderedWorld::candidate).toList()));
  }

  static List<Receipt> processed(List<IdentifiedMessage> ours) {
    return ours.stream()
        .<Receipt>map(one -> new Receipt.Processed(one.identity(), one.message()))
        .toList();
  }

  static IdentifiedMessage candidate(long version) {
    HeldMessage waiting = waiting(A, version);
    return new IdentifiedMessage(waiting.message(), waiting.offer());
  }

  static HeldMessage waiting(Identity aggregate, long version) {
    Message message =
        Messages.text(
            "body", Map.of("aggregate", aggregate.key(), "version", Long.toString(version)));
    Identity identity = new Identity("c", aggregate.key() + "|" + version);
    return new HeldMessage(
        new Place(aggregate, version),
        new Offer(identity, FingerprintProfile.EXACT.of(message)),
        message);
  }

  <T> T in(Supplier<T> act) {
    return world
        .transactions
        .inNew(TIMEOUT, () -> Decision.commit(act.get()))
        .committed()
        .orElseThrow();
  }

  @Override
  public void done(ConsumerPolicy consumer, BatchResult.BatchCommitted done) {
    told.addAll(done.receipts());
  }
}
