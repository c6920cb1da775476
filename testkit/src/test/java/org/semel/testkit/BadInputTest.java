// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
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
    Setup setup =
        new Setup(
            List.of(UnitRoutes.class, Unit.class),
            List.of("db/bookings.sql"),
            List.of(),
            Map.of("semel.consumer.bookings.identity", "property:bookingNo"));
    Trial trial = new Trial(setup).send("bookings", "a room", Map.of("bookingNo", "4711"));
    assertThatThrownBy(trial::report)
        .hasMessageContaining("@PersistenceContext(unitName = \"forgotten\")")
        .hasMessageContaining("META-INF/persistence.xml");
  }

  @Test
  void aTestBesideAnotherCamelNamesAJarOfEachVersion(@TempDir Path folder) throws IOException {
    URL[] jars = {camel(folder, "camel-old.jar", "4.10.0")};
    try (URLClassLoader both = new URLClassLoader(jars, getClass().getClassLoader())) {
      assertThatThrownBy(() -> CamelJars.mustBeOfOneVersion(both))
          .hasMessageContaining("several versions of Camel: 4.10.0 in ")
          .hasMessageContaining("camel-old.jar and 4.")
          .hasMessageContaining("Import semel-bom before other BOMs");
    }
  }

  @Test
  void oneVersionOfCamelIsRight() {
    assertThatCode(() -> CamelJars.mustBeOfOneVersion(getClass().getClassLoader()))
        .doesNotThrowAnyException();
  }

  private static URL camel(Path folder, String name, String version) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_TITLE, "Camel :: Core");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
    Path jar = folder.resolve(name);
    try (OutputStream file = Files.newOutputStream(jar)) {
      new JarOutputStream(file, manifest).close();
    }
    return jar.toUri().toURL();
  }
}
