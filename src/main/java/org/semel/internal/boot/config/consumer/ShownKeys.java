// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.boot.config.key.Notation;
import org.semel.internal.boot.config.key.ValueType;
import org.semel.internal.desk.watch.redaction.ShownFields;

/** The keys of what is shown of a consumer's bodies to everybody who may look. */
final class ShownKeys {

  static final ConfigKey<ShownFields> FIELDS =
      new ConfigKey<>(
          "shown-fields",
          "",
          new ValueType<>("JSON pointers, separated by commas", ShownFields::whole, Notation.LIST),
          "The values of JSON bodies that the REST API and the console show to everybody who may look, also without"
              + " semel-payload: /order, /lines/*/sku; * stands for every index and every member. What no pointer names"
              + " stays hidden. By default no field is shown. See docs/rest.md#fields.");

  static final ConfigKey<ShownFields> MASKED =
      new ConfigKey<>(
          "masked-fields",
          "",
          new ValueType<>(
              "JSON pointers, each with :last4 or :length behind it, separated by commas",
              ShownFields::masked,
              Notation.LIST),
          "The same for values of which a part is shown: /card/number:last4, /mail:length. last4 shows the last four"
              + " characters of twelve or more, and otherwise none; length shows how many they are. Where shown-fields names"
              + " the same value, the mask holds.");

  private ShownKeys() {}

  static ShownFields read(ConfigSection section) {
    return section.read(FIELDS).and(section.read(MASKED));
  }
}
