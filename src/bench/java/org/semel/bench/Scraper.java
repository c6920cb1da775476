// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads the series of a server every five seconds, as a Prometheus in a hurry does. */
final class Scraper implements AutoCloseable {

  private static final int SECONDS = 5;

  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpRequest request;
  private final ScheduledExecutorService turns = Executors.newSingleThreadScheduledExecutor();
  private final ScheduledFuture<?> reading;
  private final AtomicInteger times = new AtomicInteger();

  /**
   * Begins.
   *
   * @throws IllegalStateException if the server does not show the series of a consumer
   */
  Scraper(int httpPort) {
    request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + httpPort + "/bench/semel/metrics"))
            .build();
    HttpResponse<String> first = read();
    if (first.statusCode() != 200 || !first.body().contains("semel_build_info")) {
      throw new IllegalStateException("no series: " + first.statusCode() + " " + first.body());
    }
    reading = turns.scheduleAtFixedRate(this::again, SECONDS, SECONDS, TimeUnit.SECONDS);
  }

  /**
   * How often they were read.
   *
   * @throws IllegalStateException if a look failed, which ends all later ones
   */
  int times() {
    if (reading.isDone()) {
      throw new IllegalStateException("the series could not be read any more");
    }
    return times.get();
  }

  private void again() {
    if (read().statusCode() == 200) {
      times.incrementAndGet();
    }
  }

  private HttpResponse<String> read() {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    turns.shutdownNow();
  }
}
