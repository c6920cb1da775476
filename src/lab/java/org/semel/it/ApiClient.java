// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.semel.estate.Users;

/**
 * Calls an application's API as one caller, and its console: with headers, with cookies, or with
 * neither.
 */
final class ApiClient {

  private final HttpClient client;
  private final String application;
  private final Map<String, String> login;

  private ApiClient(HttpClient client, String application, Map<String, String> login) {
    this.client = client;
    this.application = application;
    this.login = Map.copyOf(login);
  }

  /** Of nobody. */
  static ApiClient nobody(int port, String application) {
    return new ApiClient(HttpClient.newHttpClient(), address(port, application), Map.of());
  }

  /** Of a browser: follows where it is sent, and keeps cookies. */
  static ApiClient browser(int port, String application) {
    HttpClient browser =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
            .build();
    return new ApiClient(browser, address(port, application), Map.of());
  }

  private static String address(int port, String application) {
    return "http://localhost:" + port + "/" + application;
  }

  /** Of this user, who sends name and password each time. */
  ApiClient as(Users user) {
    return with("Authorization", user.basic());
  }

  /** With a further header. */
  ApiClient with(String name, String value) {
    Map<String, String> more = new HashMap<>(login);
    more.put(name, value);
    return new ApiClient(client, application, more);
  }

  HttpResponse<String> get(String path) {
    return send("get", path, "");
  }

  /** A request that acts has a key of its own. */
  HttpResponse<String> send(String method, String path, String json) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(application + "/semel/api/v1" + path));
    if (!json.isEmpty()) {
      request
          .header("Content-Type", "application/json")
          .header("Idempotency-Key", UUID.randomUUID().toString());
    }
    return answer(request.method(method.toUpperCase(Locale.ROOT), body(json)));
  }

  /** The console's page, by the way of whoever has yet to log in. */
  HttpResponse<String> page() {
    return answer(HttpRequest.newBuilder(URI.create(application + "/semel/login")));
  }

  /** What a page of the application sends when its form is filled in. */
  HttpResponse<String> form(String path, String fields) {
    return answer(
        HttpRequest.newBuilder(URI.create(application + path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(body(fields)));
  }

  private static HttpRequest.BodyPublisher body(String text) {
    return text.isEmpty()
        ? HttpRequest.BodyPublishers.noBody()
        : HttpRequest.BodyPublishers.ofString(text);
  }

  private HttpResponse<String> answer(HttpRequest.Builder request) {
    try {
      login.forEach(request::header);
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** All that were set on the way to this answer, and not taken back. */
  static List<String> cookies(HttpResponse<String> last) {
    List<String> cookies = new ArrayList<>();
    for (HttpResponse<String> each = last;
        each != null;
        each = each.previousResponse().orElse(null)) {
      cookies.addAll(each.headers().allValues("Set-Cookie"));
    }
    cookies.removeIf(cookie -> cookie.matches("\\w+=\"\";.*"));
    return cookies;
  }

  static JsonObject json(HttpResponse<String> response) {
    return Json.createReader(new StringReader(response.body())).readObject();
  }
}
