// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.proof.PostgresProbe;
import org.semel.internal.edge.postgresql.proof.UnflushedDatabase;
import org.semel.internal.engine.tx.NoTransaction;
import org.semel.matrix.Shows;
import org.semel.message.Identity;
import org.semel.small.Jms;
import org.semel.small.WatchedThreads;

/** The two components in real routes, over real broker, database and transaction manager. */
class InboxRouteTest {

  private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private final SmallEstate estate = new SmallEstate();
  private final List<Exchange> seen = new CopyOnWriteArrayList<>();
  private final CountDownLatch release = new CountDownLatch(1);

  {
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    estate.with("semel.consumer." + estate.name + ".headers", "tenant, traceparent");
    estate.with("semel.consumer." + estate.name + ".attempts", "2");
  }

  @AfterEach
  void stop() {
    release.countDown();
    estate.close();
  }

  @Test
  void aRouteReceivesEachMessageOnceWithItsIdentityAndOnlyTheAdmittedHeaders() {
    start(exchange -> seen.add(exchange.copy()));
    org.semel.small.Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createTextMessage("hello");
          message.setStringProperty("key", "1");
          message.setStringProperty("tenant", "t");
          message.setStringProperty("cAmElJmsDestinationName", "elsewhere");
          message.setStringProperty("other", "o");
          return message;
        });
    await().until(() -> claims() == 1);
    Exchange exchange = seen.get(0);
    assertThat(exchange.getMessage().getBody()).isEqualTo("hello");
    assertThat(exchange.getMessage().getHeaders()).containsOnlyKeys("tenant");
    assertThat(exchange.getProperty("SemelIdentity")).isEqualTo(new Identity(estate.name, "1"));
  }

  @Test
  void aRouteThatThrowsIsTriedAsOftenAsThePolicySaysAndThenItsMessageIsParked() {
    AtomicInteger calls = new AtomicInteger();
    start(
        exchange -> {
          calls.incrementAndGet();
          throw new IllegalStateException("no");
        });
    estate.send("1", "a");
    await().until(() -> estate.count("semel_parked", "reason = 'ATTEMPTS_EXHAUSTED'") == 1);
    assertThat(calls).hasValue(2);
  }

  @Test
  void aRouteThatMarksItsExchangeRollbackOnlyIsRolledBack() {
    List<UUID> rows = new CopyOnWriteArrayList<>();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(exchange -> rows.add(writeARow()))
                .to("intent:never")
                .process(exchange -> exchange.setRollbackOnly(true));
          }
        });
    estate.send("1", "a");
    await().until(() -> estate.count("semel_parked", "reason = 'ATTEMPTS_EXHAUSTED'") == 1);
    assertThat(rows).as("one for each attempt").hasSize(2).noneMatch(this::isThere);
    assertThat(estate.count("semel_intent", "true")).isZero();
    assertThat(estate.count("semel_effect", "true")).isZero();
  }

  /** Whatever a route may write. */
  private UUID writeARow() {
    UUID row = UUID.randomUUID();
    new PostgresProbe(estate.server.jdbc(), UnflushedDatabase.ACCEPT).insert(row);
    return row;
  }

  private boolean isThere(UUID row) {
    return estate.server.postgres().number("SELECT count(*) FROM semel_probe WHERE id = ?", row)
        > 0;
  }

  @Test
  void aSuspendedRouteTakesNothingAndAResumedOneGoesOn() throws Exception {
    WatchedThreads threads = new WatchedThreads();
    estate.threads(threads);
    start(exchange -> {});
    estate.camel.getRouteController().suspendRoute("under-test");
    await("both workers wait at the gate").until(() -> threads.keptOut() == 2);
    estate.send("1", "a");
    assertThat(threads.keptOut()).isEqualTo(2);
    assertThat(claims()).isZero();
    estate.camel.getRouteController().resumeRoute("under-test");
    await().until(() -> claims() == 1);
  }

  @Test
  @Shows("X22 none")
  void aStoppedRouteHasFinishedWhatItHadAndCanBeStartedAgain() throws Exception {
    CountDownLatch inRoute = new CountDownLatch(1);
    WatchedThreads threads = new WatchedThreads();
    estate.threads(threads);
    start(
        exchange -> {
          inRoute.countDown();
          release.await();
        });
    estate.send("1", "a");
    inRoute.await();
    Thread stopping =
        new Thread(
            () -> {
              try {
                estate.camel.getRouteController().stopRoute("under-test");
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(threads.keptOut()).isZero();
    stopping.start();
    await("whoever has nothing in hand is let in no more").until(() -> threads.keptOut() == 1);
    assertThat(stopping.isAlive()).isTrue();
    assertThat(claims()).isZero();
    release.countDown();
    stopping.join();
    assertThat(claims()).isEqualTo(1);
    estate.camel.getRouteController().startRoute("under-test");
    estate.send("2", "a");
    await().until(() -> claims() == 2);
  }

  @Test
  void anIntentIsRecordedWithTheClaimAndDeliveredOverHttpUnderItsKey() throws IOException {
    Map<String, String> bodies = new ConcurrentHashMap<>();
    HttpServer provider =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext(
        "/",
        http -> {
          bodies.put(
              http.getRequestHeaders().getFirst("Idempotency-Key"),
              http.getRequestHeaders().getFirst("traceparent")
                  + " "
                  + new String(
                      http.getRequestBody().readAllBytes(),
                      java.nio.charset.StandardCharsets.UTF_8));
          http.sendResponseHeaders(204, -1);
          http.close();
        });
    provider.start();
    String destination = "d" + System.nanoTime();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .setBody(simple("first ${body}"))
                .setHeader("traceparent", constant(TRACE))
                .setHeader("secret", constant("s"))
                .to("intent:" + destination)
                .setBody(constant("second"))
                .to("intent:" + destination);
            from("intent:" + destination)
                .to("http://localhost:" + provider.getAddress().getPort() + "/");
          }
        });
    estate.send("1", "a");
    await().until(() -> estate.count("semel_intent", "state = 'delivered'") == 2);
    provider.stop(0);
    assertThat(bodies.values()).containsExactlyInAnyOrder(TRACE + " first a", TRACE + " second");
    assertThat(bodies.keySet()).doesNotContain("null").hasSize(2);
    assertThat(estate.count("semel_intent", "headers::text LIKE '%secret%'")).isZero();
  }

  @Test
  void aHeaderOfATypeThatJmsDoesNotKnowGoesAlongAsText() {
    estate.with("semel.destination.typed.headers", "total");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .setHeader("total", constant(new BigDecimal("1.50")))
                .to("intent:typed");
          }
        });
    estate.send("1", "a");
    await().until(() -> estate.count("semel_intent", "headers ->> 'total' = '1.50'") == 1);
  }

  @Test
  void whatAFailureQuotesIsNotLoggedNeitherHereNorInARouteThatIsCalled() {
    estate.with("entrance", "inbox:" + estate.name);
    List<LogRecord> lines = new CopyOnWriteArrayList<>();
    Handler listener = new Listener(lines);
    Logger root = Logger.getLogger("");
    root.addHandler(listener);
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("{{entrance}}").to("direct:" + estate.name);
            from("direct:" + estate.name)
                .process(
                    exchange -> {
                      throw new IllegalArgumentException(
                          "cannot read " + exchange.getMessage().getBody());
                    });
          }
        });
    estate.send("1", "s3cret");
    await().until(() -> estate.count("semel_parked", "detail LIKE '%s3cret%'") == 1);
    await().until(() -> lines.stream().anyMatch(line -> line.getMessage().contains("SEMEL-0301")));
    root.removeHandler(listener);
    assertThat(lines)
        .filteredOn(line -> line.getLevel().intValue() >= Level.INFO.intValue())
        .noneMatch(line -> (line.getMessage() + " " + line.getThrown()).contains("s3cret"));
  }

  @Test
  void aDestinationThatNoRouteDeliversIsNamedAtTheStart() {
    List<LogRecord> lines = new CopyOnWriteArrayList<>();
    Handler listener = new Listener(lines);
    Logger ours = Logger.getLogger("org.semel");
    ours.addHandler(listener);
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:routed").to("intent:forgotten");
            from("intent:routed").to("log:x");
          }
        });
    ours.removeHandler(listener);
    assertThat(lines)
        .filteredOn(line -> line.getMessage().startsWith("SEMEL-0507"))
        .singleElement()
        .satisfies(line -> assertThat(line.getMessage()).contains("intent:forgotten"));
  }

  @Test
  @Shows("R1 none")
  void anIntentOfARouteThatFailsIsNeverRecorded() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:never").throwException(new IOException("no"));
          }
        });
    estate.send("1", "a");
    await().until(() -> estate.count("semel_parked", "true") == 1);
    assertThat(estate.count("semel_intent", "true")).isZero();
  }

  @Test
  void anIntentOutsideATransactionIsRefusedAndSaysWhy() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("direct:in").to("intent:mail?identity=${header.id}");
          }
        });
    assertThatThrownBy(() -> send("direct:in", "x", "id", "1"))
        .isInstanceOf(CamelExecutionException.class)
        .cause()
        .isInstanceOf(NoTransaction.class)
        .hasMessageContaining("SEMEL-0201");
  }

  @Test
  void anIntentWithoutAnIdentityIsRefusedAndSaysWhatToDo() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("direct:in").transacted().to("intent:mail");
          }
        });
    assertThatThrownBy(() -> send("direct:in", "x", "id", "1"))
        .cause()
        .hasMessageContaining("SEMEL-0506")
        .hasMessageContaining("identity=");
  }

  @Test
  void anIntentWhoseBodyIsAnObjectIsRefused() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("direct:in").transacted().to("intent:mail?identity=${header.id}");
          }
        });
    assertThatThrownBy(() -> send("direct:in", new Object(), "id", "1"))
        .cause()
        .hasMessageContaining("SEMEL-0508")
        .hasMessageContaining("marshal");
  }

  @Test
  void aTransactedRouteMayRecordIntentsUnderAnIdentityOfItsOwn() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("direct:in")
                .transacted()
                .to("intent:" + estate.name.substring(0, 20) + "?identity=${header.id}");
          }
        });
    send("direct:in", "x", "id", estate.name);
    assertThat(
            estate
                .server
                .postgres()
                .number("SELECT count(*) FROM semel_intent WHERE cause = ?", estate.name))
        .isEqualTo(1);
  }

  @Test
  void thePartsOfASplitHaveIntentsOfTheirOwn() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).split(body().tokenize(",")).to("intent:split").end();
          }
        });
    estate.send("1", "a,b,c");
    await().until(() -> claims() == 1);
    assertThat(estate.count("semel_intent", "ordinal IN (0, 1, 2)")).isEqualTo(3);
  }

  @Test
  void aRouteThatChangesItsBytesInPlaceChangesNothingThatIsKept() {
    estate.with("semel.consumer." + estate.name + ".keep-body", "true");
    start(exchange -> Arrays.fill(exchange.getMessage().getBody(byte[].class), (byte) 'X'));
    sendBytes("abc");
    await().until(() -> claims() == 1 && estate.queueIsEmpty());
    assertThat(estate.count("semel_body", "encode(body, 'escape') = 'abc'")).isEqualTo(1);
  }

  private void sendBytes(String body) {
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createBytesMessage();
          message.writeBytes(body.getBytes(StandardCharsets.UTF_8));
          message.setStringProperty("key", body);
          return message;
        });
  }

  @Test
  void manyMessagesWithDuplicatesAddUp() {
    start(exchange -> {});
    IntStream.range(0, 100).forEach(i -> estate.send("k" + i % 60, "b" + i % 60));
    await().until(() -> claims() == 60 && estate.queueIsEmpty());
    await().until(() -> estate.count("semel_duplicate", "true") == 40);
  }

  private static final class Listener extends Handler {
    private final List<LogRecord> lines;

    Listener(List<LogRecord> lines) {
      this.lines = lines;
    }

    @Override
    public void publish(LogRecord line) {
      lines.add(line);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private void start(Processor processor) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).routeId("under-test").process(processor);
          }
        });
  }

  private void send(String uri, Object body, String header, String value) {
    estate.camel.createProducerTemplate().sendBodyAndHeader(uri, body, header, value);
  }

  private long claims() {
    return estate.count("semel_claim", "true");
  }
}
