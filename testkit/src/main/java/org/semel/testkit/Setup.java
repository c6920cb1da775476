// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An application under test.
 *
 * @param beans its CDI beans
 * @param scripts of its own tables, on the class path
 * @param providers keys that hold addresses of external systems
 * @param policy what overrules its own
 */
record Setup(
    List<Class<?>> beans,
    List<String> scripts,
    List<String> providers,
    Map<String, String> policy) {

  static Setup of(SemelTest test) {
    Map<String, String> policy = new TreeMap<>();
    for (String line : test.policy()) {
      int equals = line.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("policy: '" + line + "' is no key=value");
      }
      policy.put(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
    }
    return new Setup(
        List.of(test.beans()), List.of(test.scripts()), List.of(test.providers()), policy);
  }
}
