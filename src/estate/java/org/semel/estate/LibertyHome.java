// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.JavaArchive;

/**
 * A server's directory as a user would put it together: the very files of {@code
 * server-config/liberty}, the resource adapter that the build hands out, and the libraries that
 * WildFly has and Liberty has not.
 *
 * @param product the Liberty that the build has unpacked
 * @param user what Liberty calls the user's directory; holds that of the server
 */
record LibertyHome(Path product, Path user) {

  static final String SERVER = "semel";

  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final Path FILES = Path.of("server-config/liberty").toAbsolutePath();

  /**
   * Jars that do not say that they hold beans are not searched for any: that takes half of what an
   * Open Liberty does until an application has started. LibertyIT searches all, as it is shipped.
   */
  private static final String SERVER_XML =
      """
      <server description="a test's or the demo's">
        <include location="semel/semel.xml"/>
        <include location="semel/login.xml"/>
        <featureManager><feature>enterpriseBeansLite-4.0</feature><feature>mpHealth-4.0</feature></featureManager>
        <cdi enableImplicitBeanArchives="false"/>
        <httpEndpoint id="defaultHttpEndpoint" host="127.0.0.1" httpPort="${http.port}" httpsPort="-1"/>
      %s</server>
      """
          .formatted(Users.registry());

  /** A fresh one below {@code directory}. */
  static LibertyHome assembled(Path directory) {
    LibertyHome home = new LibertyHome(Unpacked.liberty().home(), directory.resolve("liberty"));
    try {
      home.assemble();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return home;
  }

  Path server() {
    return user.resolve("servers").resolve(SERVER);
  }

  private void assemble() throws IOException {
    Path libraries = Files.createDirectories(server().resolve("semel/lib"));
    Files.copy(FILES.resolve("semel.xml"), server().resolve("semel/semel.xml"));
    Files.copy(FILES.resolve("login.xml"), server().resolve("semel/login.xml"));
    Files.writeString(server().resolve("server.xml"), SERVER_XML);
    Files.copy(adapter(), libraries.resolve("semel-artemis.rar"));
    Folders.copy(TARGET.resolve("liberty"), libraries);
    Folders.copy(TARGET.resolve("driver"), libraries.resolve("jdbc"));
    ShrinkWrap.create(JavaArchive.class)
        .addPackage("org.semel.xa")
        .as(ZipExporter.class)
        .exportTo(libraries.resolve("jdbc/semel-xa.jar").toFile(), true);
  }

  private static Path adapter() throws IOException {
    try (Stream<Path> built = Files.list(TARGET.resolve("publish/artemis"))) {
      return built
          .filter(file -> file.getFileName().toString().matches("semel-artemis-.*\\.rar"))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("the build has made no resource adapter"));
    }
  }

  /** Adds a file to the configuration, which has the last word. */
  void override(String name, String serverXml) {
    try {
      Path overrides = Files.createDirectories(server().resolve("configDropins/overrides"));
      Files.writeString(overrides.resolve(name + ".xml"), serverXml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes what counts from the next start on: the user's example, and these besides. */
  void configure(Properties settings, List<String> machine) {
    try {
      Properties all = new Properties();
      try (Reader example =
          Files.newBufferedReader(FILES.resolve("bootstrap.properties.example"))) {
        all.load(example);
      }
      all.putAll(settings);
      try (OutputStream file = Files.newOutputStream(server().resolve("bootstrap.properties"))) {
        all.store(file, null);
      }
      List<String> options =
          new ArrayList<>(Files.readAllLines(FILES.resolve("jvm.options.example")));
      options.addAll(machine);
      Files.write(server().resolve("jvm.options"), options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
