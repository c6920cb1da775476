// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.estate.Jvm;
import org.semel.internal.engine.receive.identity.Identification.Identified;
import org.semel.internal.engine.receive.identity.Identification.Unidentifiable;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/**
 * What a document of a few million tokens needs is a small multiple of its bytes: shown in a
 * virtual machine whose heap has room for no more.
 */
class ManyTokensTest {

  private static final int MEBIBYTE = 1 << 20;
  private static final int SIZE = 16 * MEBIBYTE;
  private static final String HEAP = "-Xmx128m";

  @ParameterizedTest
  @ValueSource(strings = {"1,", "[],", "{},", "\"\",", "{\"a\":1},", "\"n%d\":1,"})
  void identityAndFingerprintAreReadInMemoryThatDoesNotGrowWithThem(
      String token, @TempDir Path folder) throws IOException, InterruptedException {
    Path log = folder.resolve("said");
    List<String> small = List.of(HEAP, "-XX:+UseSerialGC");
    Process process = Jvm.start(Reading.class, small, List.of(token), log);
    int status = process.waitFor();
    assertThat(status).as(Files.readString(log)).isZero();
  }

  /** Reads one message, as a consumer of any policy does. */
  static final class Reading {

    private Reading() {}

    public static void main(String[] arguments) {
      Message message = message(arguments[0]);
      Identification found = IdentityRules.cloudEvent().identify(message);
      boolean expected =
          found.equals(new Identified("/s|1"))
              || (found instanceof Unidentifiable none
                  && none.reason().equals(ParkingReason.NOT_JSON));
      if (!expected) {
        throw new IllegalStateException(found.toString());
      }
      IdentityRules.json("/data/7/a").identify(message);
      for (FingerprintProfile profile : FingerprintProfile.values()) {
        profile.of(message);
      }
    }

    private static Message message(String token) {
      boolean object = token.contains("%d");
      StringBuilder body = new StringBuilder(SIZE + MEBIBYTE);
      body.append("{\"id\":\"1\",\"source\":\"/s\",\"data\":").append(object ? '{' : '[');
      for (int i = 0; body.length() < SIZE; i++) {
        body.append(object ? token.formatted(i) : token);
      }
      body.append(object ? "\"last\":1}}" : "1]}");
      byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
      return new Message(Headers.of(Map.of()), Body.bytes(bytes, null), Messages.origin(1));
    }
  }
}
