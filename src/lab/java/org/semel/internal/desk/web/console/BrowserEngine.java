// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.javafx.webkit.WebConsoleListener;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import javafx.application.Platform;
import javafx.event.Event;
import javafx.scene.Scene;
import javafx.scene.SnapshotParameters;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Pane;
import javafx.scene.web.WebView;
import javafx.stage.Stage;
import javax.imageio.ImageIO;

/**
 * The process of {@link WebKit}, with a screen in memory. It reads a question in each line of its
 * input and writes an answer in each line of its output, both JSON. Keys that are pressed go the
 * way of a keyboard's: through focus, default actions and typing.
 */
final class BrowserEngine {

  private static final int SCREEN = 1280;

  /** This port of the engine gives a key its old number only, and no name. */
  private static final String NAMED_KEYS =
      """
      Object.defineProperty(KeyboardEvent.prototype, 'key', { configurable: true, get() {
        const named = { 9: 'Tab', 13: 'Enter', 27: 'Escape', 191: this.shiftKey ? '?' : '/' }[this.which];
        return named ?? (this.which >= 65 && this.which <= 90 ? String.fromCharCode(this.which + 32) : '');
      } })""";

  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final WebView view = new WebView();

  private BrowserEngine() {
    WebConsoleListener.setDefaultListener(
        (source, message, line, file) -> complaints.add(message + " " + file + ":" + line));
    Stage stage = new Stage();
    // A stage of another size than the screen does not fit its buffer
    stage.setScene(new Scene(new Pane(view), SCREEN, SCREEN));
    stage.show();
  }

  /** Answers until its input ends. */
  public static void main(String[] arguments) throws IOException {
    PrintStream answers = System.out;
    System.setOut(System.err); // what the engine prints is no answer
    BrowserEngine engine = started();
    BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      JsonObject question = Json.createReader(new StringReader(line)).readObject();
      answers.write((engine.answered(question) + "\n").getBytes(UTF_8));
      answers.flush();
    }
    Runtime.getRuntime().halt(0);
  }

  private static BrowserEngine started() {
    System.setProperty("glass.platform", "Monocle");
    System.setProperty("monocle.platform", "Headless");
    System.setProperty("headless.geometry", SCREEN + "x" + SCREEN + "-32");
    System.setProperty("prism.order", "sw");
    System.setProperty("javafx.cachedir", "target/javafx");
    CompletableFuture<Void> up = new CompletableFuture<>();
    Platform.startup(() -> up.complete(null));
    up.join();
    Platform.setImplicitExit(false);
    return onItsThread(BrowserEngine::new);
  }

  private JsonObject answered(JsonObject question) {
    try {
      return onItsThread(() -> answer(question)).build();
    } catch (RuntimeException e) {
      return Json.createObjectBuilder().add("fault", String.valueOf(e.getMessage())).build();
    }
  }

  private JsonObjectBuilder answer(JsonObject question) {
    JsonObjectBuilder answer = Json.createObjectBuilder();
    switch (question.getString("act")) {
      case "empty" -> empty(question.getInt("width"), question.getInt("height"));
      case "load" -> view.getEngine().load(question.getString("address"));
      case "script" -> answer.add("is", script(question.getString("script")));
      case "press" ->
          press(KeyCode.valueOf(question.getString("key")), question.getBoolean("shift"));
      case "type" ->
          question.getString("text").codePoints().forEach(c -> typed(Character.toString(c)));
      case "complaints" -> answer.add("are", Json.createArrayBuilder(complaints));
      case "shown" -> answer.add("png", shown());
      default -> throw new IllegalArgumentException("no such act: " + question);
    }
    return answer;
  }

  private void empty(int width, int height) {
    complaints.clear();
    view.setPrefSize(width, height);
    view.resize(width, height);
    view.requestFocus();
    view.getEngine().load("about:blank");
  }

  private String script(String script) {
    return String.valueOf(view.getEngine().executeScript(script));
  }

  private void press(KeyCode code, boolean shift) {
    script(NAMED_KEYS);
    fire(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, shift, false, false, false));
    if (code == KeyCode.ENTER) {
      typed("\r");
    }
    fire(new KeyEvent(KeyEvent.KEY_RELEASED, "", "", code, shift, false, false, false));
  }

  private void typed(String character) {
    fire(
        new KeyEvent(
            KeyEvent.KEY_TYPED, character, "", KeyCode.UNDEFINED, false, false, false, false));
  }

  private void fire(KeyEvent event) {
    Event.fireEvent(view, event);
  }

  private String shown() {
    WritableImage shown = view.snapshot(new SnapshotParameters(), null);
    int width = (int) shown.getWidth();
    int height = (int) shown.getHeight();
    int[] pixels = new int[width * height];
    shown
        .getPixelReader()
        .getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
    BufferedImage copy = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    copy.setRGB(0, 0, width, height, pixels, 0, width);
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    try {
      ImageIO.write(copy, "png", png);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(png.toByteArray());
  }

  private static <T> T onItsThread(Supplier<T> work) {
    CompletableFuture<T> done = new CompletableFuture<>();
    Platform.runLater(
        () -> {
          try {
            done.complete(work.get());
          } catch (RuntimeException | Error e) {
            done.completeExceptionally(e);
          }
        });
    return done.join();
  }
}
