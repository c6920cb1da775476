// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.chaos.Rules.Rule;
import org.semel.estate.Unpacked;

/** A rule whose place is gone says nothing, and its window would never be hit. */
class RulesTest {

  private static final String INVOKE = "AT INVOKE ";

  @ParameterizedTest
  @MethodSource("rules")
  void everyRulesPlaceIsInTheCode(Rule rule) throws ClassNotFoundException {
    assertThat(Arrays.stream(Class.forName(rule.type()).getDeclaredMethods()).map(Method::getName))
        .contains(rule.method());
  }

  static Stream<Rule> rules() {
    return Stream.of(Rules.OURS, NarayanaRules.ALL).flatMap(List::stream);
  }

  /** Its classes are not on our class path. */
  @ParameterizedTest
  @MethodSource("rulesOnLiberty")
  void everyRulesPlaceIsInTheServersCode(Rule rule) {
    List<JavaCodeUnit> methods =
        ServersCode.CLASSES.get(rule.type()).getCodeUnits().stream()
            .filter(method -> method.getName().equals(rule.method()))
            .toList();
    assertThat(methods).as("%s.%s", rule.type(), rule.method()).isNotEmpty();
    if (rule.location().startsWith(INVOKE)) {
      assertThat(methods.stream().flatMap(method -> method.getCallsFromSelf().stream()))
          .extracting(call -> call.getTarget().getName())
          .contains(rule.location().substring(INVOKE.length()));
    }
  }

  static List<Rule> rulesOnLiberty() {
    return LibertyRules.ALL;
  }

  /** Read once, and not loaded. */
  private static final class ServersCode {

    static final JavaClasses CLASSES = new ClassFileImporter().importJars(jars());

    private static List<JarFile> jars() {
      try (Stream<Path> all = Files.list(Unpacked.liberty().home().resolve("lib"))) {
        return all.filter(
                jar -> jar.toString().matches(".*/com\\.ibm\\.(ws\\.)?tx\\..*jakarta_.*\\.jar"))
            .map(ServersCode::open)
            .toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static JarFile open(Path jar) {
      try {
        return new JarFile(jar.toFile());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
