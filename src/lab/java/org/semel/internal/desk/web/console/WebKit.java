// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.Json;
import jakarta.json.JsonException;
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
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javafx.scene.input.KeyCode;
import javax.imageio.ImageIO;

/**
 * WebKit, in a process of its own. There is one for all tests of a virtual machine, as its start
 * takes seconds. The engine is native code with threads of its own. A virtual machine that had run
 * it once ended with an abort after its last test; the engine is suspected, not proved. Here its
 * exit is not the exit of a test. It comes from Maven Central, so that every build has it.
 */
public final class WebKit implements Browser {

  private static final Path SAYS = Path.of("target", "browser-" + ProcessHandle.current().pid());

  /** This engine does not ask what a person prefers, so that the page's own rules are opened. */
  private static final String DARK =
      """
      for (const { cssRules } of document.styleSheets) {
        for (const { media } of cssRules) {
          if (media?.mediaText.includes('prefers-color-scheme: dark')) {
            media.mediaText = 'all';
          }
        }
      }
      document.documentElement.style.colorScheme = 'dark';
      """;

  private static WebKit one;

  /** The engine crashed once in some fifty starts, in its own native code. */
  private static final int MOST_STARTS = 4;

  private final Supplier<String> mains;
  private Process process;
  private BufferedReader answers;
  private Writer questions;

  /**
   * Starts an engine.
   *
   * @param mains the main class of each start
   */
  WebKit(Supplier<String> mains) throws IOException {
    this.mains = mains;
    start();
  }

  /** Until one is up that answers: what ends before has shown nothing of any page. */
  private void start() throws IOException {
    for (int time = 1; ; time++) {
      launch();
      try {
        exchange(question("complaints"));
        return;
      } catch (IOException e) {
        end();
        if (time == MOST_STARTS) {
          throw e;
        }
      }
    }
  }

  private void launch() throws IOException {
    File log = new File(SAYS + ".log");
    Process started =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", // most of its work is native code
                "-XX:+UseSerialGC",
                "-Djavafx.animation.pulse=120", // a second; what a page does waits for the next
                "-XX:+DisplayVMOutputToStderr", // what is told of a crash is no answer
                "-XX:ErrorFile=" + SAYS + "-crash-%p.log",
                "-cp",
                System.getProperty("java.class.path"),
                mains.get())
            .redirectError(ProcessBuilder.Redirect.appendTo(log))
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
    process = started;
    answers = started.inputReader(UTF_8);
    questions = started.outputWriter(UTF_8);
  }

  /** The one browser of this virtual machine. */
  public static synchronized WebKit one() {
    if (one == null) {
      try {
        one = new WebKit(BrowserEngine.class::getName);
      } catch (IOException e) {
        throw new UncheckedIOException("the browser's process cannot be started", e);
      }
    }
    return one;
  }

  @Override
  public void open(String address, int width, int height) {
    restartIfEnded();
    ask(question("empty").add("width", width).add("height", height));
    until("document.URL === 'about:blank'");
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

  @Override
  public void preferDark() {
    script(DARK);
  }

  @Override
  public void end() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public String script(String script) {
    return ask(question("script").add("script", script)).getString("is");
  }

  @Override
  public void press(KeyCode code, boolean shift) {
    ask(question("press").add("key", code.name()).add("shift", shift));
  }

  @Override
  public void type(String text) {
    ask(question("type").add("text", text));
  }

  @Override
  public List<String> complaints() {
    return ask(question("complaints")).getJsonArray("are").getValuesAs(JsonString::getString);
  }

  @Override
  public BufferedImage shown() throws IOException {
    byte[] png = Base64.getDecoder().decode(ask(question("shown")).getString("png"));
    return ImageIO.read(new ByteArrayInputStream(png));
  }

  private static JsonObjectBuilder question(String act) {
    return Json.createObjectBuilder().add("act", act);
  }

  private synchronized JsonObject ask(JsonObjectBuilder question) {
    try {
      JsonObject answer = exchange(question);
      if (answer.containsKey("fault")) {
        throw new IllegalStateException(answer.getString("fault"));
      }
      return answer;
    } catch (IOException e) {
      throw BrowserGone.of("the browser", process, Path.of(SAYS + ".log"), e);
    }
  }

  private JsonObject exchange(JsonObjectBuilder question) throws IOException {
    questions.write(question.build() + "\n");
    questions.flush();
    return read(answer());
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
      tellWhereItStands();
      process.destroyForcibly();
      throw new IOException("no answer within " + LONGEST, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the browser works");
    }
  }

  /** Its threads, in its log: an engine that is gone can be asked no more. */
  private void tellWhereItStands() throws IOException {
    Process asked =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process.pid()),
                "Thread.print")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(new File(SAYS + ".log")))
            .start();
    asked.onExit().completeOnTimeout(asked, 30, TimeUnit.SECONDS).join().destroyForcibly();
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
    try {
      return Json.createReader(new StringReader(line)).readObject();
    } catch (JsonException e) {
      throw new IOException("no answer, but " + line, e);
    }
  }
}
