// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The picture of the rooms, section 4 of the design, as the build sees it. */
@AnalyzeClasses(packages = "org.semel", importOptions = DoNotIncludeTests.class)
class HouseRulesTest {

  @ArchTest
  static final ArchRule theRoomsHaveNoCycles =
      slices().matching("org.semel.(*)..").should().beFreeOfCycles();
}
