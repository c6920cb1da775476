// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.semel.estate.Postgres;

/** A run in a virtual machine of its own, of a Semel from which a mend is taken out. */
final class Absence {

  private static final Path FOLDER = Path.of("target", "explore");

  private static final Pattern FIND =
      Pattern.compile(
          "^explore: the model was wrong about case (\\d+) .*\\n {2}(.*)$", Pattern.MULTILINE);

  private final TakenOut mend;
  private final Options options;

  Absence(TakenOut mend, Options options) {
    this.mend = mend;
    this.options = options;
  }

  /**
   * What came of it.
   *
   * @param by the case that found it, and the first that the model said; empty if none did
   * @param time that it took, the start included
   */
  record Outcome(String by, Duration time) {

    boolean isFound() {
      return !by.isEmpty();
    }
  }

  Outcome outcome() {
    Path classes = FOLDER.resolve(mend.name());
    TakenOut.compile(List.of(mend), classes);
    long begun = System.nanoTime();
    String said = said(classes);
    Duration time = Duration.ofNanos(System.nanoTime() - begun);
    Matcher find = FIND.matcher(said);
    return new Outcome(
        find.find() ? "case %s: %s".formatted(find.group(1), find.group(2)) : "", time);
  }

  private String said(Path classes) {
    Path log = FOLDER.resolve(mend.name() + ".log");
    try {
      Process run =
          new ProcessBuilder(command(classes))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      run.waitFor();
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("the run broke off", e);
    }
  }

  private List<String> command(Path classes) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx1g"));
    command.add("-Dsemel.explore.first=true");
    command.add("-Dsemel.explore.seed=" + options.seed());
    command.add("-Dsemel.explore.cases=" + options.cases());
    command.add("-Dsemel.explore.minutes=" + options.time().toMinutes());
    command.add("-Dsemel.explore.threads=" + options.threads());
    command.add("-Dsemel.explore.only=" + mend.among());
    Path tables = classes.resolve(TakenOut.TABLES);
    if (Files.isDirectory(tables)) {
      command.add("-D" + Postgres.TABLES + "=filesystem:" + tables);
    }
    command.add("-cp");
    command.add(classes + File.pathSeparator + TakenOut.classPath());
    command.add(Explorer.class.getName());
    return command;
  }
}
