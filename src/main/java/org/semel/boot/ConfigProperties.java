// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import org.apache.camel.spi.PropertiesSource;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/** Lets routes use the server's configuration: {@code {{my.key}}}. */
record ConfigProperties(Config config) implements PropertiesSource {

  @Override
  public String getName() {
    return "microprofile-config";
  }

  @Override
  public @Nullable String getProperty(String name) {
    return config.getOptionalValue(name, String.class).orElse(null);
  }
}
