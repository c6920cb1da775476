// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;
import org.semel.matrix.Shows;

/** Runs a test once for each cell that it shows, and gives it the window. */
final class InEachWindow implements ArgumentsProvider {

  @Override
  public Stream<? extends Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    return Arrays.stream(context.getRequiredTestMethod().getAnnotation(Shows.class).value())
        .map(cell -> Arguments.of(cell.substring(0, cell.indexOf(' '))));
  }
}
