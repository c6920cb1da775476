// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.key;

import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;
import org.semel.internal.boot.config.key.ConfiguredValue.Text;

/** The reading of a value's text. */
public enum Notation {
  /** One value, which is never blank. */
  VALUE,

  /** Values between commas; blank for none. */
  LIST,

  /**
   * One value that is never shown. What a password holds is for its owner to say: unless it holds
   * an expression, it is taken as it is written, dollars included.
   */
  SECRET {
    @Override
    public ConfiguredValue read(Config config, String name) {
      return ConfiguredValue.plain(config, name)
          .<ConfiguredValue>map(Text::new)
          .orElseGet(() -> super.read(config, name));
    }
  },

  /**
   * An identity rule. Camel's Simple language uses <code>${...}</code> itself, so such a rule is
   * not expanded.
   */
  RULE {
    @Override
    public ConfiguredValue read(Config config, String name) {
      return ConfiguredValue.asWritten(config, name)
          .filter(raw -> SIMPLE.matcher(raw).find())
          .<ConfiguredValue>map(Text::new)
          .orElseGet(() -> super.read(config, name));
    }
  };

  /** At the start of a rule or of a part. */
  private static final Pattern SIMPLE = Pattern.compile("(^|[:,])\\s*simple:");

  public ConfiguredValue read(Config config, String name) {
    return ConfiguredValue.of(config, name);
  }
}
