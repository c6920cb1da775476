// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.eclipse.microprofile.config.Config;

/**
 * The configuration as an application on WildFly gets it: WildFly's provider is SmallRye with its
 * default interceptors, which expand {@code ${...}}.
 */
public final class WildFlyConfig {

  private WildFlyConfig() {}

  /** One source with these properties, and nothing else. */
  public static Config of(Map<String, String> properties) {
    return builder().withSources(new PropertiesConfigSource(properties, "test", 100)).build();
  }

  /** The same provider, without a source. */
  public static SmallRyeConfigBuilder builder() {
    return new SmallRyeConfigBuilder().addDefaultInterceptors();
  }
}
