// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The class path of all cases, each file of which is looked for once: every Camel context asks for
 * hundreds, most of which are in none of its archives.
 */
final class KnownResources extends ClassLoader {

  static final ClassLoader SHARED = new KnownResources();

  private final Map<String, Optional<URL>> first = new ConcurrentHashMap<>();
  private final Map<String, List<URL>> all = new ConcurrentHashMap<>();

  private KnownResources() {
    super(KnownResources.class.getClassLoader());
  }

  @Override
  public @Nullable URL getResource(String name) {
    return first
        .computeIfAbsent(name, any -> Optional.ofNullable(super.getResource(name)))
        .orElse(null);
  }

  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    URL there = getResource(name);
    try {
      return there == null ? null : there.openStream();
    } catch (IOException e) {
      return null; // as its contract has it
    }
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    List<URL> known = all.get(name);
    if (known == null) {
      known = Collections.list(super.getResources(name));
      all.put(name, known);
    }
    return Collections.enumeration(known);
  }
}
