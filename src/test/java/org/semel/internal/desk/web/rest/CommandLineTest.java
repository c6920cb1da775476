// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.semel.internal.desk.web.rest.call.Caller;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.message.Body;
import org.semel.operations.node.Diagnosis;

/**
 * The command line as a process of its own, over HTTP, before the API and a real database. It is
 * compiled once for all; one test runs it as people do, from its source.
 */
class CommandLineTest {

  private static final Path SOURCE = Path.of("src/cli/Semel.java");

  @TempDir private static Path compiled;

  private final RestWorld world = new RestWorld();
  private HttpServer server;
  private volatile boolean answers = true;
  private volatile Role role = Role.OPERATOR;

  @TempDir private Path output;

  /** What a run of it came to. */
  private record Ended(int status, String out, String errors) {}

  @BeforeAll
  static void compile() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, said, said, "-d", compiled.toString(), SOURCE.toString());
    assertThat(status).as(said.toString(StandardCharsets.UTF_8)).isZero();
  }

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  @Test
  void aParkedMessageIsSeenAndReleased() throws Exception {
    long id = world.parked("k");
    Ended seen = runSource("parked", "--consumer", world.consumer);
    assertThat(seen.status()).as(seen.errors()).isZero();
    assertThat(seen.out()).contains("\"id\":" + id);
    Ended released =
        runSource("parked", Long.toString(id), "release", "--why", "the \"price\" list is mended");
    assertThat(released.status()).as(released.errors()).isZero();
    assertThat(world.effects).containsExactly("k");
  }

  @Test
  void whatFailedAlikeIsSeen() throws Exception {
    world.parked("k", "a", new Failure("NoTariff", "BER-LIS", "NoTariff at com.shop.Tariffs.of"));
    Ended seen = run("failure-groups", "--consumer", world.consumer);
    assertThat(seen.status()).as(seen.errors()).isZero();
    assertThat(seen.out()).contains("NoTariff at com.shop.Tariffs.of").doesNotContain("BER-LIS");
  }

  @Test
  void whatIsWrongHasAnExitStatusAndACode() throws Exception {
    long id = world.parked("k");
    assertEnds(run("parked", Long.toString(id), "release", "--why", "mended"), 0, "");
    assertEnds(run("parked", Long.toString(id), "release", "--why", "again"), 6, "SEMEL-0815");
    assertEnds(run("parked", "0", "release", "--why", "gone"), 4, "SEMEL-0814");
    assertEnds(run("parked", "--consumers", "misspelt"), 2, "SEMEL-0810");
    assertEnds(run(), 2, "usage:");
    assertEnds(run("backlog", "--limit"), 2, "--limit needs a value");
    assertEnds(
        run("identities", "forget", "--consumer", "c", "--key", "k", "--why", "w"), 3, "0812");
  }

  @Test
  void theDoctorEndsWithAStatusOfItsOwnIfAFindingIsAnError() throws Exception {
    assertEnds(run("doctor"), 0, "");
    Diagnosis.Observation ill =
        new Diagnosis.Observation(
            Diagnosis.Severity.ERROR, "SEMEL-0844", Optional.empty(), "one", "two", "three");
    world.diagnosis = Diagnosis.of("here", Optional.empty(), List.of(ill));
    Ended ended = run("doctor");
    assertEnds(ended, 8, "");
    assertThat(ended.out()).contains("SEMEL-0844", "three");
  }

  @Test
  void anActThatIsRepeatedUnderItsKeyActsOnce() throws Exception {
    String id = Long.toString(world.parked("k"));
    for (int i = 0; i < 2; i++) {
      assertEnds(run("parked", id, "release", "--why", "mended", "--idempotency-key", "1"), 0, "");
    }
    assertThat(world.effects).containsExactly("k");
  }

  @Test
  void whereNoAnswerComesAnActIsUnknownAndItsKeyIsPrinted() throws Exception {
    String id = Long.toString(world.parked("k"));
    answers = false;
    Ended ended = run("parked", id, "release", "--why", "mended", "--idempotency-key", "17");
    assertEnds(ended, 7, "--idempotency-key 17");
    assertEnds(run("backlog"), 5, "Nothing answers");
    answers = true;
    assertEnds(run("parked", id, "release", "--why", "mended", "--idempotency-key", "17"), 0, "");
    assertThat(world.effects).containsExactly("k");
  }

  @Test
  void keysFromAFileAreTakenInSteps() throws Exception {
    role = Role.ADMIN;
    Path keys = output.resolve("keys.txt");
    List<String> lines = IntStream.range(0, 2_500).mapToObj(i -> "K-" + i).toList();
    Files.writeString(keys, "\uFEFF" + String.join("\n\n", lines)); // as some editors write it
    Ended ended = remember("@" + keys);
    assertEnds(ended, 0, "2500 of 2500 keys");
    assertThat(ended.out().lines()).hasSize(3).allMatch(line -> line.contains("\"known\":0"));
    assertThat(remember("@" + keys).out().lines()).allMatch(line -> line.contains("\"added\":0"));
    assertThat(remember("K-0").out()).contains("\"known\":1");
    assertEnds(remember("@" + output.resolve("nowhere")), 2, "cannot be read");
  }

  private Ended remember(String keys) throws IOException, InterruptedException {
    List<String> words = List.of("identities", "remember", "--consumer", world.consumer);
    List<String> options =
        List.of("--at", "2026-11-01T00:00:00Z", "--keys", keys, "--why", "old table");
    return run(Stream.of(words, options).flatMap(List::stream).toArray(String[]::new));
  }

  @Test
  void allPagesOfAListFollowEachOther() throws Exception {
    for (String key : List.of("a", "b", "c")) {
      world.parked(key);
    }
    Ended one = run("parked", "--consumer", world.consumer, "--limit", "1");
    assertThat(one.out().lines()).hasSize(1);
    Ended all = run("parked", "--consumer", world.consumer, "--limit", "1", "--all");
    assertThat(all.status()).as(all.errors()).isZero();
    assertThat(all.out()).contains("\"a\"", "\"b\"", "\"c\"");
  }

  private static void assertEnds(Ended ended, int status, String errors) {
    assertThat(ended.status()).as(ended.toString()).isEqualTo(status);
    assertThat(ended.errors()).contains(errors);
  }

  private Ended run(String... words) throws IOException, InterruptedException {
    return run(List.of("-cp", compiled.toString(), "Semel"), words);
  }

  private Ended runSource(String... words) throws IOException, InterruptedException {
    return run(List.of(SOURCE.toString()), words);
  }

  private Ended run(List<String> program, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(program);
    command.addAll(List.of(words));
    Path out = output.resolve("out");
    Path errors = output.resolve("errors");
    ProcessBuilder process =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(errors.toFile());
    Map<String, String> environment = process.environment();
    environment.put("SEMEL_URL", "http://localhost:" + server.getAddress().getPort() + "/");
    environment.put("SEMEL_USER", "ann");
    environment.put("SEMEL_PASSWORD", "secret");
    int status = process.start().waitFor();
    return new Ended(status, Files.readString(out), Files.readString(errors));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!answers) {
        return;
      }
      RestReply reply = world.api.answer(request(exchange));
      byte[] text = reply.text().getBytes(StandardCharsets.UTF_8);
      reply.headers().forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(reply.status(), text.length);
      exchange.getResponseBody().write(text);
    }
  }

  private RestRequest request(HttpExchange exchange) throws IOException {
    Map<String, String> headers = new HashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
    return new RestRequest(
        exchange.getRequestMethod(),
        exchange.getRequestURI().toString(),
        headers,
        Body.bytes(exchange.getRequestBody().readAllBytes(), null),
        caller(headers.getOrDefault("authorization", "")));
  }

  private Optional<Caller> caller(String login) {
    String expected =
        "Basic "
            + Base64.getEncoder().encodeToString("ann:secret".getBytes(StandardCharsets.UTF_8));
    return Optional.of(login).filter(expected::equals).map(known -> Caller.of("ann", Set.of(role)));
  }
}
