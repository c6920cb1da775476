// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/**
 * The parts of Camel on a class path. Each jar of Camel's says its version in its manifest; parts
 * of several versions fail somewhere in the middle of a route, by methods that are not there.
 */
final class CamelJars {

  private CamelJars() {}

  /**
   * Refuses a class path with several versions of Camel.
   *
   * @throws IllegalStateException that names a jar of each version
   */
  static void mustBeOfOneVersion(ClassLoader application) {
    Map<String, String> jars = new TreeMap<>();
    try {
      for (URL place : Collections.list(application.getResources("META-INF/MANIFEST.MF"))) {
        Attributes about = manifest(place).getMainAttributes();
        String title = about.getValue(Attributes.Name.IMPLEMENTATION_TITLE);
        String version = about.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        if (title != null && title.startsWith("Camel :: ") && version != null) {
          jars.putIfAbsent(version, place.toString().replaceFirst("!/META-INF.*", ""));
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    if (jars.size() > 1) {
      throw new IllegalStateException(
          "The class path has several versions of Camel: "
              + jars.entrySet().stream()
                  .map(jar -> jar.getKey() + " in " + jar.getValue())
                  .collect(Collectors.joining(" and "))
              + ". Import semel-bom before other BOMs, and give no part of Camel a version of your own.");
    }
  }

  private static Manifest manifest(URL place) throws IOException {
    try (InputStream in = place.openStream()) {
      return new Manifest(in);
    }
  }
}
