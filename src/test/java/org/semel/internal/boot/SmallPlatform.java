// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.semel.internal.jms.AddressSettings;
import org.semel.internal.jms.AddressSettings.DeadLetters;
import org.semel.internal.jms.BrokerSettings;
import org.semel.internal.proof.Setting.Seen;
import org.semel.internal.server.ServerPlatform;

/** A server as another, beside a broker whose settings it can see and that keeps dead letters. */
final class SmallPlatform {

  private SmallPlatform() {}

  static ServerPlatform like(ServerPlatform other) {
    BrokerSettings kept = queue -> new Seen<>(new AddressSettings(DeadLetters.KEPT, -1));
    return (ServerPlatform)
        Proxy.newProxyInstance(
            SmallPlatform.class.getClassLoader(),
            new Class<?>[] {ServerPlatform.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("brokerSettings")) {
                return kept;
              }
              try {
                return method.invoke(other, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
