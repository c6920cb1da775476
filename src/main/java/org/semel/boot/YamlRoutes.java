// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.ResourceHelper;

/**
 * Finds route files in the WAR. Asks the servlet container, because class path scanning meets
 * virtual file systems that differ from server to server.
 */
final class YamlRoutes {

  private final ServletContext servlets;
  private final String folder;

  YamlRoutes(ServletContext servlets, String folder) {
    this.servlets = servlets;
    this.folder = folder;
  }

  /** All YAML files in the folder and below, in the order of their paths. */
  List<Resource> find() throws IOException {
    List<Resource> found = new ArrayList<>();
    for (String root : List.of("/WEB-INF/classes/", "/WEB-INF/")) {
      find(root + folder + "/", found);
    }
    return found;
  }

  private void find(String path, List<Resource> found) throws IOException {
    Set<String> entries = servlets.getResourcePaths(path);
    if (entries == null) {
      return;
    }
    for (String entry : new TreeSet<>(entries)) {
      if (entry.endsWith("/")) {
        find(entry, found);
      } else if (entry.endsWith(".yaml") || entry.endsWith(".yml")) {
        found.add(read(entry));
      }
    }
  }

  private Resource read(String entry) throws IOException {
    try (InputStream in = servlets.getResourceAsStream(entry)) {
      if (in == null) {
        throw new IOException(entry + " is listed in the WAR and cannot be read");
      }
      return ResourceHelper.fromBytes(entry, in.readAllBytes());
    }
  }
}
