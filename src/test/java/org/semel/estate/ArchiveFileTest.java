// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.Asset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server watches the folder. */
class ArchiveFileTest {

  @TempDir Path home;

  /**
   * WildFly's scanner looks at the time of a file first, and then whether it is whole. What is
   * written in between is deployed twice.
   */
  @Test
  void anArchiveIsSeenOnceItIsWhole() throws Exception {
    Path folder = Files.createDirectory(home.resolve("deployments"));
    Path file = folder.resolve("some.war");
    AtomicBoolean seen = new AtomicBoolean();
    Asset last =
        () -> {
          seen.set(Files.exists(file));
          return new ByteArrayInputStream(new byte[] {1});
        };
    ArchiveFile.write(ShrinkWrap.create(WebArchive.class, "some.war").add(last, "last"), folder);
    assertThat(seen).as("seen before it was whole").isFalse();
    assertThat(file).isRegularFile();
    assertThat(home).isDirectoryNotContaining(other -> !other.equals(folder));
  }
}
