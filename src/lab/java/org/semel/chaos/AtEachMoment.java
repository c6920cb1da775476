// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;
import org.semel.matrix.Shows;

/**
 * Runs a test once for each moment of the cells that it shows, and gives it the windows of that
 * moment: those of one number, of whatever letter.
 */
final class AtEachMoment implements ArgumentsProvider {

  @Override
  public Stream<? extends Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    return Arrays.stream(context.getRequiredTestMethod().getAnnotation(Shows.class).value())
        .map(cell -> cell.substring(0, cell.indexOf(' ')))
        .collect(
            Collectors.groupingBy(
                window -> window.substring(1), LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(Arguments::of);
  }
}
