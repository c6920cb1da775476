// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.identity.Identification.Formerly;
import org.semel.internal.engine.receive.identity.Identification.Identified;
import org.semel.internal.engine.receive.identity.Identification.Unidentifiable;
import org.semel.message.Fingerprint;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/** What rules and profiles find, at the edges of what they allow. */
class IdentityValuesTest {
  @Test
  void aFingerprintIsItsBytesAndNobodyCanChangeThem() {
    Fingerprint fingerprint = FingerprintProfile.EXACT.of(Messages.text("x"));
    fingerprint.bytes()[1]++;
    byte[] copy = fingerprint.bytes();
    Fingerprint stored = Fingerprint.stored(copy);
    copy[1]++;
    assertThat(stored).isEqualTo(fingerprint).hasSameHashCodeAs(fingerprint);
    assertThat(Fingerprint.stored(copy))
        .isNotEqualTo(fingerprint)
        .doesNotHaveSameHashCodeAs(fingerprint);
  }

  @Test
  void aNewRuleRemembersWhatTheOneBeforeItFound() {
    Message both = Messages.text("", Map.of("new", "n", "old", "o"));
    Message fresh = Messages.text("", Map.of("new", "n"));
    IdentityRule rule =
        IdentityRules.succeeding(
            IdentityRules.header("new"),
            message ->
                message
                    .headers()
                    .text("old")
                    .map(key -> new Formerly(Optional.of("before"), new Identified(key))));
    Identified now = new Identified("n");
    assertThat(rule.identify(both))
        .isEqualTo(
            new Identified(
                "n",
                Optional.empty(),
                Optional.of(new Formerly(Optional.of("before"), new Identified("o")))));
    assertThat(rule.identify(fresh)).isEqualTo(now);
    assertThat(rule.identify(Messages.text("", Map.of("old", "o"))))
        .isInstanceOf(Unidentifiable.class);
    assertThat(
            IdentityRules.succeeding(IdentityRules.header("new"), message -> Optional.empty())
                .identify(both))
        .isEqualTo(now);
  }

  @Test
  void aTimeIsReadFromTheFirstToTheLastMillisecondThatAKeyCanHold() {
    assertThat(MintTime.UUIDV7.of(Messages.text(""), "00000000-0000-7000-8000-000000000000"))
        .contains(Instant.EPOCH);
    assertThat(MintTime.UUIDV7.of(Messages.text(""), "ffffffff-ffff-7000-8000-000000000000"))
        .contains(Instant.ofEpochMilli((1L << 48) - 1));
  }

  @Test
  void aTimeIsAddedToAnIdentityAndToNothingElse() {
    IdentityRule rule = IdentityRules.minted(IdentityRules.header("key"), MintTime.UUIDV7);
    String key = "017F22E2-79B0-7CC3-98C4-DC0C0C07398F";
    assertThat(rule.identify(Messages.text("", Map.of("key", key))))
        .isEqualTo(new Identified(key, Optional.of(Instant.parse("2022-02-22T19:22:22Z"))));
    assertThat(IdentityRulesTest.reason(rule, Messages.text("")))
        .isEqualTo(ParkingReason.NO_IDENTITY);
  }

  @Test
  void aNameOfTheLongestKindIsShownWhole() {
    String name = "n".repeat(100);
    assertThat(
            Differences.topLevel(
                Messages.text("{\"" + name + "\":1}").body(), Messages.text("{}").body()))
        .contains(List.of(name));
  }
}
