// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The APIs that Semel needs and an application sees only where the server's configuration gives
 * them.
 */
public enum NeededApi {
  CDI("CDI", "jakarta.enterprise.inject.spi.BeanManager"),
  CONFIG("MicroProfile Config", "org.eclipse.microprofile.config.ConfigProvider"),
  JSON("JSON Processing", "jakarta.json.Json"),
  CONCURRENCY("Concurrency", "jakarta.enterprise.concurrent.ManagedThreadFactory"),
  MESSAGING("Messaging", "jakarta.jms.ConnectionFactory"),
  TRANSACTIONS("Transactions", "jakarta.transaction.TransactionManager");

  private final String title;
  private final String type;

  NeededApi(String title, String type) {
    this.title = title;
    this.type = type;
  }

  /** The APIs of which this class loader sees nothing. */
  public static Set<NeededApi> missing(ClassLoader application) {
    return Arrays.stream(values())
        .filter(api -> !api.isSeen(application))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(NeededApi.class)));
  }

  private boolean isSeen(ClassLoader application) {
    try {
      Class.forName(type, false, application);
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /** The name of its specification. */
  @Override
  public String toString() {
    return title;
  }
}
