// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.small.Jms;

/** A producer's trace, from its message through a route and its intents to others. */
class TraceContextTest {

  private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private final SmallEstate estate = new SmallEstate();
  private final String out = Jms.queue(estate.server.broker());
  private final List<String> overHttp = new CopyOnWriteArrayList<>();
  private HttpServer provider;

  @BeforeEach
  void start() throws IOException {
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext(
        "/",
        http -> {
          overHttp.add(
              http.getRequestHeaders().getFirst("traceparent")
                  + " "
                  + http.getRequestHeaders().getFirst("tracestate"));
          http.sendResponseHeaders(204, -1);
          http.close();
        });
    provider.start();
    estate.consumer("identity", "property:key");
    estate.sendingInNoTransaction();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .setBody(constant("other"))
                .to("intent:http" + out)
                .to("intent:jms" + out)
                .to("intent:undelivered" + out);
            from("intent:http" + out)
                .to("http://localhost:" + provider.getAddress().getPort() + "/");
            from("intent:jms" + out).to("jms:queue:" + out);
          }
        });
  }

  @AfterEach
  void stop() {
    estate.close();
    provider.stop(0);
  }

  @Test
  void theTraceOfAProducerGoesThroughIntentsIntoARequestAndIntoAMessage() {
    send("1", TRACE);
    await().until(() -> estate.count("semel_intent", "state = 'delivered'") == 2);
    assertThat(
            estate.count(
                "semel_intent",
                "state = 'pending' AND headers ->> 'traceparent' = '" + TRACE + "'"))
        .isEqualTo(1);
    assertThat(overHttp).containsExactly(TRACE + " a=b");
    assertThat(overJms()).containsExactly(TRACE + " a=b");
  }

  @Test
  void aMalformedTraceIsDroppedAndChangesNothingElse() {
    send("1", "00-canary");
    await().until(() -> estate.count("semel_intent", "state = 'delivered'") == 2);
    assertThat(overHttp).containsExactly("null null");
    assertThat(overJms()).containsExactly("null null");
    assertThat(estate.count("semel_intent", "state = 'pending' AND headers::text = '{}'"))
        .isEqualTo(1);
    send("1", TRACE);
    await("the same message, whatever its trace")
        .until(() -> estate.count("semel_duplicate", "true") == 1);
    assertThat(estate.count("semel_claim", "true")).isEqualTo(1);
    assertThat(estate.count("semel_parked", "true")).isZero();
  }

  private void send(String key, String trace) {
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createTextMessage("a");
          message.setStringProperty("key", key);
          message.setStringProperty("traceparent", trace);
          message.setStringProperty("tracestate", "a=b");
          return message;
        });
  }

  private List<String> overJms() {
    List<String> found = new CopyOnWriteArrayList<>();
    try (var factory = estate.server.broker().plainFactory();
        JMSContext context = factory.createContext();
        var browser = context.createBrowser(context.createQueue(out))) {
      for (Enumeration<?> all = browser.getEnumeration(); all.hasMoreElements(); ) {
        Message message = (Message) all.nextElement();
        found.add(
            message.getStringProperty("traceparent")
                + " "
                + message.getStringProperty("tracestate"));
      }
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
    return found;
  }
}
