// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

/**
 * What a key says of a version: {@code a0/3} is the third of {@code a0}; any other key is the first
 * and only one of an aggregate of its own.
 */
record Version(String aggregate, long number) {

  static Version of(String key) {
    int slash = key.indexOf('/');
    return slash < 0
        ? new Version(key, 1)
        : new Version(key.substring(0, slash), Long.parseLong(key.substring(slash + 1)));
  }

  static String key(String aggregate, long number) {
    return aggregate + "/" + number;
  }
}
