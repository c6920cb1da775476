// SPDX-License-Identifier: Apache-2.0
package org.semel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.operations.Operations;

/** The calls that a sentence about operations names can be made, one upon the answer of another. */
class CallsTest {

  private static final Pattern CALLS =
      Pattern.compile("[a-z]\\w*\\([^()]*\\)(\\.[a-z]\\w*\\([^()]*\\))*");

  @ParameterizedTest
  @ValueSource(strings = {"docs/operations.md", "docs/ordering.md", "docs/retention.md"})
  void everyCallThatAPageNamesCanBeMade(String page) {
    Markdown read = Markdown.read(Path.of(page));
    assertThat(
            read.prose().stream()
                .flatMap(
                    line ->
                        line.codes()
                            .filter(code -> CALLS.matcher(code).matches() && !canBeMade(code))
                            .map(code -> read.at(line.number()) + " " + code)))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'identities().forget(identity, by)', true",
    "'parked().show(id, most)',           true",
    "identities().forgive(identity),      false",
    "standing().first(),                  false"
  })
  void aCallThatDoesNotExistIsFound(String calls, boolean exist) {
    assertThat(canBeMade(calls)).isEqualTo(exist);
  }

  /** By somebody who has the operations, or anything that they answer with. */
  private static boolean canBeMade(String calls) {
    Set<Class<?>> those = Reach.ALL;
    for (String call : calls.replaceAll("\\([^()]*\\)", "").split("\\.", -1)) {
      those = answers(those, call);
    }
    return !those.isEmpty();
  }

  private static Set<Class<?>> answers(Set<Class<?>> those, String call) {
    Set<Class<?>> answers = new LinkedHashSet<>();
    those.stream()
        .flatMap(type -> Arrays.stream(type.getMethods()))
        .filter(method -> method.getName().equals(call))
        .forEach(method -> answers.addAll(types(method.getGenericReturnType())));
    return answers;
  }

  private static Collection<Class<?>> types(Type type) {
    Set<Class<?>> types = new LinkedHashSet<>();
    if (type instanceof Class<?> plain) {
      types.add(plain);
    }
    if (type instanceof ParameterizedType generic) {
      types.addAll(types(generic.getRawType()));
      List.of(generic.getActualTypeArguments()).forEach(part -> types.addAll(types(part)));
    }
    return types;
  }

  /** What an operator's caller can come to have. */
  private static final class Reach {

    static final Set<Class<?>> ALL = all();

    private static Set<Class<?>> all() {
      Set<Class<?>> reached = new LinkedHashSet<>();
      Deque<Class<?>> open = new ArrayDeque<>(List.of(Operations.class));
      while (!open.isEmpty()) {
        Class<?> type = open.poll();
        if (type.getName().startsWith("org.semel.") && reached.add(type)) {
          cases(type).forEach(open::add);
          for (Method method : type.getMethods()) {
            open.addAll(types(method.getGenericReturnType()));
          }
        }
      }
      return reached;
    }

    private static Stream<Class<?>> cases(Class<?> type) {
      return type.isSealed() ? Arrays.stream(type.getPermittedSubclasses()) : Stream.empty();
    }
  }
}
