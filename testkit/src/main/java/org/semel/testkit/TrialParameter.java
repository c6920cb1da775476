// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives a test method its trial. */
final class TrialParameter implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == Trial.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    if (isInServer(test)) {
      return Trial.inServer();
    }
    SemelTest application = test.getRequiredTestClass().getAnnotation(SemelTest.class);
    if (application == null) {
      throw new ParameterResolutionException(
          "Annotate " + test.getRequiredTestClass().getName() + " with @SemelTest.");
    }
    return new Trial(Setup.of(application));
  }

  /** So Arquillian tells a test that it runs in a deployed application. */
  private static boolean isInServer(ExtensionContext test) {
    return test.getConfigurationParameter("insideArquillian", Boolean::valueOf).orElse(false);
  }
}
