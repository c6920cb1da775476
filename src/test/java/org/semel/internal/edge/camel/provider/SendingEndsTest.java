// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.semel.internal.edge.camel.provider.ScriptedProvider.Script.answer;
import static org.semel.internal.edge.camel.provider.ScriptedProvider.Script.hangUp;
import static org.semel.internal.edge.camel.provider.ScriptedProvider.Script.silent;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.jsse.KeyStoreParameters;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.jsse.TrustManagersParameters;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.edge.camel.provider.ProviderResponses.ShownEnd;
import org.semel.internal.edge.camel.provider.ScriptedProvider.Script;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.Delivery.Accepted;
import org.semel.internal.engine.send.relay.Delivery.NotAccepted;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.small.Proxied;
import org.semel.small.SelfSigned;

/**
 * Each line of the table over HTTP, TLS, a proxy and the tunnel of one, through Camel's own client;
 * one request, one meaning.
 */
class SendingEndsTest {

  private static final Instant NOW = Instant.parse("2026-11-20T09:55:00Z");
  private static final Optional<Duration> FIVE_MINUTES = Optional.of(Duration.ofMinutes(5));
  private static final String REFUSAL = answer(422).says();
  private static final int PATIENCE_MILLIS = 300;

  private static final DefaultCamelContext CAMEL = new DefaultCamelContext();

  @TempDir private static Path folder;
  private static SSLContext certificate;
  private static DroppedPackets dropping;

