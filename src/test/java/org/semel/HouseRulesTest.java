// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The picture of the rooms, section 4 of the design, as the build sees it. */
class HouseRulesTest {

  private static final JavaClasses PRODUCT =
      new ClassFileImporter().withImportOption(new DoNotIncludeTests()).importPackages("org.semel");

  private static final String[] CORE = {
    "org.semel.message..",
    "org.semel.inbox..",
    "org.semel.intent..",
    "org.semel.tx..",
    "org.semel.receive..",
    "org.semel.relay..",
    "org.semel.retention..",
    "org.semel.ops.."
  };

  @ParameterizedTest
  @CsvSource({
    "message,   ''",
    "inbox,     message",
    "intent,    message",
    "tx,        ''",
    "receive,   message inbox intent tx",
    "relay,     message intent tx",
    "retention, tx",
    "ops,       message inbox intent receive relay retention tx",
    "store,     message inbox intent tx receive relay retention ops",
    "jta,       message inbox intent tx receive relay retention ops",
    "jms,       message inbox intent tx receive relay retention ops",
    "camel,     message inbox intent tx receive relay retention ops",
    "metrics,   message inbox intent tx receive relay retention ops",
    "console,   message inbox intent tx receive relay retention ops"
  })
  void eachRoomEntersOnlyThoseItMay(String room, String mayEnter) {
    String[] allowed =
        Stream.concat(Stream.of(room), Arrays.stream(mayEnter.split(" ")))
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

  @Test
  void theHallKnowsNoRoom() {
    check(
        noClasses()
            .that()
            .resideInAPackage("org.semel")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.semel.*.."));
  }

  @Test
  void theRoomsHaveNoCycles() {
    check(slices().matching("org.semel.(**)").should().beFreeOfCycles());
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

  @ParameterizedTest
  @CsvSource({
    "org.apache.camel..,     camel",
    "jakarta.jms..,          jms",
    "java.sql..,             store",
    "jakarta.transaction..,  jta"
  })
  void eachTechnologyHasOneHomeBesidesBoot(String technology, String home) {
    check(
        noClasses()
            .that()
            .resideInAPackage("org.semel..")
            .and()
            .resideOutsideOfPackages("org.semel." + home + "..", "org.semel.boot..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(technology));
  }

  @Test
  void nobodySleepsNotEvenATest() {
    JavaClasses everything = new ClassFileImporter().importPackages("org.semel");
    noClasses()
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(TimeUnit.class, "sleep", long.class)
        .check(everything);
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(PRODUCT);
  }
}
