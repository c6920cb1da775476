// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static org.awaitility.Awaitility.await;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import javafx.scene.input.KeyCode;

/**
 * A browser engine with one window, in a process of its own. Keys that are pressed go the way of a
 * keyboard's: through focus, default actions and typing. What is thrown: {@link
 * UncheckedIOException} if the engine has ended, {@link IllegalStateException} if a script fails.
 */
public interface Browser {

  /**
   * For one answer, and for one thing waited for, on a machine that does much else. One stood still
   * for two minutes in the midst of a build, as its kernel noted, and three tests failed by it.
   */
  Duration LONGEST = Duration.ofMinutes(5);

  /**
   * The engine in which all tests of the console run: Chromium where one is found, which needs a
   * quarter less processor time; else WebKit, which {@code -Dsemel.browser=webkit} asks for, too.
   */
  static Browser ofTheBuild() {
    boolean webKit = System.getProperty("semel.browser", "").equals("webkit");
    return webKit || !Chromium.isFound() ? WebKit.one() : Chromium.one();
  }

  /**
   * Opens a page in a window of this size, light, with nothing complained of yet; in a new engine
   * if the one before has ended.
   */
  void open(String address, int width, int height);

  /** Lets the page that is open know that all shall be dark. */
  void preferDark();

  /** Shows the page that is open as a person has it who wants all dark, once it has changed. */
  default void dark() {
    preferDark();
    until("document.getAnimations().length === 0");
  }

  /** What a script comes to, as text. */
  String script(String script);

  /** Presses a key, with or without shift, and lets it go. */
  void press(KeyCode code, boolean shift);

  /** Presses a key and lets it go. */
  default void press(KeyCode code) {
    press(code, false);
  }

  /** Types a text. */
  void type(String text);

  /**
   * Whatever the page wrote to its console, threw and nobody caught, or was refused by its policy.
   * Ours writes nothing, so that it is all faults.
   */
  List<String> complaints();

  /** What the window shows now; it may be painted to the end only later. */
  BufferedImage shown() throws IOException;

  /** Ends the engine, as a crash would. */
  void end();

  /** Waits until the page says that it is so. */
  default void until(String condition) {
    try {
      await(condition)
          .atMost(LONGEST)
          .pollDelay(Duration.ZERO)
          .pollInterval((polls, pause) -> Duration.ofMillis(Math.min(10L * polls, 100)))
          .until(() -> script(condition).equals("true"));
    } catch (RuntimeException e) {
      throw new AssertionError(condition + "\n" + shownInstead(), e);
    }
  }

  /** An engine may end when a question is given up. */
  private String shownInstead() {
    try {
      return complaints() + "\n" + script("document.URL + '\\n' + document.body.innerText");
    } catch (UncheckedIOException e) {
      return e.getMessage();
    }
  }
}
