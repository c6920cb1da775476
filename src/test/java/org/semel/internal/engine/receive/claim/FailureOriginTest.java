// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What failures have in common that one mend ends. */
class FailureOriginTest {

  @Test
  void itIsTheFirstCauseAndTheFirstFrameOfTheApplication() {
    Throwable cause =
        thrown(
            new IOException("broken"),
            frame("java.net.Socket", "connect"),
            frame("com.shop.Prices", "ask"),
            frame("com.shop.Orders", "reserve"),
            frame("org.apache.camel.Processor", "process"));
    Throwable wrapped =
        thrown(new IllegalStateException("no price", cause), frame("com.shop.Orders", "other"));
    assertThat(FailureOrigin.of(wrapped)).isEqualTo("java.io.IOException at com.shop.Prices.ask");
  }

  @Test
  void aCauseWithoutAFrameOfTheApplicationIsFoundByThoseItCaused() {
    Throwable cause = thrown(new IOException("broken"), frame("java.net.Socket", "connect"));
    Throwable wrapped =
        thrown(new IllegalStateException(cause), frame("com.shop.Orders", "reserve"));
    assertThat(FailureOrigin.of(wrapped))
        .isEqualTo("java.io.IOException at com.shop.Orders.reserve");
  }

  @Test
  void whatIsLibrariesAffairAloneIsItsClass() {
    assertThat(FailureOrigin.of(thrown(new IOException("x"), frame("java.net.Socket", "connect"))))
        .isEqualTo("java.io.IOException");
    assertThat(FailureOrigin.of(thrown(new IOException("x")))).isEqualTo("java.io.IOException");
  }

  /** Their numbers change with each build, and would tear a group in two. */
  @ParameterizedTest
  @CsvSource({
    "com.shop.Routes, lambda$configure$3, com.shop.Routes.configure",
    "com.shop.Routes$Step, lambda$new$0, com.shop.Routes$Step.new",
    "com.shop.Orders$$FastProxy1, reserve, com.shop.Orders.reserve",
    "com.shop.Orders, reserve$now, com.shop.Orders.reserve$now"
  })
  void whatACompilerAddsToNamesIsLeftOut(String type, String method, String place) {
    assertThat(FailureOrigin.of(thrown(new IOException("x"), frame(type, method))))
        .isEqualTo("java.io.IOException at " + place);
  }

  @Test
  void itQuotesNoMessageAndNoLine() {
    Throwable failure = thrown(new IOException("card 4711"), frame("com.shop.Orders", "reserve"));
    assertThat(FailureOrigin.of(failure)).doesNotContain("4711", "12");
  }

  @Test
  void aCircleOfCausesEnds() {
    IllegalStateException first = new IllegalStateException("a");
    IOException second = new IOException("b", first);
    first.initCause(second);
    assertThat(FailureOrigin.of(first)).contains("Exception");
  }

  @Test
  void aCauseThatLiesTooDeepIsNotLookedAt() {
    Throwable outermost = new IOException("the first of all");
    for (int causes = 1; causes < 50; causes++) {
      outermost = new IllegalStateException(outermost);
    }
    assertThat(FailureOrigin.of(outermost)).startsWith("java.io.IOException");
    assertThat(FailureOrigin.of(new IllegalStateException(outermost)))
        .startsWith("java.lang.IllegalStateException");
  }

  @Test
  void anExceptionThatThrowsWhenItIsAskedIsItsClass() {
    @SuppressWarnings("serial")
    class Hostile extends RuntimeException {
      @Override
      public synchronized Throwable getCause() {
        throw new UnsupportedOperationException("ask somebody else");
      }
    }
    assertThat(FailureOrigin.of(new Hostile())).isEqualTo(Hostile.class.getName());
  }

  @Test
  void aNameOfAnyLengthIsCut() {
    Throwable failure = thrown(new IOException("x"), frame("com.shop.O" + "o".repeat(900), "go"));
    assertThat(FailureOrigin.of(failure))
        .hasSize(400)
        .startsWith("java.io.IOException at com.shop.");
  }

  private static <T extends Throwable> T thrown(T failure, StackTraceElement... frames) {
    failure.setStackTrace(frames);
    return failure;
  }

  private static StackTraceElement frame(String type, String method) {
    return new StackTraceElement(type, method, "Some.java", 12);
  }
}
