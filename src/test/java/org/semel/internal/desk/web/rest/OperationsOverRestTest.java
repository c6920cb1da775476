// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.semel.operations.Operations;

/** What plain Java can do, and what the API asks of it. */
class OperationsOverRestTest {

  private static final Path API = Path.of("src/main/java/org/semel/internal/desk/web/rest");

  @Test
  void whatJavaCanDoAPathDoes() throws IOException {
    String api = sources();
    assertThat(doings()).hasSizeGreaterThan(40);
    assertThat(doings().filter(doing -> !isAsked(doing, api))).isEmpty();
  }

  /** Such as {@code plans.last}, and {@code find} of the operations themselves. */
  private static Stream<String> doings() {
    return Stream.of(Operations.class.getMethods())
        .flatMap(
            method ->
                isPart(method)
                    ? Stream.of(method.getReturnType().getMethods())
                        .filter(act -> Modifier.isAbstract(act.getModifiers()))
                        .map(act -> method.getName() + "." + act.getName())
                    : Stream.of(method.getName()))
        .distinct();
  }

  private static boolean isPart(Method method) {
    Class<?> type = method.getReturnType();
    return type.isInterface() && type.getPackageName().startsWith("org.semel");
  }

  private static boolean isAsked(String doing, String api) {
    String call =
        Stream.of(doing.split("\\.", -1)).map(Pattern::quote).collect(joining("\\(\\)\\s*\\."));
    return Pattern.compile("operations\\s*\\." + call + "\\(").matcher(api).find();
  }

  private static String sources() throws IOException {
    try (Stream<Path> files = Files.walk(API)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(OperationsOverRestTest::read)
          .collect(joining());
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
