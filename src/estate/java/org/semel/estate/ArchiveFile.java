// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.ArchivePath;
import org.jboss.shrinkwrap.api.Node;
import org.jboss.shrinkwrap.api.asset.ArchiveAsset;
import org.jboss.shrinkwrap.api.asset.Asset;

/**
 * An archive as a file that a server takes. ShrinkWrap's own exporter reads it byte by byte and
 * packs jars a second time, which takes a processor two seconds for one of our WARs.
 */
final class ArchiveFile {

  private ArchiveFile() {}

  /** Writes it below its name, where it is seen once it is whole. */
  static void write(Archive<?> archive, Path folder) {
    Path part = folder.resolveSibling(archive.getName() + ".part");
    try {
      try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(part))) {
        write(archive, file);
      }
      Files.move(part, folder.resolve(archive.getName()), ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Unpacked, as most of it is jars, which are packed. */
  private static void write(Archive<?> archive, OutputStream out) throws IOException {
    ZipOutputStream zip = new ZipOutputStream(out);
    zip.setLevel(Deflater.NO_COMPRESSION);
    for (Map.Entry<ArchivePath, Node> entry : archive.getContent().entrySet()) {
      String path = entry.getKey().get().substring(1);
      Asset asset = entry.getValue().getAsset();
      if (!path.isEmpty()) {
        zip.putNextEntry(new ZipEntry(asset == null ? path + "/" : path));
        if (asset != null) {
          write(asset, zip);
        }
        zip.closeEntry();
      }
    }
    zip.finish();
  }

  private static void write(Asset asset, OutputStream out) throws IOException {
    if (asset instanceof ArchiveAsset inside) {
      write(inside.getArchive(), out);
    } else {
      try (InputStream in = asset.openStream()) {
        in.transferTo(out);
      }
    }
  }
}
