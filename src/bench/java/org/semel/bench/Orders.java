// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Gives the server its orders. */
final class Orders {

  private final HttpClient client = HttpClient.newHttpClient();
  private final String base;

  Orders(int httpPort) {
    this.base = "http://localhost:" + httpPort + "/bench/do/";
  }

  String give(String order) {
    try {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(base + order)).build(),
              HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(order + ": " + answer.body());
      }
      return answer.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
