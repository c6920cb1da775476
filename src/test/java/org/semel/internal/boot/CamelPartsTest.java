// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.enterprise.inject.spi.Extension;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.jar.Attributes.Name;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One part of another version beside the Camel that these tests run with, and none. */
class CamelPartsTest {

  private static final ClassLoader TESTED = CamelPartsTest.class.getClassLoader();

  @ParameterizedTest
  @ValueSource(strings = {"4.10.0", "4.999.0"})
  void onePartOfAnotherVersionIsRefusedWithItsJar(String version, @TempDir Path folder)
      throws IOException {
    URL[] jars = {part(folder, "Camel :: Direct", version)};
    try (URLClassLoader application = new URLClassLoader(jars, TESTED)) {
      assertThatThrownBy(() -> CamelParts.check(application))
          .hasMessageContaining("SEMEL-0613 Nothing of Semel starts")
          .hasMessageContaining(version + " in jar:" + jars[0])
          .hasMessageContaining(new DefaultCamelContext().getVersion() + " in jar:")
          .hasMessageContaining("Import semel-bom before other BOMs");
    }
  }

  @Test
  void whatOnlySpeaksOfCamelHasAVersionOfItsOwn(@TempDir Path folder) throws IOException {
    URL[] jars = {part(folder, "Routes for Camel", "1.0")};
    try (URLClassLoader application = new URLClassLoader(jars, TESTED)) {
      assertThatCode(() -> CamelParts.check(application)).doesNotThrowAnyException();
    }
  }

  @Test
  void theContainerAsksBeforeItLooksForBeans() {
    assertThat(ServiceLoader.load(Extension.class)).hasAtLeastOneElementOfType(CamelParts.class);
  }

  private static URL part(Path folder, String title, String version) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Name.IMPLEMENTATION_TITLE, title);
    manifest.getMainAttributes().put(Name.IMPLEMENTATION_VERSION, version);
    Path jar = folder.resolve("camel-direct.jar");
    try (OutputStream file = Files.newOutputStream(jar)) {
      new JarOutputStream(file, manifest).close();
    }
    return jar.toUri().toURL();
  }
}
