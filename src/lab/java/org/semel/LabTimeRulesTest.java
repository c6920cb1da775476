// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.semel.estate.Jvm;

/** How the laboratory waits: its classes lie beside those that {@link TimeRulesTest} sees. */
class LabTimeRulesTest {

  @Test
  void theLaboratorySleepsAsLittleAsTheProduct() {
    noClasses()
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(TimeUnit.class, "sleep", long.class)
        .check(new ClassFileImporter().importPath(Jvm.home(LabTimeRulesTest.class)));
  }
}
