// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.JavaConstructor.CONSTRUCTOR_NAME;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.semel.estate.Jvm;
import org.semel.internal.engine.loop.Gate;
import org.semel.matrix.Shows;

/** How the product waits, and by which clock. */
class TimeRulesTest {

  private static final JavaClasses PRODUCT =
      new ClassFileImporter().withImportOption(new DoNotIncludeTests()).importPackages("org.semel");

  @Test
  void nobodySleepsNotEvenATest() {
    ArchRule rule =
        noClasses()
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(TimeUnit.class, "sleep", long.class);
    check(rule);
    rule.check(new ClassFileImporter().importPath(Jvm.home(TimeRulesTest.class)));
  }

  /** Whoever waits can be woken, by a gate or by what he waits for. */
  @Test
  void theProductParksNoThread() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat()
            .areAssignableTo(LockSupport.class)
            .orShould()
            .callMethod(Object.class, "wait", long.class)
            .orShould()
            .callMethod(Thread.class, "join", long.class));
  }

  /** A pause at a gate that nobody can shut is a sleep. */
  @Test
  void whoeverMakesAGateShutsIt() {
    check(
        classes()
            .that(
                describe(
                    "make a gate",
                    type ->
                        type.getConstructorCallsFromSelf().stream()
                            .anyMatch(call -> call.getTargetOwner().isEquivalentTo(Gate.class))))
            .should()
            .callMethod(Gate.class, "shut"));
  }

  /**
   * Claims know no time. Leases, ages and retention go by the database's clock; pauses by one that
   * does not jump. Three ask: the doctor, to compare, and traces, which decide nothing by it, and
   * whoever reads how long it is until a provider's {@code Retry-After} date.
   */
  @Test
  @Shows("X23 clock")
  void nobodyAsksTheServerWhatTimeItIs() {
    check(
        noClasses()
            .that()
            .resideInAPackage("org.semel..")
            .and()
            .haveNameNotMatching(
                "org\\.semel\\.internal\\.(boot\\.node\\.ServerClock|desk\\.watch\\.trace\\.Traces|edge\\.camel\\.provider\\.RouteProvider)")
            .should()
            .accessTargetWhere(
                target(owner(type(System.class))).and(target(name("currentTimeMillis"))))
            .orShould()
            .accessTargetWhere(target(owner(type(Date.class))).and(target(name(CONSTRUCTOR_NAME))))
            .orShould()
            .accessTargetWhere(
                target(owner(resideInAPackage("java.time..")))
                    .and(target(nameMatching("now|system"))))
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class));
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(PRODUCT);
  }
}
