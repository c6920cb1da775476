// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import org.apache.camel.spi.PropertiesSource;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.boot.config.key.ConfiguredValue;
import org.semel.internal.boot.config.key.ConfiguredValue.Text;
import org.semel.internal.boot.config.key.ConfiguredValue.Unexpandable;

/** Lets routes use the server's configuration: {@code {{my.key}}}. */
public record ConfigProperties(Config config) implements PropertiesSource {

  @Override
  public String getName() {
    return "microprofile-config";
  }

  /**
   * The configured value; null if there is none.
   *
   * @throws SemelException if the value cannot be expanded: a route's own default must not hide
   *     that
   */
  @Override
  public @Nullable String getProperty(String name) {
    ConfiguredValue value = ConfiguredValue.of(config, name);
    if (value instanceof Unexpandable) {
      throw new SemelException(
          Code.POLICY_INVALID,
          "A route uses " + name + ", whose value " + ConfiguredValue.REMEDY + ".");
    }
    return value instanceof Text text ? text.text() : null;
  }
}
