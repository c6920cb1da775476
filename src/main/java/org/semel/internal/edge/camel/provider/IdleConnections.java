// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.io.IOException;
import java.net.ProtocolException;
import java.net.Socket;
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
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
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

    private final KeptConnections kept = new KeptConnections();

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
        kept.broken();
        throw new RequestNotExecutedException(
            "The provider has closed the kept connection, or has sent what answers no request; nothing was sent over it.");
      }
      long before = KeptConnections.received(connection);
      try {
        ClassicHttpResponse response = super.execute(request, connection, information, context);
        if (before > 0 && before == KeptConnections.received(connection)) {
          connection.close(CloseMode.IMMEDIATE);
          throw new ProtocolException(
              "What lay in the kept connection before the request answers no request.");
        }
        kept.answered(connection, before, response);
        return response;
      } catch (IOException e) {
        kept.broken();
        throw e;
      }
    }

    /** One that is closed at this moment has no details. */
    private static boolean isNew(HttpClientConnection connection) {
      @Nullable EndpointDetails details = connection.getEndpointDetails();
      return details != null && details.getRequestCount() == 0;
    }

    /**
     * Data is looked for always, as it would pass for an answer. An end is looked for where it is
     * likely only, as that look waits, and what is sent behind an end is unknown at worst.
     */
    private boolean isQuiet(HttpClientConnection connection) {
      try {
        return !isDataThere(connection) && (kept.isSteady(connection) || !connection.isStale());
      } catch (IOException e) { // an alert of TLS, say
        return false;
      }
    }

    /**
     * The client's own look waits if there is nothing to see, which a relay under load pays for. It
     * is spared if the client has read no more than the last answer, and the socket has no more.
     * Bytes on a TLS socket are not seen before they are read.
     */
    private boolean isDataThere(HttpClientConnection connection) throws IOException {
      @Nullable Socket plain = plain(connection);
      if (plain != null && kept.isReadWhole(connection)) {
        return plain.getInputStream().available() > 0;
      }
      return connection.isDataAvailable(LEAST);
    }

    private static @Nullable Socket plain(HttpClientConnection connection) {
      return connection instanceof ManagedHttpClientConnection managed
              && managed.getSSLSession() == null
          ? managed.getSocket()
          : null;
    }
  }

  /** Remembers the last answer of each kept connection. Safe for any thread. */
  private static final class KeptConnections {

    private static final int ANSWERS = 100;
    private static final long MOMENT_NANOS = Duration.ofMillis(100).toNanos();
    private static final long UNKNOWN = -1;

    private final AtomicInteger inARow = new AtomicInteger();
    private final Map<HttpClientConnection, LastAnswer> answers =
        Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * @param nanos when its head was read
     * @param end the bytes that the connection had received at the end of the answer, negative
     *     where that is not known
     */
    private record LastAnswer(long nanos, long end) {}

    /** The bytes that the client has read from it, negative where it does not say. */
    static long received(HttpClientConnection connection) {
      @Nullable EndpointDetails details = connection.getEndpointDetails();
      return details == null ? UNKNOWN : details.getReceivedBytesCount();
    }

    /**
     * Whether the provider is not likely to have closed it: it answered a moment ago, and so did
     * those before it, without one that had ended.
     */
    boolean isSteady(HttpClientConnection connection) {
      @Nullable LastAnswer last = answers.get(connection);
      return inARow.get() >= ANSWERS
          && last != null
          && System.nanoTime() - last.nanos < MOMENT_NANOS;
    }

    /** Whether the client has certainly read nothing behind the last answer. */
    boolean isReadWhole(HttpClientConnection connection) {
      @Nullable LastAnswer last = answers.get(connection);
      return last != null && last.end >= 0 && last.end == received(connection);
    }

    void answered(HttpClientConnection connection, long before, ClassicHttpResponse response) {
      long length = length(response);
      long end = before < 0 || length < 0 ? UNKNOWN : before + length;
      answers.put(connection, new LastAnswer(System.nanoTime(), end));
      inARow.accumulateAndGet(1, (row, one) -> Math.min(ANSWERS, row + one));
    }

    /**
     * The bytes of an answer that is written as most servers write it, negative if its body does
     * not say its length. One that is written otherwise is longer, and the client is asked; or is
     * shorter by the spaces and carriage returns that it omits, in which no other answer fits
     * unseen: its request is then answered by bytes that were there before.
     */
    private static long length(ClassicHttpResponse response) {
      @Nullable HttpEntity body = response.getEntity();
      long length = body == null ? 0 : body.getContentLength();
      if (length < 0) {
        return UNKNOWN;
      }
      length += "HTTP/1.1 200 \r\n\r\n".length();
      length += response.getReasonPhrase() == null ? 0 : response.getReasonPhrase().length();
      for (Header header : response.getHeaders()) {
        length += header.getName().length() + ": \r\n".length();
        length += header.getValue() == null ? 0 : header.getValue().length();
      }
      return length;
    }

    void broken() {
      inARow.set(0);
    }
  }
}
