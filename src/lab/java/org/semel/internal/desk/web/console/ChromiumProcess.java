// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * The process of a {@link Chromium}: without a screen, with a profile of its own that is empty, and
 * with no other host to ask than this one.
 */
final class ChromiumProcess {

  /** What it is called on the path; without windows it needs two thirds of the processor time. */
  static final List<String> PROGRAMS =
      List.of("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome");

  private static final List<String> SETTINGS =
      List.of(
          "--headless=new",
          "--remote-debugging-port=0",
          "--disable-gpu",
          "--disable-dev-shm-usage",
          "--no-first-run",
          "--no-default-browser-check",
          "--disable-extensions",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          // One page at a time: none is kept for a way back, and none gets a process of its own
          "--disable-features=BackForwardCache,SpareRendererForSitePerProcess,IsolateOrigins,site-per-process",
          "--disable-site-isolation-trials",
          "--renderer-process-limit=1",
          "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost");

  private final Path profile;
  private final Path log;
  private final Process process;

  ChromiumProcess() throws IOException {
    profile = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "chromium-");
    log = Path.of(profile + ".log");
    process =
        new ProcessBuilder(command())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.to(new File(log.toString())))
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(this::clear));
  }

  /**
   * The program that {@code $CONSOLE_BROWSER} names, or the first of {@link #PROGRAMS} on the path.
   *
   * @throws IllegalStateException if the one that is named cannot be run
   */
  static Optional<Path> program() {
    String named = System.getenv("CONSOLE_BROWSER");
    if (named != null && !named.isBlank()) {
      Path program = Path.of(named);
      if (!Files.isExecutable(program)) {
        throw new IllegalStateException("CONSOLE_BROWSER names no program: " + named);
      }
      return Optional.of(program);
    }
    List<String> folders = List.of(System.getenv("PATH").split(File.pathSeparator));
    return PROGRAMS.stream()
        .flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(program().orElseThrow().toString());
    command.addAll(SETTINGS);
    if (System.getProperty("user.name").equals("root")) {
      command.add("--no-sandbox"); // its sandbox refuses to run as root
    }
    command.add("--user-data-dir=" + profile);
    command.add("about:blank");
    return command;
  }

  /** Where it is asked: the engine writes port and path into a file once it listens. */
  URI address() {
    Path file = profile.resolve("DevToolsActivePort");
    await("Chromium listens; it says in " + log)
        .atMost(Browser.LONGEST)
        .until(() -> !isAlive() || lines(file).size() == 2);
    if (!isAlive()) {
      throw new IllegalStateException("Chromium has ended at once; it says in " + log);
    }
    List<String> lines = lines(file);
    return URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of(); // not there yet
    }
  }

  /** Lets this be heard once it has ended; its connections were once seen to stay open. */
  void onEnd(Runnable heard) {
    CompletableFuture<Void> unused = process.onExit().thenRun(heard);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Ends it, as it gives no answer. */
  BrowserGone gone(IOException why) {
    return BrowserGone.of("Chromium", process, log, why);
  }

  void end() {
    BrowserGone.endTree(process);
  }

  private void clear() {
    end();
    try (Stream<Path> all = Files.walk(profile)) {
      all.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | RuntimeException e) {
      // its last processes write still; it lies in target
    }
  }
}
