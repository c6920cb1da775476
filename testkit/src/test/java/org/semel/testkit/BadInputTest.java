// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person gets wrong before the first message: one clear message each. */
class BadInputTest {

  /** Writes through a unit that no file has. */
  @ApplicationScoped
  static class Unit {
    @PersistenceContext(unitName = "forgotten")
    EntityManager entities;

    void write(String title) {
      entities.persist(title);
    }
  }

  @ApplicationScoped
  static class UnitRoutes extends RouteBuilder {
    @Override
    public void configure() {
      from("inbox:bookings").routeId("book").bean(Unit.class, "write");
    }
  }

  @Test
  void aTestWithoutItsPersistenceUnitNamesTheUnit() {
    assertThatThrownBy(trial()::report)
        .hasMessageContaining("@PersistenceContext(unitName = \"forgotten\")")
        .hasMessageContaining("META-INF/persistence.xml");
  }

  @Test
  void aTestBesideAnotherCamelNamesAJarOfEachVersion(@TempDir Path folder) throws IOException {
    URL[] jars = {direct(folder, "4.10.0")};
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    try (URLClassLoader both = new URLClassLoader(jars, own)) {
      thread.setContextClassLoader(both);
      assertThatThrownBy(() -> trial().report())
          .hasMessageContaining("SEMEL-0613")
          .hasMessageContaining("4.10.0 in ")
          .hasMessageContaining("camel-direct.jar and 4.");
    } finally {
      thread.setContextClassLoader(own);
    }
  }

  private static Trial trial() {
    Setup setup =
        new Setup(
            List.of(UnitRoutes.class, Unit.class),
            List.of("db/bookings.sql"),
            List.of(),
            Map.of("semel.consumer.bookings.identity", "property:bookingNo"));
    return new Trial(setup).send("bookings", "a room", Map.of("bookingNo", "4711"));
  }

  private static URL direct(Path folder, String version) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_TITLE, "Camel :: Direct");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
    Path jar = folder.resolve("camel-direct.jar");
    try (OutputStream file = Files.newOutputStream(jar)) {
      new JarOutputStream(file, manifest).close();
    }
    return jar.toUri().toURL();
  }
}
