// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.provider;

import java.io.IOException;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.support.LifecycleStrategySupport;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Lets Camel's HTTP client send nothing over a kept connection that the provider has closed since,
 * or over which it has sent something that answers no request. The client looks at those alone that
 * were idle for two seconds, and takes what it finds there for the next answer.
 */
public final class IdleConnections extends LifecycleStrategySupport {

  private static final String CLIENT = "org.apache.camel.component.http.HttpEndpoint";

  private IdleConnections() {}

  /** Applies to all endpoints of {@code context} that have such a client, now or later. */
  public static void check(CamelContext context) {
    ClassLoader ours = IdleConnections.class.getClassLoader();
    if (context.getClassResolver().resolveClass(CLIENT, ours) == null) {
      return; // the application goes without Camel's HTTP client
    }
    IdleConnections connections = new IdleConnections();
    context.addLifecycleStrategy(connections);
    context.getEndpoints().forEach(connections::onEndpointAdd);
  }

  @Override
  public void onEndpointAdd(Endpoint endpoint) {
    CarefulExecutor.serve(endpoint);
  }

  /** Apart, as its classes are there only where the client is. Safe for any thread. */
  private static final class CarefulExecutor extends HttpRequestExecutor {

    /** The least that a socket can wait. */
    private static final Timeout LEAST = Timeout.ofMilliseconds(1);

    /** The client is made later. An executor of the application's own replaces ours. */
    static void serve(Endpoint endpoint) {
      if (endpoint instanceof HttpEndpoint http) {
        HttpClientConfigurer other = http.getHttpClientConfigurer();
        http.setHttpClientConfigurer(
            builder -> {
              builder.setRequestExecutor(new CarefulExecutor());
              if (other != null) {
                other.configureHttpClient(builder);
              }
            });
      }
    }

    @Override
    public ClassicHttpResponse execute(
        ClassicHttpRequest request,
        HttpClientConnection connection,
        HttpResponseInformationCallback information,
        HttpContext context)
        throws IOException, HttpException {
      if (!isNew(connection) && !isQuiet(connection)) {
        throw new RequestNotExecutedException(
            "The provider has closed the kept connection, or has sent what answers no request; nothing was sent over it.");
      }
      return super.execute(request, connection, information, context);
    }

    /** One that is closed at this moment has no details. */
    private static boolean isNew(HttpClientConnection connection) {
      @Nullable EndpointDetails details = connection.getEndpointDetails();
      return details != null && details.getRequestCount() == 0;
    }

    private static boolean isQuiet(HttpClientConnection connection) {
      try {
        return !connection.isStale() && !connection.isDataAvailable(LEAST);
      } catch (IOException e) { // an alert of TLS, say
        return false;
      }
    }
  }
}
