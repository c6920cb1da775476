// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdentityTest {

  @Test
  void theDigestIsStableAcrossVersionsOfSemel() {
    assertThat(new Identity("reservations", "/online-retail/uk|536365-1").digest())
        .hasToString("4ff092a0-8258-85cf-b5e1-7d1553841860");
  }

  @Test
  void theConsumerScopesTheKey() {
    assertThat(new Identity("a", "1").digest()).isNotEqualTo(new Identity("b", "1").digest());
  }

  @Test
  void consumerAndKeyCannotRunIntoEachOther() {
    assertThat(new Identity("ab", "c").digest()).isNotEqualTo(new Identity("a", "bc").digest());
  }

  @Test
  void theDigestIsAVersion8Uuid() {
    assertThat(new Identity("a", "1").digest().version()).isEqualTo(8);
    assertThat(new Identity("a", "1").digest().variant()).isEqualTo(2);
  }
}
