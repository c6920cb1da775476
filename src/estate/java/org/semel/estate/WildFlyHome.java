// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.JavaArchive;

/**
 * A WildFly that the build has unpacked, configured as a user would configure his: by running
 * {@code server-config/wildfly/configure.cli} against the running server. Beyond that, it looks for
 * applications more often. Done once, and again when the script or the jars change.
 */
public final class WildFlyHome {

  static final String USER = "producer";
  static final String PASSWORD = "produce-1";

  /** Its own five seconds are too few where another server starts on the same machine. */
  private static final Duration CONNECTING = Duration.ofMinutes(2);

  /** Writing an archive of its classes takes seconds, and more where much else goes on. */
  private static final Duration STOPPING = Duration.ofMinutes(5);

  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final Path SCRIPT =
      Path.of("server-config/wildfly/configure.cli").toAbsolutePath();
  private static final Path COOKIES = Path.of("server-config/wildfly/cookies.cli").toAbsolutePath();

  /** Five seconds pass before each application of a test, and as many behind it. */
  private static final String SELDOM = "scan-interval=\"5000\"";

  private static final String OFTEN = "scan-interval=\"250\"";

  private static final String MARKER = "configured-for-semel";
  private static final Path JARS = TARGET.resolve("driver");

  private final Path home;

  WildFlyHome(Path home) {
    this.home = home;
  }

  /** The configured server's home. */
  public static WildFlyHome configured() {
    WildFlyHome wildFly = new WildFlyHome(Unpacked.wildFly().home());
    wildFly.configure();
    return wildFly;
  }

  Path path() {
    return home;
  }

  /** A fresh base directory with this home's configuration, so that servers do not share data. */
  Path base(Path directory) {
    return base(directory, home.resolve("standalone"));
  }

  /** The same, for a broker in a process of its own. */
  Path baseForRemoteBroker(Path directory) {
    return base(directory, RemoteBroker.base(this));
  }

  private static Path base(Path directory, Path configured) {
    Path base = directory.resolve("wildfly");
    Folders.copy(configured, base);
    return base;
  }

  /** Stands for what this home was configured with. */
  String state() {
    try {
      return Files.readString(home.resolve(MARKER));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void configure() {
    alone(this::configureAlone);
  }

  /** Something that writes files. */
  @FunctionalInterface
  interface Preparation {
    void prepare() throws IOException;
  }

  /**
   * Prepares what all servers of a build share: one process at a time; who comes second finds it
   * done.
   */
  static void alone(Preparation preparation) {
    try (FileChannel channel = FileChannel.open(TARGET.resolve("wildfly.lock"), CREATE, WRITE)) {
      FileLock alone = channel.lock();
      preparation.prepare();
      alone.release();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void configureAlone() throws IOException {
    Path marker = home.resolve(MARKER);
    Path pristine = home.resolve("standalone.pristine");
    exportWrapper();
    String wanted = digest();
    if (Files.exists(marker) && Files.readString(marker).equals(wanted)) {
      return;
    }
    if (!Files.exists(pristine)) {
      Folders.copy(home.resolve("standalone"), pristine);
    }
    scanOften(pristine.resolve("configuration/standalone-full.xml"));
    Folders.delete(home.resolve("standalone"));
    Folders.delete(home.resolve("modules/org"));
    Folders.copy(pristine, home.resolve("standalone"));
    runScript();
    addUser();
    Users.addTo(home.resolve("standalone/configuration"));
    Files.writeString(marker, wanted);
  }

  private static void scanOften(Path configuration) throws IOException {
    Files.writeString(configuration, Files.readString(configuration).replace(SELDOM, OFTEN));
  }

  /** The jar semel-xa, from the classes that were compiled just now. */
  private static void exportWrapper() {
    JavaArchive wrapper = ShrinkWrap.create(JavaArchive.class).addPackage("org.semel.xa");
    wrapper.as(ZipExporter.class).exportTo(JARS.resolve("semel-xa.jar").toFile(), true);
  }

  private void runScript() throws IOException {
    ClassArchive archive = ClassArchive.of(home);
    boolean archived = archive.isToBeMade();
    WildFlyProcess server =
        WildFlyProcess.start(
            new WildFlyProcess.Home(home, home.resolve("standalone"), TARGET),
            List.of(),
            archived ? archive.making() : List.of(),
            Ports.offset());
    server.awaitStart();
    cli(server.managementPort(), JARS, "--file=" + COOKIES);
    cli(server.managementPort(), JARS, "--file=" + SCRIPT);
    if (server.stop(STOPPING) && archived) {
      archive.keep();
    }
    Folders.delete(home.resolve("standalone/data"));
    Folders.delete(home.resolve("standalone/log"));
    Folders.delete(home.resolve("standalone/tmp"));
  }

  void cli(int managementPort, Path directory, String... arguments) {
    List<String> command =
        Stream.concat(
                Stream.of(
                    home.resolve("bin/jboss-cli.sh").toString(),
                    "--connect",
                    "--timeout=" + CONNECTING.toMillis(),
                    "--controller=localhost:" + managementPort),
                Arrays.stream(arguments))
            .toList();
    expectSuccess(run(command, directory, Map.of()));
  }

  /** Runs a script over the configuration of a server that is not running. */
  void offline(Path base, Path script) {
    List<String> command =
        List.of(home.resolve("bin/jboss-cli.sh").toString(), "--file=" + script.toAbsolutePath());
    Map<String, String> where = Map.of("JAVA_OPTS", "-Djboss.server.base.dir=" + base);
    expectSuccess(run(command, base, where));
  }

  private static void expectSuccess(String output) {
    if (output.contains("\"outcome\" => \"failed\"")) {
      throw new IllegalStateException(output);
    }
  }

  /** Producers from elsewhere need a user with the role that WildFly lets send. */
  private void addUser() {
    run(
        List.of(
            home.resolve("bin/add-user.sh").toString(),
            "-a",
            "-s",
            "-u",
            USER,
            "-p",
            PASSWORD,
            "-g",
            "guest"),
        home,
        Map.of());
  }

  private static String run(List<String> command, Path directory, Map<String, String> environment) {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
      builder.environment().putAll(environment);
      Process process = builder.start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + "\n" + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String digest() throws IOException {
    try (Stream<Path> jars = Files.list(JARS)) {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update(Files.readAllBytes(SCRIPT));
      sha256.update(Files.readAllBytes(COOKIES));
      sha256.update(OFTEN.getBytes(StandardCharsets.UTF_8));
      sha256.update(Users.registry().getBytes(StandardCharsets.UTF_8));
      for (Path jar :
          jars.filter(p -> !p.endsWith("semel-xa.jar")).sorted().collect(Collectors.toList())) {
        sha256.update(jar.toString().getBytes(StandardCharsets.UTF_8));
      }
      Path classes = TARGET.resolve("classes/org/semel/xa");
      try (Stream<Path> wrapper = Files.list(classes)) {
        for (Path file : wrapper.sorted().collect(Collectors.toList())) {
          sha256.update(Files.readAllBytes(file));
        }
      }
      return HexFormat.of().formatHex(sha256.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
