// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.login.LoginException;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes a broker that refuses from one that is away: a cause of the adapter's exception
 * says that a user is unknown or lacks a right.
 */
final class SecurityRefusals {

  /** Of the client that a server's adapter uses; no application sees the class. */
  private static final String ARTEMIS =
      "org.apache.activemq.artemis.api.core.ActiveMQSecurityException";

  private SecurityRefusals() {}

  static boolean isIn(Throwable fault) {
    Deque<Throwable> open = new ArrayDeque<>();
    open.push(fault);
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    while (!open.isEmpty()) {
      Throwable next = open.pop();
      if (!seen.add(next)) {
        continue;
      }
      if (isRefusal(next)) {
        return true;
      }
      push(open, next.getCause());
      push(open, next instanceof JMSException jms ? jms.getLinkedException() : null);
    }
    return false;
  }

  private static boolean isRefusal(Throwable one) {
    return one instanceof JMSSecurityException
        || one instanceof jakarta.resource.spi.SecurityException
        || one instanceof LoginException
        || one.getClass().getName().equals(ARTEMIS);
  }

  private static void push(Deque<Throwable> open, @Nullable Throwable next) {
    Optional.ofNullable(next).ifPresent(open::push);
  }
}
