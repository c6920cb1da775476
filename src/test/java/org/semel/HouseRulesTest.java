// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Arrays;
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
    "org.semel.operations..",
    "org.semel.internal.engine.receive.identity..",
    "org.semel.internal.engine.receive.claim..",
    "org.semel.internal.engine.send..",
    "org.semel.internal.engine.tx..",
    "org.semel.internal.engine.loop..",
    "org.semel.internal.engine.receive.policy..",
    "org.semel.internal.engine.receive.proof..",
    "org.semel.internal.engine.receive..",
    "org.semel.internal.engine.receive.rows..",
    "org.semel.internal.engine.receive.rows..",
    "org.semel.internal.engine.receive.consumer..",
    "org.semel.internal.engine.send.relay..",
    "org.semel.internal.engine.keep..",
    "org.semel.internal.engine.keep..",
    "org.semel.internal.desk.operate..",
    "org.semel.internal.desk.operate.parked..",
    "org.semel.internal.desk.operate.plan..",
    "org.semel.internal.desk.operate.pause..",
    "org.semel.internal.desk.operate.audit..",
    "org.semel.internal.desk.operate.indoubt..",
    "org.semel.internal.desk.operate.acts..",
    "org.semel.internal.desk.watch.doctor..",
    "org.semel.internal.desk.watch.metrics",
    "org.semel.internal.desk.watch.doctor..",
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

  @ParameterizedTest
  @CsvSource({
    "message, ''",
    "entity, message",
    "natural, message",
    "operations, message",
    "camel, message",
    "ra, ''",
    "internal.identity, message",
    "internal.claim, message internal.identity",
    "internal.intent, message internal.loop internal.tx",
    "internal.tx, ''",
    "internal.loop, ''",
    "internal.policy, message internal.identity internal.loop internal.tx",
    "internal.proof, internal.policy internal.tx",
    "internal.receive, message operations internal.identity internal.claim internal.intent internal.loop internal.policy internal.proof internal.tx",
    "internal.stored, message internal.identity internal.intent internal.claim internal.loop internal.policy internal.receive internal.tx",
    "internal.ordered, message internal.identity internal.intent internal.claim internal.loop internal.policy internal.receive internal.stored internal.tx",
    "internal.consumer, message internal.identity internal.loop internal.policy internal.ordered internal.proof internal.receive internal.stored internal.tx",
    "internal.relay, message operations internal.intent internal.loop internal.tx",
    "internal.retention, internal.loop internal.tx",
    "internal.registry, internal.proof",
    "internal.operate, message operations internal.claim internal.intent internal.receive internal.tx",
    "internal.replay, message operations internal.claim internal.intent internal.operate internal.receive internal.tx",
    "internal.plan, message operations internal.intent internal.loop internal.operate internal.receive internal.replay internal.tx",
    "internal.indoubt, operations internal.loop internal.proof",
    "internal.audit, internal.loop internal.tx",
    "internal.pause, operations internal.loop internal.operate internal.tx",
    "internal.acts, message operations internal.claim internal.indoubt internal.intent internal.operate internal.plan internal.policy internal.receive internal.replay internal.stored internal.tx",
    "internal.metrics, message internal.identity internal.claim internal.intent internal.loop internal.policy internal.receive internal.relay internal.replay internal.retention internal.tx",
    "internal.doctor, operations internal.indoubt internal.proof internal.tx",
    "internal.health, internal.metrics internal.receive internal.tx",
    "internal.trace, message internal.claim internal.intent internal.policy internal.receive internal.relay",
    "internal.console, ''",
    "internal.jta, internal.proof internal.tx",
    "internal.jms, message internal.claim internal.indoubt internal.policy internal.proof internal.receive internal.tx",
    "internal.server, operations internal.indoubt internal.jms internal.jta internal.postgresql.proof internal.proof",
    "internal.postgresql, message operations internal.identity internal.claim internal.indoubt internal.intent internal.acts internal.operate internal.plan internal.ordered internal.stored internal.registry internal.retention internal.metrics internal.audit internal.doctor internal.proof internal.tx",
    "internal.redaction, message",
    "internal.rest, message operations internal.intent internal.operate internal.redaction",
    "internal.route, camel message internal.claim internal.consumer internal.identity internal.intent internal.loop internal.proof internal.receive internal.relay internal.tx"
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
  void theRoomsHaveNoCycles() {
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

  @ParameterizedTest
  @CsvSource({
    "org.apache.camel..,     camel internal.route",
    "jakarta.jms..,          internal.jms",
    "java.sql..,             internal.postgresql natural xa",
    "jakarta.persistence..,  entity",
    "jakarta.resource..,     ra internal.jms",
    "jakarta.transaction..,  internal.jta internal.server",
    "org.apache.activemq..,  ra",
    "io.prometheus..,        internal.metrics.prometheus",
    "io.opentelemetry..,     internal.trace",
    "org.slf4j..,            internal.trace"
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
  void theRestRoomKnowsNoServletAndNoResourceOfJakartaRest() {
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
