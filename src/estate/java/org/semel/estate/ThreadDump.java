// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the threads of a virtual machine were doing at one moment.
 *
 * @param text as the machine prints it: a paragraph for each thread, which begins with its name
 */
public record ThreadDump(String text) {

  private static final int FRAMES = 8;

  /** Of a machine that runs under the same Java as this one. */
  public static ThreadDump of(ProcessHandle machine) {
    String tool = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    try {
      Process asked =
          new ProcessBuilder(tool, String.valueOf(machine.pid()), "Thread.print")
              .redirectErrorStream(true)
              .start();
      return new ThreadDump(
          new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Names of those that are in a method of this package, or have the word in their names. */
  public List<String> of(String packageName, String word) {
    return Stream.of(text.split("\n\\s*\n"))
        .filter(thread -> thread.startsWith("\""))
        .filter(thread -> name(thread).contains(word) || thread.contains("at " + packageName + "."))
        .map(ThreadDump::name)
        .toList();
  }

  /** What those with the word in their names were in, a line each: the first frames not Java's. */
  public String inBrief(String word) {
    return Stream.of(text.split("\n\\s*\n"))
        .filter(thread -> thread.startsWith("\"") && name(thread).contains(word))
        .map(thread -> name(thread) + ": " + frames(thread))
        .collect(Collectors.joining("\n"));
  }

  private static String frames(String thread) {
    return thread
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith("at ") && !line.startsWith("at j"))
        .map(
            line ->
                line.substring(
                    line.lastIndexOf('.', line.lastIndexOf('.', line.indexOf('(')) - 1) + 1,
                    line.indexOf('(')))
        .limit(FRAMES)
        .collect(Collectors.joining(" < "));
  }

  private static String name(String thread) {
    return thread.substring(1, thread.indexOf('"', 1));
  }
}