  private final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    KeyStore keys = SelfSigned.keys(folder);
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, SelfSigned.PASSWORD.toCharArray());
    certificate = SSLContext.getInstance("TLS");
    certificate.init(managers.getKeyManagers(), null, null);
    CAMEL.getRegistry().bind("trusting", trusting());
    ClientRetries.off(CAMEL);
    IdleConnections.check(CAMEL);
    CAMEL.start();
    dropping = new DroppedPackets();
  }

  private static SSLContextParameters trusting() {
    KeyStoreParameters keys = new KeyStoreParameters();
    keys.setResource("file:" + folder.resolve("keys.p12"));
    keys.setPassword(SelfSigned.PASSWORD);
    keys.setType("PKCS12");
    TrustManagersParameters trusts = new TrustManagersParameters();
    trusts.setKeyStore(keys);
    SSLContextParameters parameters = new SSLContextParameters();
    parameters.setTrustManagers(trusts);
    return parameters;
  }

  @AfterAll
  static void end() throws IOException {
    CAMEL.stop();
    dropping.close();
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  /** How a request comes to its provider. */
  private enum Way {
    HTTP(false, false),
    TLS(true, false),
    PROXY(false, true),
    TUNNEL(true, true);

    private final boolean secure;
    private final boolean proxied;

    Way(boolean secure, boolean proxied) {
      this.secure = secure;
      this.proxied = proxied;
    }

    /** These options, and trust in the provider's certificate. */
    String trusting(String options) {
      return secure ? "sslContextParameters=#trusting&" + options : options;
    }
  }

  /** What comes of what one of them stages. */
  @FunctionalInterface
  private interface Staged {
    ShownEnd over(SendingEndsTest test, Way way) throws Exception;
  }

  record Case(SendingEnd end, Way way, String what, Staged staged) {

    @Override
    public String toString() {
      return end + " over " + way + ": " + what;
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void eachLineIsTheSameOverEachWay(Case each) throws Exception {
    assertThat(each.staged.over(this, each.way).end()).isEqualTo(each.end);
  }

  static Stream<Case> cases() {
    return Stream.of(
            over(SendingEnd.ACCEPTED, "200", answering(200)),
            over(SendingEnd.NOT_NOW, "429", answering(429)),
            over(SendingEnd.UNAUTHENTICATED, "401", answering(401)),
            over(SendingEnd.SENT_AWAY, "403", answering(403)),
            over(SendingEnd.DECLINED, "422", answering(422)),
            over(SendingEnd.IN_PROGRESS, "409", answering(409)),
            over(SendingEnd.INCONCLUSIVE, "503", answering(503)),
            over(SendingEnd.INCONCLUSIVE, "302", answering(302)),
            over(SendingEnd.INCONCLUSIVE, "499", answering(499)),
            over(
                SendingEnd.SENT_BEFORE,
                "422 at a second try",
                (test, way) ->
                    ask(test.url(way, test.serve(way, answer(422)), way.trusting("")), 2)),
            over(
                SendingEnd.UNNAMED,
                "it closes the connection without an answer",
                (test, way) -> test.send(way, new Script(true, "", true), "")),
            over(
                SendingEnd.UNNAMED,
                "it is silent",
                (test, way) -> test.send(way, silent(), "responseTimeout=200")),
            over(SendingEnd.UNREACHED, "nobody listens", SendingEndsTest::toNobody),
            over(SendingEnd.UNREACHED, "packets are dropped", SendingEndsTest::toDropped),
            over(SendingEnd.NONE_FREE, "another hangs", SendingEndsTest::besideOneThatHangs),
            over(
                SendingEnd.KEPT_TOO_LONG,
                "it was closed since",
                (test, way) -> test.again(way, answer(200).thenCloses())),
            over(
                SendingEnd.KEPT_TOO_LONG,
                "an answer too many",
                (test, way) ->
                    test.again(way, new Script(true, answer(200).says() + REFUSAL, false))),
            over(
                way -> way == Way.HTTP, // whose pool is an application's own
                SendingEnd.KEPT_TOO_LONG,
                "it was closed since, and the connection tells nothing of itself",
                SendingEndsTest::overASilentConnection),
            over(
                way -> way.secure,
                SendingEnd.UNTRUSTED,
                "nobody has signed it",
                (test, way) -> ask(test.url(way, test.serve(way, answer(200)), ""), 1)),
            over(
                way -> way.secure,
                SendingEnd.CONNECTING,
                "it closes in the handshake",
                (test, way) -> test.plainly(way, hangUp(""))),
            over(
                way -> way.secure,
                SendingEnd.CONNECTING,
                "it answers in plain HTTP",
                (test, way) -> test.plainly(way, hangUp(answer(503).says()))),
            over(
                way -> way == Way.TLS, // in a tunnel the client may look for it in time
                SendingEnd.UNNAMED,
                "it asks for a certificate, and tells behind the handshake that there was none",
                SendingEndsTest::withoutCertificate),
            over(
                way -> way.proxied,
                SendingEnd.INCONCLUSIVE,
                "the proxy reaches nobody",
                (test, way) -> test.refusedByProxy(way, 503)),
            over(
                way -> way.proxied,
                SendingEnd.UNAUTHENTICATED,
                "the proxy lets nobody in",
                (test, way) -> test.refusedByProxy(way, 407)))
        .flatMap(cases -> cases);
  }

  private static Stream<Case> over(SendingEnd end, String what, Staged staged) {
    return over(way -> true, end, what, staged);
  }

  private static Stream<Case> over(
      Predicate<Way> ways, SendingEnd end, String what, Staged staged) {
    return Stream.of(Way.values()).filter(ways).map(way -> new Case(end, way, what, staged));
  }

  private static Staged answering(int status) {
    return (test, way) -> test.send(way, answer(status), "");
  }

  private ShownEnd toNobody(Way way) throws IOException {
    Socket taken = opened(new Socket()); // nobody may listen there meanwhile
    taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return ask(direct(way, taken.getLocalPort(), way.trusting("")), 1);
  }

  private ShownEnd toDropped(Way way) {
    return ask(direct(way, dropping.port(), way.trusting("connectTimeout=200")), 1);
  }

  private ShownEnd besideOneThatHangs(Way way) throws Exception {
    PoolingHttpClientConnectionManager one =
        opened(
            PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnPerRoute(1)
                .setMaxConnTotal(1)
                .build());
    String name = "one" + System.identityHashCode(one);
    CAMEL.getRegistry().bind(name, one);
    ScriptedProvider hangs = opened(new ScriptedProvider(silent()));
    String url =
        direct(
            way, hangs.port(), "clientConnectionManager=#" + name + "&connectionRequestTimeout=50");
    var first = CAMEL.createProducerTemplate().asyncSend(url, SendingEndsTest::body);
    await().until(() -> hangs.connections.get() == 1);
    ShownEnd shown = ask(url, 1);
    hangs.close();
    first.cancel(true);
    return shown;
  }

  private ShownEnd overASilentConnection(Way way) throws Exception {
    CAMEL
        .getRegistry()
        .bind(
            "silent",
            opened(
                PoolingHttpClientConnectionManagerBuilder.create()
                    .setConnectionFactory(SendingEndsTest::sayingNothing)
                    .build()));
    return again(way, answer(200).thenCloses(), "clientConnectionManager=#silent");
  }

  private static ManagedHttpClientConnection sayingNothing(Socket socket) throws IOException {
    ManagedHttpClientConnection real =
        ManagedHttpClientConnectionFactory.INSTANCE.createConnection(socket);
    return Proxied.as(
        ManagedHttpClientConnection.class,
        (method, arguments) ->
            method.getName().equals("getEndpointDetails")
                ? null
                : Proxied.call(real, method, arguments));
  }

  private ShownEnd again(Way way, Script script) throws Exception {
    return again(way, script, "");
  }

  private ShownEnd again(Way way, Script script, String options) throws Exception {
    ScriptedProvider provider = serve(way, script);
    String url = url(way, provider, way.trusting(options));
    assertThat(ask(url, 1).end()).isEqualTo(SendingEnd.ACCEPTED);
    if (script.closes()) {
      await().until(() -> provider.closed.get() == 1);
    }
    ShownEnd shown = ask(url, 1);
    assertThat(provider.requests).hasValue(1);
    assertThat(ask(url, 1).end()).as("over another").isEqualTo(SendingEnd.ACCEPTED);
    assertThat(provider.requests).hasValue(2);
    return shown;
  }

  private ShownEnd plainly(Way way, Script script) throws IOException {
    return ask(url(way, opened(new ScriptedProvider(script)), way.trusting("")), 1);
  }

  private ShownEnd withoutCertificate(Way way) throws IOException {
    SSLServerSocket socket = secure();
    socket.setNeedClientAuth(true);
    return ask(url(way, opened(new ScriptedProvider(socket, answer(200))), way.trusting("")), 1);
  }

  private ShownEnd refusedByProxy(Way way, int status) throws IOException {
    ScriptedProvider provider = serve(way, answer(200));
    int proxy = opened(new ForwardProxy(Optional.of(status))).port();
    ShownEnd shown = ask(by(proxy, way, provider.port(), way.trusting("")), 1);
    assertThat(provider.connections).hasValue(0);
    return shown;
  }

  private ShownEnd send(Way way, Script script, String options) throws IOException {
    ScriptedProvider provider = serve(way, script);
    ShownEnd shown = ask(url(way, provider, way.trusting(options)), 1);
    await("one sending, which a provider may read late").until(() -> provider.requests.get() == 1);
    return shown;
  }

  private ScriptedProvider serve(Way way, Script script) throws IOException {
    return opened(
        way.secure ? new ScriptedProvider(secure(), script) : new ScriptedProvider(script));
  }

  private static SSLServerSocket secure() throws IOException {
    return (SSLServerSocket)
        certificate
            .getServerSocketFactory()
            .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  private String url(Way way, ScriptedProvider provider, String options) throws IOException {
    return way.proxied
        ? by(opened(new ForwardProxy(Optional.empty())).port(), way, provider.port(), options)
        : direct(way, provider.port(), options);
  }

  /** With a proxy at that port, if there is to be one. */
  private static String direct(Way way, int port, String options) {
    return way.proxied ? by(port, way, port, options) : at(way, port) + options;
  }

  private static String by(int proxy, Way way, int port, String options) {
    return "%sproxyAuthScheme=http&proxyHost=localhost&proxyPort=%d&%s"
        .formatted(at(way, port), proxy, options);
  }

  private static String at(Way way, int port) {
    return "%s://localhost:%d/send?copyHeaders=true&"
        .formatted(way.secure ? "https" : "http", port);
  }

  private <T extends AutoCloseable> T opened(T closeable) {
    opened.add(closeable);
    return closeable;
  }

  @ParameterizedTest
  @CsvSource({
    "200, ACCEPTED",
    "201, ACCEPTED",
    "202, ACCEPTED",
    "204, ACCEPTED",
    "206, ACCEPTED",
    "301, INCONCLUSIVE",
    "302, INCONCLUSIVE",
    "303, INCONCLUSIVE",
    "304, INCONCLUSIVE",
    "307, INCONCLUSIVE",
    "308, INCONCLUSIVE",
    "400, DECLINED",
    "401, UNAUTHENTICATED",
    "402, DECLINED",
    "403, SENT_AWAY",
    "404, SENT_AWAY",
    "405, SENT_AWAY",
    "406, INCONCLUSIVE",
    "407, UNAUTHENTICATED",
    "408, INCONCLUSIVE",
    "409, DECLINED",
    "410, DECLINED",
    "412, DECLINED",
    "413, DECLINED",
    "415, DECLINED",
    "422, DECLINED",
    "425, NOT_NOW",
    "428, DECLINED",
    "429, NOT_NOW",
    "500, INCONCLUSIVE",
    "501, INCONCLUSIVE",
    "502, INCONCLUSIVE",
    "503, INCONCLUSIVE",
    "504, INCONCLUSIVE",
    "511, INCONCLUSIVE"
  })
  void everyStatusMeansTheSameWhetherTheClientThrowsOrNot(int status, SendingEnd meaning)
      throws IOException {
    ScriptedProvider provider = opened(new ScriptedProvider(answer(status)));
    for (String option : List.of("true", "false")) {
      assertThat(shown(request(provider, option), 1, Keys.IGNORED).end()).isEqualTo(meaning);
    }
    assertThat(provider.requests).as("one for each").hasValue(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"300", "Fri, 20 Nov 2026 10:00:00 GMT"})
  void howLongToWaitIsHeardInBothOfItsForms(String asked) throws IOException {
    ScriptedProvider provider = saying(429, "Retry-After: " + asked);
    for (String option : List.of("true", "false")) {
      assertThat(delivery(request(provider, option)))
          .isEqualTo(new NotAccepted("HTTP status 429", FIVE_MINUTES));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-5", "5.0", "soon", "Fri, 20 Nov", "Fri, 20 Nov 2026 09:00:00 GMT"})
  void whatIsNoTimeToComeLetsNobodyWait(String asked) throws IOException {
    assertThat(delivery(request(saying(429, "Retry-After: " + asked), "true")))
        .isInstanceOfSatisfying(
            NotAccepted.class, away -> assertThat(away.notBefore().orElse(Duration.ZERO)).isZero());
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void theProvidersReferenceIsKept(String option) throws IOException {
    assertThat(delivery(request(saying(201, "Location: /sent/17"), option)))
        .isEqualTo(new Accepted(Optional.of(new ProviderReference("/sent/17"))));
  }

  /** A connection that is as it should be serves many. */
  @Test
  void aConnectionIsUsedAgain() throws IOException {
    ScriptedProvider kept = opened(new ScriptedProvider(answer(200)));
    for (int i = 0; i < 5; i++) {
      assertThat(delivery(request(kept, "true"))).isInstanceOf(Accepted.class);
    }
    assertThat(kept.connections).hasValue(1);
  }

  /** The look for an end is spared where one is not likely; that for data never. */
  @Test
  void anAnswerTooManyIsSeenHoweverSteadyTheConnectionIs() throws IOException {
    ScriptedProvider kept = steady();
    kept.does(new Script(true, answer(200).says() + REFUSAL, false));
    assertThat(delivery(request(kept, "true"))).isInstanceOf(Accepted.class);
    assertThat(shown(request(kept, "true"), 1, Keys.IGNORED).end())
        .isEqualTo(SendingEnd.KEPT_TOO_LONG);
  }

  /**
   * An answer without the spaces and carriage returns that others write is as long as others with
   * the one behind it, which is not seen before the request. It answers none all the same.
   */
  @Test
  void anAnswerTooManyBehindAShortOneAnswersNoRequest() throws IOException {
    ScriptedProvider kept = steady();
    String second = "HTTP/1.1 204 OK\r\n\n";
    String first = "HTTP/1.1 200 x\nContent-Length:0\n" + "a:b\n".repeat(7) + "\n";
    assertThat(first.lines().count() + first.chars().filter(c -> c == ':').count())
        .isEqualTo(second.length());
    kept.does(new Script(true, first + second, false));
    assertThat(delivery(request(kept, "true"))).isInstanceOf(Accepted.class);
    assertThat(shown(request(kept, "true"), 1, Keys.IGNORED).end()).isEqualTo(SendingEnd.UNNAMED);
  }

  /** What became of the first is unknown at worst; from then on each is looked at. */
  @Test
  void aProviderThatBeginsToCloseConnectionsIsLookedAtAgain() throws IOException {
    ScriptedProvider kept = steady();
    kept.does(answer(200).thenCloses());
    assertThat(afterTheEnd(kept, 1)).isIn(SendingEnd.KEPT_TOO_LONG, SendingEnd.UNNAMED);
    assertThat(afterTheEnd(kept, 2)).isEqualTo(SendingEnd.KEPT_TOO_LONG);
  }

  private static SendingEnd afterTheEnd(ScriptedProvider kept, int closed) {
    assertThat(delivery(request(kept, "true"))).isInstanceOf(Accepted.class);
    await().until(() -> kept.closed.get() == closed);
    return shown(request(kept, "true"), 1, Keys.IGNORED).end();
  }

  private ScriptedProvider steady() throws IOException {
    ScriptedProvider kept = opened(new ScriptedProvider(answer(200)));
    for (int i = 0; i < 200; i++) {
      assertThat(delivery(request(kept, "true"))).isInstanceOf(Accepted.class);
    }
    return kept;
  }

  private ScriptedProvider saying(int status, String header) throws IOException {
    String answer = answer(status).says().replaceFirst("\r\n", "\r\n" + header + "\r\n");
    return opened(new ScriptedProvider(new Script(true, answer, false)));
  }

  private static Exchange request(ScriptedProvider provider, String throwing) {
    return request(
        "http://localhost:%d/send?throwExceptionOnFailure=%s".formatted(provider.port(), throwing));
  }

  private static Exchange request(String url) {
    return CAMEL
        .createProducerTemplate()
        .request(url.replaceFirst("&$", ""), SendingEndsTest::body);
  }

  private static void body(Exchange exchange) {
    exchange.getMessage().setBody("a");
  }

  private static ShownEnd ask(String url, int times) {
    return shown(request(url), times, Keys.HONOURED);
  }

  private static ShownEnd shown(Exchange sent, int times, Keys keys) {
    return responses(keys).shown(sent, sendings(sent, times));
  }

  private static Delivery delivery(Exchange sent) {
    return responses(Keys.IGNORED).of(sent, sendings(sent, 1));
  }

  private static ProviderResponses responses(Keys keys) {
    return new ProviderResponses(
        new Contract(keys, Duration.ofHours(1), "Location"), InstantSource.fixed(NOW));
  }

  /** Of a step which counts itself. */
  private static CountedSendings sendings(Exchange sent, int times) {
    CountedSendings sendings = new CountedSendings();
    sendings.begin(sent, times);
    if (sent.getException() == null) {
      sendings.end(sent);
    }
    return sendings;
  }

  /**
   * A host that answers no attempt to connect: its queue is full, and the system drops the rest.
   */
  private static final class DroppedPackets implements AutoCloseable {

    private final ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<Socket> waiting = new ArrayList<>();

    DroppedPackets() throws IOException {
      boolean connected = true;
      while (connected) {
        connected = connects();
      }
    }

    int port() {
      return full.getLocalPort();
    }

    private boolean connects() throws IOException {
      Socket socket = new Socket();
      waiting.add(socket);
      try {
        socket.connect(full.getLocalSocketAddress(), PATIENCE_MILLIS);
        return true;
      } catch (SocketTimeoutException e) {
        return false;
      }
    }

    @Override
    public void close() throws IOException {
      for (Socket socket : waiting) {
        socket.close();
      }
      full.close();
    }
  }
}
