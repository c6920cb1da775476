// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Starts a virtual machine of its own over the class path that this one has. */
public final class Jvm {

  private Jvm() {}

  /**
   * Starts it.
   *
   * @param options of the virtual machine itself; a class path among them counts instead
   * @param log gets what it prints, behind what is there
   */
  public static Process start(
      Class<?> main, List<String> options, List<String> arguments, Path log) {
    return start(main, options, arguments, log, Path.of(""));
  }

  /**
   * Starts it elsewhere.
   *
   * @param directory that it works in
   */
  public static Process start(
      Class<?> main, List<String> options, List<String> arguments, Path log, Path directory) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", classPath()));
    command.addAll(options);
    command.add(main.getName());
    command.addAll(arguments);
    try {
      return new ProcessBuilder(command)
          .directory(directory.toAbsolutePath().toFile())
          .redirectErrorStream(true)
          .redirectOutput(Redirect.appendTo(log.toFile()))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Maven runs a main class in its own machine, behind a loader. */
  public static String classPath() {
    if (Jvm.class.getClassLoader() instanceof URLClassLoader loader) {
      return Arrays.stream(loader.getURLs())
          .map(Jvm::file)
          .collect(Collectors.joining(File.pathSeparator));
    }
    return System.getProperty("java.class.path");
  }

  /** The jar, or the folder, that holds this class. */
  public static Path home(Class<?> type) {
    return Path.of(file(type.getProtectionDomain().getCodeSource().getLocation()));
  }

  private static String file(URL url) {
    try {
      return Path.of(url.toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(url.toString(), e);
    }
  }
}
