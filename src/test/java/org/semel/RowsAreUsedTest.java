// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeJars;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.boot.config.ConsumerKeys;
import org.semel.internal.boot.config.DestinationKeys;
import org.semel.internal.boot.config.RoleKeys;
import org.semel.internal.boot.config.SemelSettings;
import org.semel.internal.desk.watch.metrics.Series;
import org.semel.internal.engine.tx.Cause;

/**
 * Each row of a table is used: a key that no one reads stands on its page and does nothing, and a
 * series that nothing feeds stays at zero.
 */
class RowsAreUsedTest {

  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOptions(List.of(new DoNotIncludeTests(), new DoNotIncludeJars()))
          .importPackages("org.semel.internal");

  @ParameterizedTest
  @ValueSource(
      classes = {ConsumerKeys.class, DestinationKeys.class, RoleKeys.class, SemelSettings.class})
  void everyKeyIsRead(Class<?> keys) {
    JavaClass table = PRODUCT.get(keys);
    assertThat(
            Arrays.stream(keys.getRecordComponents())
                .map(RecordComponent::getName)
                .filter(key -> !isRead(table, key)))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(classes = {Series.class, Cause.class, Code.class})
  void everyConstantIsNamedElsewhere(Class<?> constants) {
    JavaClass table = new ClassFileImporter().importClass(constants);
    assertThat(
            table.getAllFields().stream()
                .filter(field -> field.getRawType().isEquivalentTo(constants))
                .map(JavaField::getName)
                .filter(name -> !isNamed(constants, name)))
        .isEmpty();
  }

  private static boolean isNamed(Class<?> constants, String name) {
    return PRODUCT.stream()
        .flatMap(type -> type.getFieldAccessesFromSelf().stream())
        .filter(access -> !access.getOriginOwner().isEquivalentTo(constants))
        .map(JavaAccess::getTarget)
        .anyMatch(
            target -> target.getOwner().isEquivalentTo(constants) && target.getName().equals(name));
  }

  /** By its accessor from anywhere, or as a field within the table. */
  private static boolean isRead(JavaClass table, String key) {
    Stream<JavaCodeUnit> byItsField =
        table.getField(key).getAccessesToSelf().stream().map(JavaAccess::getOrigin);
    return byItsField.anyMatch(origin -> !isAccessorOrConstructor(origin, key))
        || !table.getMethod(key).getReferencesToSelf().isEmpty()
        || !table.getMethod(key).getCallsOfSelf().isEmpty();
  }

  private static boolean isAccessorOrConstructor(JavaCodeUnit origin, String key) {
    return origin.isConstructor() || origin.getName().equals(key);
  }
}
