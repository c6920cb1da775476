// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.small.SmallServer;

/**
 * Files whose names our repository keeps. Camel's file component claims them without an exchange,
 * as those for FTP and mail do.
 */
class FileKeysTest {

  @TempDir Path directory;

  private final SmallEstate estate = new SmallEstate();
  private final List<String> read = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void rights() {
    SmallServer.shared().postgres().execute("GRANT UPDATE (owner), DELETE ON semel_claim TO semel");
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFileThatFailsOnceIsReadOnceMore(boolean eager) throws IOException {
    start("idempotentEager=" + eager, exchange -> failAtFirst());
    write("a");
    await().until(() -> times("a") == 2);
    write("b");
    await().until(() -> times("b") == 1);
    write("c");
    await("a later look at the directory").until(() -> times("c") == 1);
    assertThat(times("a")).isEqualTo(2);
  }

  @Test
  void filesBeyondTheMostPerPollAreReadLater() throws IOException {
    for (String name : List.of("a", "b", "c")) {
      write(name);
    }
    start(
        "idempotentEager=true&maxMessagesPerPoll=1&eagerMaxMessagesPerPoll=false", exchange -> {});
    await().until(() -> read.size() >= 3);
    assertThat(read).containsExactlyInAnyOrder("a", "b", "c");
  }

  /** Files stay where they are, so that nothing but their keys tells which have been read. */
  private void start(String options, Processor step) {
    String from =
        "file:%s?noop=true&initialDelay=0&delay=20&idempotent=true&idempotentRepository=#semel:%s&%s"
            .formatted(directory, estate.name, options);
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from(from).process(FileKeysTest.this::note).process(step);
          }
        });
  }

  private void note(Exchange exchange) {
    read.add(exchange.getMessage().getHeader(Exchange.FILE_NAME, String.class));
  }

  private void failAtFirst() {
    if (read.size() == 1) {
      throw new IllegalStateException("as told");
    }
  }

  private void write(String name) throws IOException {
    Files.writeString(directory.resolve(name), name);
  }

  private int times(String name) {
    return Collections.frequency(read, name);
  }
}
