// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application with Semel once, and twice. */
class DoubleLibraryTest {

  @Test
  void twoJarsAreRefusedByOneMessageThatNamesBoth(@TempDir Path folder) throws IOException {
    URL[] jars = {jar(folder, "semel-0.1.0.jar"), jar(folder, "semel-0.2.0.jar")};
    try (URLClassLoader application = new URLClassLoader(jars, null)) {
      assertThatThrownBy(new DoubleLibrary(application)::check)
          .hasMessageContaining("SEMEL-0107 Nothing of Semel starts")
          .hasMessageContaining("semel-0.1.0.jar and in jar:")
          .hasMessageContaining("semel-0.2.0.jar. Leave one of them");
    }
  }

  @Test
  void oneIsNotRefusedThoughItsClassLoaderListsItTwice(@TempDir Path folder) throws IOException {
    URL jar = jar(folder, "semel-0.1.0.jar");
    URL[] jars = {jar};
    try (URLClassLoader parent = new URLClassLoader(jars, null);
        URLClassLoader application = new URLClassLoader(jars, parent)) {
      assertThatCode(new DoubleLibrary(application)::check).doesNotThrowAnyException();
    }
  }

  private static URL jar(Path folder, String name) throws IOException {
    Path jar = folder.resolve(name);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(file)) {
      entries.putNextEntry(new JarEntry("org/semel/Semel.class"));
    }
    return jar.toUri().toURL();
  }
}
