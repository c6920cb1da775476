// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import org.apache.camel.model.ProcessorDefinition;
import org.junit.jupiter.api.Test;

class StepKindsTest {

  /** A later Camel may bring kinds of steps that nobody has thought about. */
  @Test
  void itIsDecidedOfEveryKindOfStepThatThisCamelHas() {
    List<Class<?>> kinds =
        new ClassFileImporter()
            .importPackages("org.apache.camel.model").stream()
                .filter(found -> found.isAssignableTo(ProcessorDefinition.class))
                .filter(found -> !found.getModifiers().contains(JavaModifier.ABSTRACT))
                .filter(found -> found.getSimpleName().endsWith("Definition"))
                .filter(found -> !found.getSimpleName().equals("OutputDefinition"))
                .<Class<?>>map(JavaClass::reflect)
                .toList();
    assertThat(kinds).hasSizeGreaterThan(60);
    assertThat(kinds).filteredOn(kind -> !StepKinds.isKnown(kind)).isEmpty();
  }

  @Test
  void aKindThatNobodyHasThoughtAboutIsRefused() {
    assertThat(StepKinds.breach(new Novel()))
        .hasValueSatisfying(breach -> assertThat(breach).contains("does not know (novel)"));
  }

  private static final class Novel extends org.apache.camel.model.StopDefinition {
    @Override
    public String getShortName() {
      return "novel";
    }
  }
}
