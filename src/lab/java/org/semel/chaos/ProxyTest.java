// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProxyTest {

  private static final int PATIENCE_MILLIS = 30_000;

  /** Who hears nothing for so long is taken to hear nothing. */
  private static final int SILENCE_MILLIS = 200;

  private final ServerSocket door;
  private final Proxy proxy;
  private Socket client;
  private Socket server;

  ProxyTest() throws IOException {
    door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    proxy = new Proxy(door.getLocalPort());
  }

  @BeforeEach
  void connect() throws IOException {
    client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    server = door.accept();
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    client.close();
    server.close();
    door.close();
  }

  @Test
  void whatIsSaidIsHeardOnBothSides() throws IOException {
    assertThatBothHearEachOther();
  }

  @Test
  void whenOneGoesTheOtherIsTold() throws IOException {
    server.close();
    assertThatHasEnded(client);
  }

  @Test
  void aCutEndsBothSidesAndTheNextConnectionIsFree() throws IOException {
    proxy.cut();
    assertThatHasEnded(client);
    assertThatHasEnded(server);
    connect();
    assertThatBothHearEachOther();
  }

  @Test
  void whileAllIsStillNothingPassesEitherWayAndAfterwardsAllOfItDoes() throws IOException {
    proxy.still();
    say(client, "ask");
    say(server, "answer");
    assertThatHearsNothing(client);
    assertThatHearsNothing(server);
    proxy.open();
    assertThat(heard(server, 3)).isEqualTo("ask");
    assertThat(heard(client, 6)).isEqualTo("answer");
    assertThatBothHearEachOther();
  }

  @Test
  void whileAllIsStillNewConnectionsAreToo() throws IOException {
    proxy.still();
    connect();
    say(client, "ask");
    assertThatHearsNothing(server);
  }

  @Test
  void whileAllIsStillNobodyIsToldThatTheOtherHasGone() throws IOException {
    proxy.still();
    server.close();
    assertThatHearsNothing(client);
    proxy.open();
    assertThatHasEnded(client);
  }

  @Test
  void whileAllIsStillNobodyIsToldThatTheOtherHasBrokenOff() throws IOException {
    proxy.still();
    client.setSoLinger(true, 0);
    client.close(); // resets the connection
    assertThatHearsNothing(server);
    proxy.cut();
    assertThatHasEnded(server);
  }

  @Test
  void aCutEndsTheStillness() throws IOException {
    proxy.still();
    say(client, "ask");
    proxy.cut();
    assertThatHasEnded(client);
    assertThatHasEnded(server);
    connect();
    assertThatBothHearEachOther();
  }

  @Test
  void whatStandsIsHalfOpenAndWhatComesIsFree() throws IOException {
    Socket behind = server;
    try (Socket old = client) {
      proxy.stillWhatStands();
      connect();
      assertThatBothHearEachOther();
      say(old, "ask");
      assertThatHearsNothing(behind);
    }
    assertThatHearsNothing(behind);
    proxy.cut();
    assertThatHasEnded(behind);
    behind.close();
  }

  @Test
  void theServerHearsWhileItsAnswersAreLost() throws IOException {
    proxy.loseAnswers();
    say(client, "ask");
    assertThat(heard(server, 3)).isEqualTo("ask");
    say(server, "lost");
    await("the answer is lost before the next one is heard").until(() -> proxy.lost() == 4);
    assertThatHearsNothing(client);
    proxy.open();
    say(server, "answer");
    assertThat(heard(client, 6)).isEqualTo("answer");
  }

  @Test
  void whereAnswersAreLostNobodyIsToldEitherThatTheServerHasGone() throws IOException {
    proxy.loseAnswers();
    server.close();
    assertThatHearsNothing(client);
    proxy.cut();
    assertThatHasEnded(client);
  }

  @Test
  void whereTheServerIsAwayTheClientIsSentAway() throws IOException {
    door.close();
    client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    assertThatHasEnded(client);
  }

  private void assertThatBothHearEachOther() throws IOException {
    say(client, "ask");
    assertThat(heard(server, 3)).isEqualTo("ask");
    say(server, "answer");
    assertThat(heard(client, 6)).isEqualTo("answer");
  }

  private static void say(Socket socket, String word) throws IOException {
    socket.getOutputStream().write(word.getBytes(US_ASCII));
  }

  private static String heard(Socket socket, int bytes) throws IOException {
    socket.setSoTimeout(PATIENCE_MILLIS);
    return new String(socket.getInputStream().readNBytes(bytes), US_ASCII);
  }

  /** With what it said unread it is told by a reset, which is an end like any other. */
  private static void assertThatHasEnded(Socket socket) throws IOException {
    socket.setSoTimeout(PATIENCE_MILLIS);
    try {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    } catch (SocketException reset) {
      assertThat(reset).hasMessageContaining("reset");
    }
  }

  private static void assertThatHearsNothing(Socket socket) throws IOException {
    socket.setSoTimeout(SILENCE_MILLIS);
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
  }
}
