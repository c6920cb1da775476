// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jboss.shrinkwrap.api.Archive;

/**
 * The folder that a WildFly's scanner watches for applications.
 *
 * @param folder which holds an application, and beside it what the scanner says of it
 */
record WildFlyDeployments(Path folder) {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Puts an application there. */
  void put(Archive<?> archive) {
    ArchiveFile.write(archive, folder);
  }

  /**
   * The same, for a server that runs; waits until it has started the application.
   *
   * @throws IllegalStateException with the server's own words if it has not
   */
  void deploy(Archive<?> archive) {
    Path deployed = folder.resolve(archive.getName() + ".deployed");
    Path failed = folder.resolve(archive.getName() + ".failed");
    await("the server's scanner has seen the end of an earlier " + archive.getName())
        .atMost(PATIENCE)
        .until(() -> !Files.exists(deployed) && !Files.exists(failed));
    put(archive);
    await("the server has deployed or refused " + archive.getName())
        .atMost(PATIENCE)
        .until(() -> Files.exists(deployed) || isWritten(failed));
    if (Files.exists(failed)) {
      throw new IllegalStateException(refusal(archive, failed));
    }
  }

  /** The server creates the file first, and then writes what is wrong. */
  private static boolean isWritten(Path failed) {
    return failed.toFile().length() > 0;
  }

  /** What the server says of a failed deployment, which is taken away again. */
  private String refusal(Archive<?> archive, Path failed) {
    try {
      String words = Files.readString(failed);
      Files.delete(folder.resolve(archive.getName()));
      Files.deleteIfExists(failed); // the server's scanner does so, too, once the archive is gone
      return words;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
