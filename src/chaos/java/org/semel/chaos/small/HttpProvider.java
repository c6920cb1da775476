// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.Provider;

/** Sends an intent under its key to somebody who honours keys. */
final class HttpProvider implements Provider {

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI url;

  HttpProvider(String url) {
    this.url = URI.create(url);
  }

  @Override
  public Delivery deliver(Lease lease) {
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(Duration.ofSeconds(10))
            .header("Idempotency-Key", lease.intent().key().toString())
            .POST(BodyPublishers.ofByteArray(lease.intent().body().bytes()))
            .build();
    try {
      int status = client.send(request, BodyHandlers.discarding()).statusCode();
      return status == 204
          ? new Delivery.Accepted()
          : new Delivery.OutcomeUnknown("status " + status);
    } catch (ConnectException e) {
      return new Delivery.NotAccepted("no connection", Optional.empty());
    } catch (IOException e) {
      return new Delivery.OutcomeUnknown(e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Delivery.OutcomeUnknown("interrupted");
    }
  }
}
