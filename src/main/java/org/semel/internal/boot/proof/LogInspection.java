// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.semel.Code;
import org.semel.internal.edge.server.ServerPlatform;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.receive.proof.Remedy;
import org.semel.internal.engine.receive.proof.Setting;

/**
 * Tells of a transaction log that goes with the machine's memory or with its container: what was
 * decided would be rolled back. Whether that happens is the operator's to know, so nothing is
 * refused.
 */
final class LogInspection {

  /** File systems in memory, and the top layer of a container. */
  private static final Set<String> VOLATILE = Set.of("tmpfs", "ramfs", "overlay", "aufs");

  private final Supplier<Setting<Path>> log;
  private final ServerPlatform platform;

  LogInspection(Supplier<Setting<Path>> log, ServerPlatform platform) {
    this.log = log;
    this.platform = platform;
  }

  /** The hint at a transaction log on a file system that does not last; empty if there is none. */
  List<Refusal> hints() {
    return log.get() instanceof Setting.Seen<Path> seen
        ? system(seen.value())
            .filter(VOLATILE::contains)
            .map(type -> hint(seen.value(), type))
            .stream()
            .toList()
        : List.of();
  }

  private Refusal hint(Path folder, String type) {
    return new Refusal(
        Code.LOG_VOLATILE,
        ("The transaction log is in %s, on a file system of type %s: if it is lost with the machine or the container, recovery"
                + " rolls back what was decided to commit.")
            .formatted(folder, type),
        platform.words(Remedy.TRANSACTION_LOG));
  }

  /** The file system's type, of the folder or of the nearest above it that is there. */
  private static Optional<String> system(Path folder) {
    for (@Nullable Path at = folder.toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.isDirectory(at)) {
        return type(at);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> type(Path folder) {
    try {
      return Optional.of(Files.getFileStore(folder).type());
    } catch (IOException e) {
      return Optional.empty(); // it cannot be seen from here
    }
  }
}
