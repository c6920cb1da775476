// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static java.util.Map.entry;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import javafx.scene.input.KeyCode;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/**
 * Chromium, where one is found ({@link ChromiumProcess}). It is asked by its own protocol, over the
 * JDK's web socket: Playwright would do the same, and bring 200 MB of a driver and Node for eight
 * verbs.
 */
public final class Chromium implements Browser {

  /** What a page says of itself beyond its console: an event, as nothing else tells all of them. */
  private static final String TELL_REFUSALS =
      """
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`refused by ${violatedDirective}: ${blockedURI}`));""";

  private static final Map<KeyCode, String> NAMES =
      Map.ofEntries(
          entry(KeyCode.TAB, "Tab"),
          entry(KeyCode.ENTER, "Enter"),
          entry(KeyCode.ESCAPE, "Escape"),
          entry(KeyCode.SLASH, "/"));

  private static final int SHIFT = 8;

  private static @Nullable Chromium one;

  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private ChromiumProcess process;
  private DevTools page;

  private Chromium() throws IOException {
    start();
  }

  /** Whether there is one. */
  public static boolean isFound() {
    return ChromiumProcess.program().isPresent();
  }

  /** The one of this virtual machine; a test that asks for it is not run where none is found. */
  public static synchronized Chromium one() {
    assumeTrue(
        isFound(),
        "no Chromium is found: CONSOLE_BROWSER is not set, none of "
            + ChromiumProcess.PROGRAMS
            + " is on the path");
    if (one == null) {
      try {
        one = new Chromium();
      } catch (IOException e) {
        throw new UncheckedIOException("Chromium cannot be started", e);
      }
    }
    return one;
  }

  private void start() throws IOException {
    process = new ChromiumProcess();
    page = new DevTools(process.address(), this::heard);
    process.onEnd(page::ended);
    for (String domain : List.of("Inspector", "Page", "Runtime", "Log")) {
      page.ask(domain + ".enable");
    }
    page.ask("Page.addScriptToEvaluateOnNewDocument", with("source", TELL_REFUSALS));
  }

  @Override
  public void open(String address, int width, int height) {
    if (!process.isAlive()) {
      startAgain();
    }
    ask("Page.navigate", with("url", "about:blank"));
    ask(
        "Emulation.setDeviceMetricsOverride",
        Json.createObjectBuilder()
            .add("width", width)
            .add("height", height)
            .add("deviceScaleFactor", 1)
            .add("mobile", false));
    prefer("light");
    complaints.clear();
    ask("Page.navigate", with("url", address));
  }

  private void startAgain() {
    try {
      start();
    } catch (IOException e) {
      throw new UncheckedIOException("Chromium cannot be started again", e);
    }
  }

  @Override
  public void preferDark() {
    prefer("dark");
  }

  private void prefer(String scheme) {
    JsonObjectBuilder preference =
        Json.createObjectBuilder().add("name", "prefers-color-scheme").add("value", scheme);
    ask(
        "Emulation.setEmulatedMedia",
        Json.createObjectBuilder().add("features", Json.createArrayBuilder().add(preference)));
  }

  /** While a page gives way to another there is none in which a script could run. */
  @Override
  public String script(String script) {
    AtomicReference<String> is = new AtomicReference<>();
    await("a page in which a script can run")
        .atMost(LONGEST)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .ignoreException(DevTools.Refused.class)
        .until(
            () -> {
              is.set(evaluated(script));
              return true;
            });
    return is.get();
  }

  private String evaluated(String script) {
    JsonObject answer =
        ask(
            "Runtime.evaluate",
            with("expression", script).add("allowUnsafeEvalBlockedByCSP", false));
    JsonObject fault = answer.getJsonObject("exceptionDetails");
    if (fault != null) {
      throw new IllegalStateException(fault.toString());
    }
    JsonObject result = answer.getJsonObject("result");
    JsonValue value = result.get("value");
    if (value == null) {
      return result.getString("description", result.getString("type"));
    }
    return value instanceof JsonString text ? text.getString() : value.toString();
  }

  @Override
  public void press(KeyCode code, boolean shift) {
    String text = text(code, shift);
    JsonObjectBuilder down = key(code, shift, text.isEmpty() ? "rawKeyDown" : "keyDown");
    ask("Input.dispatchKeyEvent", text.isEmpty() ? down : down.add("text", text));
    ask("Input.dispatchKeyEvent", key(code, shift, "keyUp"));
  }

  private static String text(KeyCode code, boolean shift) {
    return switch (code) {
      case ENTER -> "\r";
      case TAB, ESCAPE -> "";
      default -> name(code, shift);
    };
  }

  private static String name(KeyCode code, boolean shift) {
    if (code == KeyCode.SLASH && shift) {
      return "?";
    }
    return NAMES.getOrDefault(
        code, shift ? code.getName() : code.getName().toLowerCase(Locale.ROOT));
  }

  private static JsonObjectBuilder key(KeyCode code, boolean shift, String type) {
    return with("type", type)
        .add("key", name(code, shift))
        .add("modifiers", shift ? SHIFT : 0)
        .add("windowsVirtualKeyCode", code.getCode());
  }

  @Override
  public void type(String text) {
    ask("Input.insertText", with("text", text));
  }

  @Override
  public List<String> complaints() {
    script("''"); // what was told before its answer has been heard
    return List.copyOf(complaints);
  }

  private void heard(JsonObject event) {
    String told = event.getString("method", "");
    if (told.equals("Runtime.consoleAPICalled") || told.equals("Runtime.exceptionThrown")) {
      complaints.add(event.getJsonObject("params").toString());
    } else if (told.equals("Log.entryAdded")) {
      JsonObject entry = event.getJsonObject("params").getJsonObject("entry");
      if (!isAnswerOfTheApi(entry)) {
        complaints.add(entry.toString());
      }
    }
  }

  /** Chromium itself notes each status of 400 or more that a script gets. The console shows it. */
  private static boolean isAnswerOfTheApi(JsonObject entry) {
    return entry.getString("source").equals("network")
        && entry.getString("url", "").contains("/api/v1/");
  }

  @Override
  public BufferedImage shown() throws IOException {
    String png = ask("Page.captureScreenshot", with("format", "png")).getString("data");
    return ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(png)));
  }

  @Override
  public void end() {
    process.end();
  }

  private JsonObject ask(String method, JsonObjectBuilder parameters) {
    try {
      return page.ask(method, parameters);
    } catch (IOException e) {
      throw process.gone(e);
    }
  }

  private static JsonObjectBuilder with(String name, String value) {
    return Json.createObjectBuilder().add(name, value);
  }
}
