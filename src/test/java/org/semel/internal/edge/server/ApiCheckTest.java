// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server may not give an application. */
class ApiCheckTest {

  private static final ClassLoader ALL = ApiCheckTest.class.getClassLoader();

  @Test
  void whereAllAreThereNothingIsSaid() {
    assertThatCode(() -> ApiCheck.demand("any", ALL)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "org.eclipse.microprofile.config, MicroProfile Config, mpConfig-3.1",
    "jakarta.json,                    JSON Processing,     jsonp-2.1",
    "jakarta.enterprise.concurrent,   Concurrency,         concurrent-3.0",
    "jakarta.enterprise.inject,       CDI,                 cdi-4.0",
    "jakarta.jms,                     Messaging,           messaging-3.1",
    "jakarta.transaction,             Transactions,        jdbc-4.3"
  })
  void oneThatIsMissingIsNamedWithWhatToAddInTheWordsOfTheServer(
      String hidden, String api, String feature) {
    assertThatThrownBy(() -> ApiCheck.demand("Open Liberty", without(hidden)))
        .hasMessage(
            "SEMEL-0108 The server does not give this application %s. Add to the <featureManager> in server.xml:"
                    .formatted(api)
                + " <feature>%s</feature> (server-config/README.md).".formatted(feature));
  }

  @Test
  void onAServerThatNobodyKnowsTheRemedyIsGeneral() {
    assertThatThrownBy(() -> ApiCheck.demand("another", without("jakarta.")))
        .hasMessageStartingWith("SEMEL-0108")
        .hasMessageContainingAll("CDI, JSON Processing, Concurrency", "server-config/README.md");
  }

  private static ClassLoader without(String hidden) {
    return new ClassLoader(ALL) {
      @Override
      protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith(hidden)) {
          throw new ClassNotFoundException(name);
        }
        return super.loadClass(name, resolve);
      }
    };
  }
}
