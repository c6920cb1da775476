// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A policy in YAML, from its file to what it does. */
class YamlPolicyTest {

  private final SmallEstate estate = new SmallEstate();
  private final LogLines lines = new LogLines();

  @AfterEach
  void stop() {
    estate.close();
    lines.close();
  }

  @Test
  void whatTheFileSaysHolds() {
    estate.policy(
        """
        strategy: claim
        source:
          connection-factory: %s
        ack:
          protocol: store-first
        dedup:
          identity: simple:${header.key}   # as it is written
        message:
          headers: [key]
        retry:
          attempts: 1
        """
            .formatted(SmallEstate.PLAIN));
    estate.start(
        route(
            exchange -> {
              throw new IllegalStateException("no such order");
            }));
    estate.send("7", "a");
    await().until(() -> estate.count("semel_parked", "reason = 'ATTEMPTS_EXHAUSTED'") == 1);
    assertThat(estate.count("semel_inbox", "key = '7'")).isEqualTo(1);
  }

  @Test
  void aFaultInItRefusesTheStart() {
    estate.policy("work:\n  batch: many\n");
    assertThatThrownBy(() -> estate.start(route(exchange -> {})))
        .hasMessageContaining("SEMEL-0101")
        .hasMessageContaining("META-INF/semel/" + estate.name + ".yaml, line 2");
  }

  @Test
  void aFileWhoseConsumerNoRouteNamesIsNamedAtTheStartWithTheNearestOne() {
    estate.policy("work: {batch: 3}");
    estate.policyOf("x" + estate.name, "work: {batch: 3}");
    estate.start(route(exchange -> {}));
    assertThat(lines.with("SEMEL-0111"))
        .singleElement()
        .asString()
        .contains("No route of this application names the consumer x" + estate.name)
        .contains("META-INF/semel/x" + estate.name + ".yaml")
        .contains("is " + estate.name + " meant?");
  }

  @Test
  void aFileOfAConsumerOfAClassicRouteIsNotIdle() {
    estate.policy("dedup: {remember: 40d}");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("seda:" + estate.name)
                .transacted("PROPAGATION_REQUIRED")
                .idempotentConsumer(header("key"))
                .idempotentRepository("semel:" + estate.name)
                .to("log:x");
          }
        });
    assertThat(lines.with("SEMEL-0111")).isEmpty();
  }

  /** In a jar of WEB-INF/lib, or of the EAR, or one that holds the classes of the WAR. */
  @ParameterizedTest
  @ValueSource(strings = {".yaml", ".yml"})
  void aFileThatIsNotReadRefusesTheStart(String ending, @TempDir Path folder) throws Exception {
    Path jar = jar(folder, estate.name + ending, "work: {batch: 3}");
    estate.policy("work: {batch: 4}");
    try (URLClassLoader application = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
      estate.camel.setApplicationContextClassLoader(application);
      assertThatThrownBy(() -> estate.start(route(exchange -> {})))
          .hasMessageContaining("SEMEL-0101")
          .hasMessageContaining("1 faults")
          .hasMessageContaining("app.jar!/META-INF/semel/" + estate.name + ending + ": is not read")
          .hasMessageContaining("WEB-INF/classes/META-INF/semel/" + estate.name + ending);
    }
  }

  /** Servers give the file that is read under addresses of their own. */
  @Test
  void aFileThatSaysTheSameAsTheOneThatIsReadIsNoFault(@TempDir Path folder) throws Exception {
    Path jar = jar(folder, estate.name + ".yaml", "work: {batch: 3}");
    estate.policy("work: {batch: 3}");
    try (URLClassLoader application = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
      estate.camel.setApplicationContextClassLoader(application);
      estate.start(route(exchange -> {}));
      assertThat(estate.camel.isStarted()).isTrue();
    }
  }

  private static Path jar(Path folder, String name, String yaml) throws IOException {
    Path jar = folder.resolve("app.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("META-INF/semel/" + name));
      out.write(yaml.getBytes(UTF_8));
    }
    return jar;
  }

  private RouteBuilder route(org.apache.camel.Processor step) {
    return new RouteBuilder() {
      @Override
      public void configure() {
        from("inbox:" + estate.name).process(step);
      }
    };
  }
}
