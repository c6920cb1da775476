// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.semel.internal.boot.node.LocalNode;
import org.semel.internal.desk.operate.AuditedOperations;
import org.semel.internal.desk.operate.act.AnsweredRequests;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.act.RequestKeys;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.desk.watch.DestinationStates;
import org.semel.internal.desk.watch.redaction.ShownFields;
import org.semel.internal.desk.web.console.ConsoleHost.Asked;
import org.semel.internal.desk.web.console.ConsoleHost.Given;
import org.semel.internal.desk.web.rest.call.Caller;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.edge.postgresql.operate.PostgresOpsWorld;
import org.semel.internal.edge.postgresql.operate.RequestTable;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.Handler;
import org.semel.internal.engine.receive.MessageSource;
import org.semel.internal.engine.receive.Policies;
import org.semel.internal.engine.receive.Receiver;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.batch.ConsumerStates;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.tx.Outcome;
import org.semel.message.Body;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.OpsWorld;
import org.semel.operations.ParkedCase;
import org.semel.operations.node.Diagnosis;
import org.semel.small.SmallServer;

/** The API over real operations on a real database, with one consumer that runs. */
public final class RestWorld implements RestListener {

  static final int LIMIT = 3;

  /** Where its intents go. */
  static final Destination MAIL = new Destination("mail");

  public final String consumer;
  final OpsWorld world = new PostgresOpsWorld();
  final AuditedOperations operations;
  final RestApi api;
  final List<String> effects = new CopyOnWriteArrayList<>();
  final List<Exception> failures = new CopyOnWriteArrayList<>();
  final AtomicLong refused = new AtomicLong();
  volatile Duration now = Duration.ZERO;
  volatile Supplier<MessageSource> letters = NoLetters::new;
  volatile Handler route = (message, identity) -> {};
  volatile ShownFields fields = ShownFields.NONE;
  volatile Diagnosis diagnosis = Diagnosis.of("shop, 1@here", Optional.empty(), List.of());
  final ConsumerStates consumers = new ConsumerStates(System::nanoTime, Throwable::toString);
  final DestinationStates destinations =
      new DestinationStates(System::nanoTime, Throwable::toString);

  public RestWorld() {
    this(keys -> keys);
  }

  /** Over keys that are not quite those of the database. */
  RestWorld(UnaryOperator<RequestKeys> keys) {
    this("c-" + UUID.randomUUID(), keys);
  }

  /** With a consumer of this name. */
  RestWorld(String consumer, UnaryOperator<RequestKeys> keys) {
    this.consumer = consumer;
    Replayer replayer = new Replayer();
    operations =
        world.operations(
            replayer,
            name -> ReplayRule.ALLOWED,
            () -> List.of(new Destination("d"), MAIL),
            (name, queue, without) -> letters.get(),
            world.audit(),
            new LocalNode("shop, 1@here", consumers, destinations, wanted -> diagnosis));
    OperatorTransactions transactions =
        new OperatorTransactions(world.transactions(), world.audit(), world.faults());
    RequestKeys table = keys.apply(new RequestTable(SmallServer.shared().jdbc()));
    api =
        new RestApi(
            operations,
            new AnsweredRequests(transactions, table),
            LIMIT,
            name -> name.equals(consumer) ? fields : ShownFields.NONE,
            this,
            () -> now.toNanos());
    world.register(consumer, "header:key");
    replayer.open(
        new Receiver(
            Policies.of(consumer), IdentityRules.header("key"), world.memory(), this::takeEffect));
  }

  private void takeEffect(Message message, Identity identity) throws Exception {
    route.handle(message, identity);
    effects.add(identity.key());
  }

  @Override
  public void answerNotKept(RuntimeException cause) {
    failures.add(cause);
  }

  @Override
  public void failed(String target, Exception cause) {
    failures.add(cause);
  }

  @Override
  public void refused() {
    refused.incrementAndGet();
  }

  /** A dead-letter queue with nothing in it. */
  private static final class NoLetters implements MessageSource {
    @Override
    public List<Arrival> receive(BatchLimit most, Duration wait) {
      return List.of();
    }

