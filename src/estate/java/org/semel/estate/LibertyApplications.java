// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jboss.shrinkwrap.api.Archive;

/**
 * The applications of a Liberty: each an archive in {@code apps}, and a file of its own among the
 * server's configuration, which a running server notices when it comes and when it goes.
 */
final class LibertyApplications {

  /** Started, or started anew. */
  private static final String STARTED = "CWWKZ000[13]I: .*\\b%s\\b";

  /** An error while it started, not started, not found, not updated; or its name is taken. */
  private static final String REFUSED = "CWWKZ00(02E|04E|12I|13E|14W|20I): .*\\b%s\\b.*";

  private static final String STOPPED = "CWWKZ0009I: .*\\b%s\\b";

  /** Hibernate is the server's, and so is the way to its log, as they are on WildFly. */
  private static final String CONFIGURATION =
      """
      <server>
        <%1$s id="%2$s" name="%2$s" location="%3$s"><classloader commonLibraryRef="semel-application" privateLibraryRef="semel-logging"/></%1$s>
      </server>
      """;

  private final Path server;
  private final LibertyDropins dropins;
  private final Set<String> present = new ConcurrentSkipListSet<>();

  LibertyApplications(Path server) {
    this.server = server;
    this.dropins = new LibertyDropins(server);
  }

  /** Puts one there. */
  void put(Archive<?> archive) {
    try {
      ArchiveFile.write(archive, Files.createDirectories(server.resolve("apps")));
      configure(archive.getName());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    present.add(name(archive.getName()));
  }

  private void configure(String archive) {
    String kind = archive.endsWith(".ear") ? "enterpriseApplication" : "webApplication";
    dropins.put(name(archive), CONFIGURATION.formatted(kind, name(archive), archive));
  }

  /** Takes one away. */
  void remove(String archive) {
    dropins.remove(name(archive));
    present.remove(name(archive));
  }

  /** Whether each has started, or was refused. */
  boolean areSettled(String output) {
    return present.stream()
        .allMatch(name -> says(STARTED, name, output) || says(REFUSED, name, output));
  }

  /** Whether this one has started, or was refused. */
  static boolean isSettled(String archive, String output) {
    return says(STARTED, name(archive), output) || says(REFUSED, name(archive), output);
  }

  static boolean isStarted(String archive, String output) {
    return says(STARTED, name(archive), output);
  }

  static boolean isStopped(String archive, String output) {
    return says(STOPPED, name(archive), output);
  }

  private static boolean says(String message, String name, String output) {
    Matcher matcher = Pattern.compile(message.formatted(Pattern.quote(name))).matcher(output);
    return matcher.find();
  }

  private static String name(String archive) {
    return archive.substring(0, archive.lastIndexOf('.'));
  }
}
