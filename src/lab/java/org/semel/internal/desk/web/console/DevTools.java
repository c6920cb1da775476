// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks one page of a Chromium by the <a
 * href="https://chromedevtools.github.io/devtools-protocol/">DevTools protocol</a>. Answers and
 * events come in the order in which the page gives them.
 */
final class DevTools implements WebSocket.Listener {

  private final Map<Integer, CompletableFuture<JsonObject>> asked = new ConcurrentHashMap<>();
  private final AtomicInteger last = new AtomicInteger();
  private final StringBuilder part = new StringBuilder();
  private final Consumer<JsonObject> events;
  private final WebSocket socket;
  private volatile @Nullable String session;
  private volatile @Nullable Throwable end;

  /** What the engine refuses. */
  static final class Refused extends IllegalStateException {
    private static final long serialVersionUID = 1;

    Refused(String method, JsonObject error) {
      super(method + ": " + error.getString("message"));
    }
  }

  /**
   * Connects to a new page.
   *
   * @param events gets the name and the parameters of what the page tells unasked
   */
  DevTools(URI browser, Consumer<JsonObject> events) throws IOException {
    this.events = events;
    this.socket = got(HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(browser, this));
    String page =
        ask("Target.createTarget", Json.createObjectBuilder().add("url", "about:blank"))
            .getString("targetId");
    this.session =
        ask(
                "Target.attachToTarget",
                Json.createObjectBuilder().add("targetId", page).add("flatten", true))
            .getString("sessionId");
  }

  /** The answer to a question without parameters. */
  JsonObject ask(String method) throws IOException {
    return ask(method, Json.createObjectBuilder());
  }

  /**
   * The answer.
   *
   * @throws Refused if the engine does not do it
   * @throws IOException if there is no answer
   */
  synchronized JsonObject ask(String method, JsonObjectBuilder parameters) throws IOException {
    int id = last.incrementAndGet();
    JsonObjectBuilder question =
        Json.createObjectBuilder().add("id", id).add("method", method).add("params", parameters);
    if (session != null) {
      question.add("sessionId", session);
    }
    CompletableFuture<JsonObject> answer = new CompletableFuture<>();
    asked.put(id, answer);
    if (end != null) {
      throw new IOException(end);
    }
    got(socket.sendText(question.build().toString(), true));
    JsonObject given = got(answer);
    if (given.containsKey("error")) {
      throw new Refused(method, given.getJsonObject("error"));
    }
    return given.getJsonObject("result");
  }

  private static <T> T got(CompletableFuture<T> coming) throws IOException {
    try {
      return coming.get(Browser.LONGEST.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("no answer within " + Browser.LONGEST, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the browser works");
    }
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean whole) {
    part.append(text);
    if (whole) {
      JsonObject told = Json.createReader(new StringReader(part.toString())).readObject();
      part.setLength(0);
      heard(told);
    }
    from.request(1);
    return null;
  }

  private void heard(JsonObject told) {
    CompletableFuture<JsonObject> answer =
        told.containsKey("id") ? asked.remove(told.getInt("id")) : null;
    if (answer != null) {
      answer.complete(told);
    } else if (told.getString("method", "").equals("Inspector.targetCrashed")) {
      gone(new IOException("its page has crashed"));
    } else {
      events.accept(told);
    }
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    gone(new IOException("the browser has closed the connection: " + status + " " + reason));
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable cause) {
    gone(cause);
  }

  /** Whatever is asked, or will be, gets no answer: the browser's process has ended. */
  void ended() {
    gone(new IOException("its process has ended"));
  }

  private void gone(Throwable cause) {
    end = cause;
    asked.values().forEach(answer -> answer.completeExceptionally(cause));
  }
}