    @Override
    public Optional<Exception> ended(Outcome end) {
      return Optional.empty();
    }

    @Override
    public void rest() {}

    @Override
    public void close() {}
  }

  /** Parks a message as the receiver does after its last attempt, claim and all. */
  long parked(String key, String body, String detail) {
    return parked(key, body, new Verdict(ParkingReason.ATTEMPTS_EXHAUSTED, detail));
  }

  /** The same, after its route failed like this. */
  long parked(String key, String body, Failure failure) {
    return parked(key, body, new Verdict(ParkingReason.ATTEMPTS_EXHAUSTED, failure));
  }

  private long parked(String key, String body, Verdict verdict) {
    Offer offer =
        new Offer(
            new Identity(consumer, key), FingerprintProfile.EXACT.of(Messages.keyed(key, body, 1)));
    world.claim(offer);
    ParkedMessage parked =
        new ParkedMessage(
            consumer,
            Messages.keyed(key, body, 4),
            verdict,
            IdentityEvidence.of(offer).holdingClaim());
    world.act(
        () -> {
          world.memory().parking().park(List.of(parked));
          return parked;
        });
    List<ParkedCase> cases = operations.identities().dossier(offer.identity()).parked();
    return cases.get(cases.size() - 1).id();
  }

  long parked(String key) {
    return parked(key, "a", "java.lang.IllegalStateException: x");
  }

  /** Keeps a message that took effect, and tells its number. */
  long kept(String key, String body) {
    Identity identity = new Identity(consumer, key);
    world.act(
        () -> {
          world.memory().bodies().keep(identity, Messages.keyed(key, body, 1));
          world.memory().bodies().flush();
          return identity;
        });
    return operations.kept().last(consumer);
  }

  /** What is answered to the console of a person who may do everything but read payloads. */
  Given answer(Asked asked) {
    RestReply reply =
        api.answer(
            new RestRequest(
                asked.method(),
                asked.target(),
                asked.headers(),
                Body.bytes(asked.body().getBytes(StandardCharsets.UTF_8), null),
                Optional.of(Caller.of("ann", Set.of(Role.VIEWER, Role.OPERATOR, Role.ADMIN)))));
    return new Given(reply.status(), reply.text());
  }

  /** What is answered to a reader of these roles. */
  public RestReply get(String target, Role... roles) {
    return api.answer(request("GET", target, "", Map.of(), roles));
  }

  /** By an operator, as the console or a program sends it. */
  RestReply post(String target, String json, String key) {
    return post(target, json, key, Role.OPERATOR);
  }

  RestReply post(String target, String json, String key, Role... roles) {
    return api.answer(request("POST", target, json, posted(key), roles));
  }

  static Map<String, String> posted(String key) {
    return Map.of("content-type", "application/json", "idempotency-key", key);
  }

  static RestRequest request(
      String method, String target, String json, Map<String, String> headers, Role... roles) {
    return request(method, target, json, headers, Caller.of("ann", Set.of(roles)));
  }

  static RestRequest request(
      String method, String target, String json, Map<String, String> headers, Caller caller) {
    Map<String, String> all = new HashMap<>(Map.of("host", "semel.example:8080"));
    all.putAll(headers);
    return new RestRequest(
        method,
        target,
        all,
        Body.bytes(json.getBytes(StandardCharsets.UTF_8), null),
        Optional.of(caller));
  }

  static String key() {
    return UUID.randomUUID().toString();
  }

  /** The answer, read. */
  public static JsonObject json(RestReply reply) {
    return Json.createReader(new StringReader(reply.text())).readObject();
  }

  /** Checks that a reply is one clear problem. */
  static void assertProblem(RestReply reply, int status, org.semel.Code code) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(status);
    assertThat(reply.headers().get("Content-Type")).startsWith("application/problem+json");
    JsonObject problem = json(reply);
    assertThat(problem.getString("code")).as(reply.text()).isEqualTo(code.text());
    assertThat(problem.getInt("status")).isEqualTo(status);
    assertThat(problem.getString("title")).isNotBlank();
    assertThat(problem.getString("detail")).isNotBlank();
    assertThat(problem.getString("type")).startsWith("urn:semel:problem:");
  }
}
