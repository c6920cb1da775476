// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a database or a broker has on disk, copied while it does not run: a backup of one moment.
 *
 * @param folder where it lives
 * @param copy what it was
 */
public record ColdCopy(Path folder, Path copy) {

  /** Copies all that is in a folder, to a place beside it. */
  public static ColdCopy of(Path folder) {
    try {
      Path beside = Files.createTempDirectory(folder.getParent(), "copy-");
      copy(folder, beside.resolve("copied"));
      return new ColdCopy(folder, beside.resolve("copied"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets the folder be as it was; what has been written since is lost. */
  public void putBack() {
    Folders.delete(folder);
    copy(copy, folder);
  }

  /** With owners and rights: a database starts in no folder that others may read. */
  private static void copy(Path from, Path to) {
    try {
      Process copies =
          new ProcessBuilder("cp", "-a", from.toString(), to.toString()).inheritIO().start();
      if (copies.waitFor() != 0) {
        throw new IllegalStateException(from + " cannot be copied");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
