// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.estate.ServerKind;

/**
 * What a person can get wrong on a real Open Liberty: each fault is told by one coded line that
 * says what to change in {@code server.xml}.
 */
class LibertyRefusalIT {

  private static final SharedEstate ESTATE = SharedEstate.of(ServerKind.LIBERTY);
  private static final String RESOURCES = "wrong";

  @BeforeAll
  static void theQueueAndTheResources() {
    RefusedWar.prepare(ESTATE);
    WrongResources.stockAdapter(ESTATE.liberty().folder());
    ESTATE.liberty().configure(RESOURCES, WrongResources.all());
  }

  @AfterAll
  static void clear() {
    ESTATE.liberty().reset(RESOURCES);
  }

  /** Nothing can be received, so the application does not start. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          semel.data-source=java:/jdbc/semel        | SEMEL-0104 | Call it jdbc/semel
          semel.data-source=jdbc/none               | SEMEL-0104 | <dataSource jndiName="jdbc/none" ...>
          semel.data-source=jdbc/driverless         | SEMEL-0104 | (CWWKN0008E: An object could not be obtained for name jdbc/driverless.)
          connection-factory=java:/jms/semelXA      | SEMEL-0104 | Call it jms/semelXA
          connection-factory=jms/none               | SEMEL-0104 | <connectionFactory jndiName="jms/none" ...>
          receive=direct                            | SEMEL-0416 | recovered-by
          receive=direct, recovered-by=jms/unrecovered | SEMEL-0417 | recoveryAuthDataRef
          receive=direct, recovered-by=jms/semelLocal  | SEMEL-0417 | an <adminObject> is none
          receive=direct, recovered-by=jms/stockXA     | SEMEL-0418 | semel-artemis.rar
          """)
  void whatMakesAStartImpossibleIsTold(String keys, String code, String remedy) {
    RefusedWar refused = RefusedWar.with(ESTATE, policy(keys));
    assertThat(refused.words()).contains(code, remedy);
    assertThat(refused.stays()).isFalse();
  }

  /** The consumer takes nothing, and the rest of the application goes on. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          semel.data-source=jdbc/split     | SEMEL-0443 | containerAuthDataRef
          semel.data-source=jdbc/stock     | SEMEL-0414 | org.semel.xa.PostgresXADataSource
          semel.data-source=jdbc/strict    | SEMEL-0409 | TRANSACTION_READ_COMMITTED
          connection-factory=jms/stockXA   | SEMEL-0418 | semel-artemis.rar
          """)
  void whatTheProofFindsIsToldAndTheApplicationStaysDeployed(
      String keys, String code, String remedy) {
    RefusedWar refused = RefusedWar.with(ESTATE, policy(keys));
    assertThat(refused.words()).contains("SEMEL-0401 Consumer refused", code, remedy);
    assertThat(refused.stays()).isTrue();
  }

  /** Keys of the consumer, unless they begin with {@code semel.}. */
  private static String policy(String keys) {
    String direct =
        keys.contains("receive=direct")
            ? "semel.consumer.refused.connection-factory=jms/semelDirect\n"
            : "";
    return direct
        + keys.replaceAll("(^|, )(?!semel\\.)", "\nsemel.consumer.refused.").replace(", ", "\n");
  }
}
