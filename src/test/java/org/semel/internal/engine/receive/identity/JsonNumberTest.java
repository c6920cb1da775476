// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The one spelling of a number: keys and fingerprints that lie in databases are made of it. */
class JsonNumberTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0, 0",
    "0.000, 0",
    "0e7, 0",
    "7, 7",
    "-7, -7",
    "100, 100",
    "1e2, 100",
    "1E2, 100",
    "1e+2, 100",
    "1e002, 100",
    "-1.50, -1.5",
    "15e-1, 1.5",
    "0.5, 0.5",
    "0.05, 0.05",
    "12.34, 12.34",
    "1234e-2, 12.34",
    "1e19, 10000000000000000000",
    "1e20, 1E+20",
    "12e19, 120000000000000000000",
    "12e20, 1.2E+21",
    "12e18, 12000000000000000000",
    "0.000001, 0.000001",
    "0.0000012, 0.0000012",
    "0.0000001, 1E-7",
    "0.00000012, 1.2E-7",
    "-12e-9, -1.2E-8",
    "1e999999999, 1E+999999999",
    "1e-999999999, 1E-999999999",
    "1e0000000000001, 10",
    "1e0, 1",
    "1e-0, 1",
    "1e+12345678, 1E+12345678",
    "1e+999999999, 1E+999999999",
    "0.10, 0.1",
    "10.0, 10"
  })
  void aNumberHasOneSpelling(String written, String spelling) throws NotJson {
    assertThat(JsonNumber.canonical(written)).isEqualTo(spelling);
  }

  @ParameterizedTest
  @ValueSource(strings = {"12", "1.5", "0.001", "123.456", "0.0000001", "1.25e-9", "3e5", "1.2e30"})
  void theSpellingHasTheValueOfTheNumber(String written) throws NotJson {
    for (String number : new String[] {written, "-" + written}) {
      assertThat(new BigDecimal(JsonNumber.canonical(number)))
          .isEqualByComparingTo(new BigDecimal(number));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e1000000000", "1e-1000000000", "1E+99999999999999999999"})
  void aNumberWithWhichNobodyCanCalculateIsInDoubt(String number) {
    assertThatThrownBy(() -> JsonNumber.canonical(number)).isInstanceOf(NotJson.class);
  }
}
