// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** The key of an intent: it stands in databases and with providers, and must never change. */
class IntentKeyTest {

  private static final Intent.Address FIRST = new Intent.Address(new Destination("mail"), 0);
  private static final Intent.Address SECOND = new Intent.Address(new Destination("mail"), 1);

  @Test
  void withoutANameTheKeyIsWhatItAlwaysWas() {
    assertThat(key(FIRST)).isEqualTo(UUID.fromString("0ee51780-e956-84a9-a0d4-33218f9e73fe"));
    assertThat(key(SECOND)).isEqualTo(UUID.fromString("fbe81405-643b-8f40-97d8-8a2b6fd97005"));
  }

  @Test
  void underANameItIsAlwaysThis() {
    assertThat(key(FIRST.named("invoice")))
        .isEqualTo(UUID.fromString("5cd97fa4-df73-84e1-8725-11488c726884"));
  }

  @Test
  void aNameThatLooksLikeANumberIsNone() {
    assertThat(key(FIRST.named("0"))).isNotEqualTo(key(FIRST));
    assertThat(key(FIRST.named("1"))).isNotEqualTo(key(SECOND.named("0")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "two words", "a?b", "\u00fc", "a\nb"})
  void whatIsNoNameIsRefused(String name) {
    assertThat(Intent.Address.isName(name)).isFalse();
    assertThatThrownBy(() -> FIRST.named(name)).isInstanceOf(IllegalArgumentException.class);
  }

  private static UUID key(Intent.Address address) {
    return new Intent(new Identity("orders", "4711"), address, Headers.none(), Body.none()).key();
  }
}
