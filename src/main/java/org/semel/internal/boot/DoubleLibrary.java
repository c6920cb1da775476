// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.semel.Code;
import org.semel.SemelException;

/**
 * Refuses an application that has Semel twice, as a WAR with the jars of two versions: which
 * classes are loaded of either no one knows, and CDI would report dozens of beans that are there
 * twice, or none. An extension, as CDI asks it before it looks for beans.
 */
public class DoubleLibrary implements Extension {

  private static final String MARK = "org/semel/Semel.class";

  private final ClassLoader application;

  /** Called by the container. */
  public DoubleLibrary() {
    this(DoubleLibrary.class.getClassLoader());
  }

  DoubleLibrary(ClassLoader application) {
    this.application = application;
  }

  /** Called by the container. */
  void before(@Observes BeforeBeanDiscovery discovery) {
    check();
  }

  void check() {
    Set<String> places = places();
    if (places.size() > 1) {
      throw new SemelException(
          Code.CLASSES_ELSEWHERE,
          "Nothing of Semel starts: it is there more than once, in "
              + String.join(" and in ", places)
              + ". Leave one of them in WEB-INF/lib, and nothing elsewhere (docs/first-war.md).");
    }
  }

  private Set<String> places() {
    try {
      return Collections.list(application.getResources(MARK)).stream()
          .map(URL::toString)
          .map(place -> place.replaceFirst("!?/" + MARK + "$", ""))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
