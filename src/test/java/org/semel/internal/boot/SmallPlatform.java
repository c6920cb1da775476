// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.semel.internal.edge.jms.AddressSettings;
import org.semel.internal.edge.jms.AddressSettings.DeadLetters;
import org.semel.internal.edge.jms.BrokerSettings;
import org.semel.internal.edge.server.ServerPlatform;
import org.semel.internal.engine.receive.proof.Setting.Seen;

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
