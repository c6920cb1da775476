// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

/**
 * The names of headers. JMS allows neither a hyphen nor a dot in the name of a property, so that
 * Camel's JMS component writes {@code order_HYPHEN_id} for {@code order-id}, and {@code
 * x_DOT_region} for {@code x.region}.
 */
public final class HeaderNames {

  private HeaderNames() {}

  /**
   * The name as it was before it was written so; any other name unchanged. A property that its
   * producer calls {@code a_DOT_b} cannot be told from {@code a.b}, behind Camel's component
   * neither.
   */
  public static String readBack(String name) {
    return name.indexOf('_') < 0 ? name : name.replace("_DOT_", ".").replace("_HYPHEN_", "-");
  }
}
