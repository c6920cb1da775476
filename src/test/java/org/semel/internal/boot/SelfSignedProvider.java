// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.semel.small.SelfSigned;

/** A provider over TLS whose certificate nobody has signed but itself. */
final class SelfSignedProvider {

  private SelfSignedProvider() {}

  /** Not started yet. */
  static HttpServer server(Path folder)
      throws IOException, GeneralSecurityException, InterruptedException {
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(SelfSigned.keys(folder), SelfSigned.PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return server;
  }
}
