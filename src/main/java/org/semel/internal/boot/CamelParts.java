// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.semel.Code;
import org.semel.SemelException;

/**
 * Refuses an application whose parts of Camel are of several versions: they fail somewhere in the
 * middle of a route, by methods that are not there, and an old JMS component hides behind a core
 * that is new enough. Each jar of Camel's says its version in its manifest. An extension, as CDI
 * asks it before it loads anything of Camel's.
 */
public class CamelParts implements Extension {

  /** Called by the container. */
  void before(@Observes BeforeBeanDiscovery discovery) {
    check(CamelParts.class.getClassLoader());
  }

  /**
   * Looks at all jars that {@code application} sees.
   *
   * @throws SemelException that names a jar of each version, if there are several
   */
  public static void check(ClassLoader application) {
    Map<String, String> jars = new TreeMap<>();
    try {
      for (URL place : Collections.list(application.getResources("META-INF/MANIFEST.MF"))) {
        Attributes about = manifest(place).getMainAttributes();
        String title = about.getValue(Attributes.Name.IMPLEMENTATION_TITLE);
        String version = about.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        if (title != null && title.startsWith("Camel :: ") && version != null) {
          jars.putIfAbsent(version, place.toString().replaceFirst("!?/META-INF.*", ""));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (jars.size() > 1) {
      throw new SemelException(
          Code.CAMEL_MIXED,
          "Nothing of Semel starts: the application has several versions of Camel, "
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
