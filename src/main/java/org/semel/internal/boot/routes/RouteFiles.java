// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.routes;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.ResourceHelper;
import org.jspecify.annotations.Nullable;
import org.semel.Code;
import org.semel.internal.desk.watch.log.OperatorLog;

/**
 * Finds route files in the WAR. Asks the servlet container, because class path scanning meets
 * virtual file systems that differ from server to server.
 */
public final class RouteFiles {

  private static final List<String> ENDINGS = List.of(".yaml", ".yml", ".xml");

  /** The files of a WAR; paths begin with a slash, those of folders end with one. */
  public interface War {

    /** The entries of a folder; null if there is no such folder. */
    @Nullable Set<String> entries(String folder);

    /** The contents of a file; null if there is no such file. */
    @Nullable InputStream open(String file);

    /** The WAR of a web application. */
    static War of(ServletContext servlets) {
      return new War() {
        @Override
        public @Nullable Set<String> entries(String folder) {
          return servlets.getResourcePaths(folder);
        }

        @Override
        public @Nullable InputStream open(String file) {
          return servlets.getResourceAsStream(file);
        }
      };
    }
  }

  private final War war;
  private final String folder;
  private final List<Resource> found = new ArrayList<>();
  private final List<String> ignored = new ArrayList<>();

  private RouteFiles(War war, String folder) {
    this.war = war;
    this.folder = folder;
  }

  /**
   * All YAML and XML files in the folder and below, in the order of their paths. One log line names
   * the files that are not read.
   *
   * @param folder below {@code WEB-INF/classes} and {@code WEB-INF}
   */
  public static List<Resource> find(War war, String folder) throws IOException {
    RouteFiles files = new RouteFiles(war, folder);
    for (String root : List.of("/WEB-INF/classes/", "/WEB-INF/")) {
      files.look(root + folder + "/");
    }
    files.warn();
    return files.found;
  }

  private void look(String path) throws IOException {
    Set<String> entries = war.entries(path);
    if (entries == null) {
      return;
    }
    for (String entry : new TreeSet<>(entries)) {
      if (entry.endsWith("/")) {
        look(entry);
      } else if (ENDINGS.stream().anyMatch(entry::endsWith)) {
        found.add(read(entry));
      } else if (!entry.endsWith(".class")) { // the folder may be a package, too
        ignored.add(entry);
      }
    }
  }

  private Resource read(String entry) throws IOException {
    try (InputStream in = war.open(entry)) {
      if (in == null) {
        throw new IOException(entry + " is listed in the WAR and cannot be read");
      }
      return ResourceHelper.fromBytes(entry, in.readAllBytes());
    }
  }

  private void warn() {
    if (!ignored.isEmpty()) {
      OperatorLog.warn(
          Code.ROUTE_FILES_IGNORED,
          "No routes are read of %s; of files in the folder %s only those that end with %s are.",
          String.join(", ", ignored),
          folder,
          String.join(", ", ENDINGS));
    }
  }
}
