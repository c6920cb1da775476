// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A host that answers no attempt to connect, as behind a firewall that drops packets, through
 * Camel's own HTTP client: its time-out says that no connection stood, and so nothing was sent.
 */
class DroppedPacketsTest {

  private static final int PATIENCE_MILLIS = 500;

  private final SmallEstate estate = new SmallEstate();
  private final String destination = "d" + System.nanoTime();
  private final List<Socket> waiting = new ArrayList<>();
  private ServerSocket full;

  /** Its queue of connections is full, and nobody accepts one: the system drops what comes. */
  @BeforeEach
  void fill() throws IOException {
    full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    boolean connected = true;
    while (connected) {
      connected = connects();
    }
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

  @AfterEach
  void stop() throws IOException {
    estate.close();
    for (Socket socket : waiting) {
      socket.close();
    }
    full.close();
  }

  /** Whoever may not repeat it repeats it all the same, as it never left. */
  @Test
  void whatFoundNoConnectionWasNotSentAndIsTriedAgain() {
    send();
    await("it waits for its next try and is in nobody's doubt, or is parked")
        .until(
            () ->
                intents("failures > 1 AND state = 'pending' AND NOT uncertain OR reason <> ''")
                    == 1);
    assertThat(intents("reason <> ''")).as("parked").isZero();
    assertThat(intents("detail LIKE '%ConnectTimeoutException'")).isEqualTo(1);
  }

  private void send() {
    estate.consumer("identity", "property:key");
    estate.with("semel.destination." + destination + ".keys", "ignored");
    String url = "http://127.0.0.1:" + full.getLocalPort() + "/?connectTimeout=200";
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + destination);
            from("intent:" + destination).to(url);
          }
        });
    estate.send("1", "a");
  }

  private long intents(String where) {
    return estate.count("semel_intent", where);
  }
}
