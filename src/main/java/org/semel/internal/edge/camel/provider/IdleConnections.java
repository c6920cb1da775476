// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;
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

    private final SteadyConnections steady = new SteadyConnections();

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
        steady.broken();
        throw new RequestNotExecutedException(
            "The provider has closed the kept connection, or has sent what answers no request; nothing was sent over it.");
      }
      try {
        ClassicHttpResponse response = super.execute(request, connection, information, context);
        steady.answered(connection);
        return response;
      } catch (IOException e) {
        steady.broken();
        throw e;
      }
    }

    /** One that is closed at this moment has no details. */
    private static boolean isNew(HttpClientConnection connection) {
      @Nullable EndpointDetails details = connection.getEndpointDetails();
      return details != null && details.getRequestCount() == 0;
    }

    /**
     * Each look waits where there is nothing to see, which a relay under load pays for: data is
     * looked for always, as it would pass for an answer; an end only where it is likely, as what is
     * sent behind one is unknown at worst.
     */
    private boolean isQuiet(HttpClientConnection connection) {
      try {
        return !connection.isDataAvailable(LEAST)
            && (steady.contains(connection) || !connection.isStale());
      } catch (IOException e) { // an alert of TLS, say
        return false;
      }
    }
  }

  /**
   * The kept connections which the provider is not likely to have closed: they answered a moment
   * ago, and so did those before them, without one that had ended. Safe for any thread.
   */
  private static final class SteadyConnections {

    private static final int ANSWERS = 100;
    private static final long MOMENT_NANOS = Duration.ofMillis(100).toNanos();

    private final AtomicInteger inARow = new AtomicInteger();
    private final Map<HttpClientConnection, Long> answered =
        Collections.synchronizedMap(new WeakHashMap<>());

    boolean contains(HttpClientConnection connection) {
      @Nullable Long last = answered.get(connection);
      return inARow.get() >= ANSWERS && last != null && System.nanoTime() - last < MOMENT_NANOS;
    }

    void answered(HttpClientConnection connection) {
      answered.put(connection, System.nanoTime());
      inARow.accumulateAndGet(1, (row, one) -> Math.min(ANSWERS, row + one));
    }

    void broken() {
      inARow.set(0);
    }
  }
}
