// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.spi.ClassResolver;
import org.jspecify.annotations.Nullable;
import org.semel.small.Proxied;

/**
 * Camel's own files on the class path, each of which is looked for once in a virtual machine: every
 * context asks for hundreds, most of which are in none of its archives.
 */
final class CamelFiles {

  private static final Map<String, Optional<byte[]>> KNOWN = new ConcurrentHashMap<>();

  private CamelFiles() {}

  /** The same resolver, but for these files. */
  static ClassResolver over(ClassResolver own) {
    return Proxied.as(
        ClassResolver.class,
        (method, arguments) ->
            method.getName().equals("loadResourceAsStream")
                    && arguments != null
                    && arguments[0] instanceof String uri
                    && uri.startsWith("META-INF/services/org/apache/camel/")
                ? known(own, uri)
                : Proxied.call(own, method, arguments));
  }

  private static @Nullable InputStream known(ClassResolver own, String uri) {
    return KNOWN
        .computeIfAbsent(uri, any -> read(own, uri))
        .map(ByteArrayInputStream::new)
        .orElse(null);
  }

  private static Optional<byte[]> read(ClassResolver own, String uri) {
    try (InputStream there = own.loadResourceAsStream(uri)) {
      return there == null ? Optional.empty() : Optional.of(there.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(uri, e);
    }
  }
}
