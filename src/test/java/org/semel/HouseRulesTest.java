// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import jakarta.servlet.annotation.WebListener;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The picture of the wings and their rooms (docs/inside.md), as the build sees it. */
class HouseRulesTest {

  private static final JavaClasses PRODUCT =
      new ClassFileImporter().withImportOption(new DoNotIncludeTests()).importPackages("org.semel");

  private static final String[] CORE = {
    "org.semel.message..",
    "org.semel.operations..",
    "org.semel.internal.engine..",
    "org.semel.internal.desk.operate..",
    "org.semel.internal.desk.watch.doctor..",
    "org.semel.internal.desk.watch.metrics",
    "org.semel.internal.desk.watch.redaction.."
  };

  private static final SliceAssignment BY_FILE =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          if (type.getPackageName().equals("org.semel.camel")) {
            return SliceIdentifier.ignore();
          }
          JavaClass outermost = type;
          while (outermost.getEnclosingClass().isPresent()) {
            outermost = outermost.getEnclosingClass().get();
          }
          return SliceIdentifier.of(outermost.getName());
        }

        @Override
        public String getDescription() {
          return "the files";
        }
      };

  /** Below ring 1 a package's name says what it may know; {@code boot} is known to none. */
  @ParameterizedTest
  @CsvSource({
    "message, ''",
    "entity, message",
    "natural, message",
    "operations, message",
    "camel, message",
    "xa, ''",
    "internal.engine, message operations",
    "internal.desk, message operations internal.engine",
    "internal.edge.camel, camel message internal.engine internal.desk",
    "internal.edge.jms, message internal.engine internal.desk",
    "internal.edge.jta, message internal.engine internal.desk",
    "internal.edge.postgresql, message operations internal.engine internal.desk",
    "internal.edge.server, operations internal.engine internal.desk internal.edge.jms internal.edge.jta"
  })
  void eachWingAndEachEdgeKnowsOnlyThoseBeforeIt(String room, String mayKnow) {
    String[] allowed =
        Stream.concat(Stream.of(room), Arrays.stream(mayKnow.split(" ")))
            .filter(name -> !name.isEmpty())
            .map(name -> "org.semel." + name + "..")
            .toArray(String[]::new);
    DescribedPredicate<JavaClass> otherRooms =
        resideInAPackage("org.semel..")
            .and(DescribedPredicate.not(resideInAnyPackage(allowed)))
            .and(DescribedPredicate.not(resideInAPackage("org.semel")));
    check(
        noClasses()
            .that()
            .resideInAPackage("org.semel." + room + "..")
            .should()
            .dependOnClassesThat(otherRooms));
  }

  /** So that no room stands outside of the picture. */
  @Test
  void whatIsInternalLiesInAWing() {
    check(
        classes()
            .that()
            .resideInAPackage("org.semel.internal..")
            .should()
            .resideInAnyPackage(
                "org.semel.internal.engine..",
                "org.semel.internal.desk..",
                "org.semel.internal.edge..",
                "org.semel.internal.boot.."));
  }

  /** The rooms of a wing, each with all that lies below it. */
  @ParameterizedTest
  @ValueSource(strings = {"engine", "desk", "edge"})
  void theRoomsOfAWingHaveNoCycles(String wing) {
    check(slices().matching("org.semel.internal." + wing + ".(*)..").should().beFreeOfCycles());
  }

  /** Listeners that are annotated have no order; a second one could begin before the checks. */
  @Test
  void oneListenerBeginsWithTheApplication() {
    assertThat(PRODUCT.stream().filter(type -> type.isAnnotatedWith(WebListener.class)))
        .extracting(JavaClass::getSimpleName)
        .containsExactly("SemelListener");
  }

  @Test
  void theBasePackageKnowsNoOther() {
    check(
        noClasses()
            .that()
            .resideInAPackage("org.semel")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.semel.*.."));
  }

  /** Ring 1 is what a user may touch; it declares what {@code internal} implements. */
  @Test
  void theFirstRingKnowsNothingInternal() {
    check(
        noClasses()
            .that()
            .resideInAPackage("org.semel..")
            .and()
            .resideOutsideOfPackage("org.semel.internal..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.semel.internal.."));
  }

  /** A message is a value; no server is needed to make one. */
  @Test
  void whatAMessageIsKnowsNoServer() {
    check(
        noClasses()
            .that()
            .resideInAPackage("org.semel.message..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("jakarta.."));
  }

  /** The console is files with headers; who sends them, and to whom, is wired elsewhere. */
  @Test
  void theConsoleKnowsNothingButJava() {
    check(
        noClasses()
            .that()
            .resideInAPackage("org.semel.internal.desk.web.console..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                "java..", "org.jspecify..", "org.semel.internal.desk.web.console.."));
  }

  @Test
  void thePackagesHaveNoCycles() {
    check(slices().matching("org.semel.(**)").should().beFreeOfCycles());
  }

  /**
   * Nor have the classes of one room, each with what is nested in it. Only Camel's components,
   * their endpoints and the engine behind them know each other, as Camel's contract has it.
   */
  @Test
  void theClassesOfARoomHaveNoCycles() {
    check(slices().assignedFrom(BY_FILE).should().beFreeOfCycles());
  }

  @Test
  void theCoreKnowsNoTechnology() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(CORE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "org.apache.camel..",
                "jakarta.jms..",
                "jakarta.transaction..",
                "javax.transaction..",
                "jakarta.enterprise..",
                "jakarta.inject..",
                "jakarta.persistence..",
                "java.sql..",
                "javax.sql..",
                "javax.naming..",
                "org.eclipse.microprofile..",
                "java.util.logging.."));
  }

  /** The log quotes the code of a failure; a server gives beans to Camel, and factories. */
  @ParameterizedTest
  @CsvSource({
    "org.apache.camel..,     camel internal.edge.camel internal.edge.server",
    "jakarta.jms..,          internal.edge.jms internal.edge.server internal.desk.watch.log",
    "java.sql..,             internal.edge.postgresql internal.desk.watch.log natural xa",
    "jakarta.persistence..,  entity",
    "jakarta.resource..,     internal.edge.jms",
    "jakarta.transaction..,  internal.edge.jta internal.edge.server",
    "io.prometheus..,        internal.desk.watch.metrics.prometheus",
    "io.opentelemetry..,     internal.desk.watch.trace",
    "org.slf4j..,            internal.desk.watch.trace"
  })
  void eachTechnologyHasItsHomesBesidesBoot(String technology, String rooms) {
    String[] homes =
        Stream.concat(Stream.of("internal.boot"), Stream.of(rooms.split(" ")))
            .map(room -> "org.semel." + room + "..")
            .toArray(String[]::new);
    check(
        noClasses()
            .that()
            .resideInAPackage("org.semel..")
            .and()
            .resideOutsideOfPackages(homes)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(technology));
  }

  /** The API is a table over values: who serves it, and under which login, is wired elsewhere. */
  @Test
  void theApiKnowsNoServletAndNoResourceOfJakartaRest() {
    check(
        noClasses()
            .that()
            .resideInAPackage("org.semel.internal.desk.web.rest..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "jakarta.servlet..",
                "jakarta.ws..",
                "jakarta.enterprise..",
                "jakarta.inject..",
                "jakarta.persistence..",
                "org.eclipse.microprofile.."));
  }

  /** Each server has a room, and those rooms do not know each other. */
  @Test
  void serversAreKnownByNobodyButTheirOwnRooms() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage("org.semel.internal.edge.server..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.semel.internal.edge.server.*.."));
    check(
        slices().matching("org.semel.internal.edge.server.(*)..").should().notDependOnEachOther());
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(PRODUCT);
  }
}
