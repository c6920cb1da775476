// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.scene.input.KeyCode;
import javax.imageio.ImageIO;

/**
 * A browser engine in a process of its own. There is one for all tests of a virtual machine, as its
 * start takes seconds. The engine is native code with threads of its own. A virtual machine that
 * had run it once ended with an abort after its last test; the engine is suspected, not proved.
 * Here its exit is not the exit of a test.
 */
public final class Browser {

  private static final Path SAYS = Path.of("target", "browser-" + ProcessHandle.current().pid());

  /** For one answer, on a machine that does much else. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private static Browser one;

  private Process process;
  private BufferedReader answers;
  private Writer questions;

  private Browser() throws IOException {
    start();
  }

  private void start() throws IOException {
    File log = new File(SAYS + ".log");
    Process started =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                BrowserEngine.class.getName())
            .redirectError(ProcessBuilder.Redirect.appendTo(log))
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
    process = started;
    answers = started.inputReader(UTF_8);
    questions = started.outputWriter(UTF_8);
  }

  /** The one browser of this virtual machine. */
  public static synchronized Browser one() {
    if (one == null) {
      try {
        one = new Browser();
      } catch (IOException e) {
        throw new UncheckedIOException("the browser's process cannot be started", e);
      }
    }
    return one;
  }

  /** Opens a page in a window of this size, in a new engine if the one before has ended. */
  public void open(String address, int width, int height) {
    restartIfEnded();
    ask(question("empty").add("width", width).add("height", height));
    await("an empty page").until(() -> script("document.URL").equals("about:blank"));
    ask(question("load").add("address", address));
  }

  private synchronized void restartIfEnded() {
    try {
      if (!process.isAlive()) {
        start();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the browser's process cannot be started again", e);
    }
  }

  /** Ends the engine, as a crash would. */
  void end() {
    process.destroyForcibly().onExit().join();
  }

  /** What a script comes to. */
  public Object script(String script) {
    return ask(question("script").add("script", script)).getString("is");
  }

  /** Waits until the page says that it is so. */
  public void until(String condition) {
    try {
      await(condition)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(10))
          .until(() -> script(condition).equals("true"));
    } catch (RuntimeException e) {
      throw new AssertionError(condition + "\n" + shownInstead(), e);
    }
  }

  /** The engine ends when a question is given up: its answer would be taken for the next one's. */
  private String shownInstead() {
    try {
      return complaints() + "\n" + script("document.URL + '\\n' + document.body.innerText");
    } catch (UncheckedIOException e) {
      return e.getMessage();
    }
  }

  /** Presses a key and lets it go. */
  public void press(KeyCode code) {
    press(code, false);
  }

  /** Presses a key, with or without shift, and lets it go. */
  public void press(KeyCode code, boolean shift) {
    ask(question("press").add("key", code.name()).add("shift", shift));
  }

  /** Types a text, character by character. */
  public void type(String text) {
    ask(question("type").add("text", text));
  }

  /** Whatever the page wrote to its console; ours writes nothing, so that it is all faults. */
  public List<String> complaints() {
    return ask(question("complaints")).getJsonArray("are").getValuesAs(JsonString::getString);
  }

  /** What the window shows now; it may be painted to the end only later. */
  BufferedImage shown() throws IOException {
    byte[] png = Base64.getDecoder().decode(ask(question("shown")).getString("png"));
    return ImageIO.read(new ByteArrayInputStream(png));
  }

  private static JsonObjectBuilder question(String act) {
    return Json.createObjectBuilder().add("act", act);
  }

  private synchronized JsonObject ask(JsonObjectBuilder question) {
    try {
      questions.write(question.build() + "\n");
      questions.flush();
      JsonObject answer = read(answer());
      if (answer.containsKey("fault")) {
        throw new IllegalStateException(answer.getString("fault"));
      }
      return answer;
    } catch (IOException e) {
      end();
      throw new UncheckedIOException("the browser has ended; it says in " + SAYS + ".log", e);
    }
  }

  /** A test that waits for an engine for ever would hold up all the others. */
  private String answer() throws IOException {
    CompletableFuture<String> answer = new CompletableFuture<>();
    Thread reader = new Thread(() -> complete(answer), "browser's answer");
    reader.setDaemon(true);
    reader.start();
    try {
      return answer.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (TimeoutException e) {
      process.destroyForcibly();
      throw new IOException("no answer within " + LONGEST, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the browser works");
    }
  }

  private void complete(CompletableFuture<String> answer) {
    try {
      answer.complete(answers.readLine());
    } catch (IOException e) {
      answer.completeExceptionally(e);
    }
  }

  private static JsonObject read(String line) throws IOException {
    if (line == null) {
      throw new IOException("no answer");
    }
    return Json.createReader(new StringReader(line)).readObject();
  }
}
