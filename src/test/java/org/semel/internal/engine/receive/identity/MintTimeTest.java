// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.engine.receive.identity.Identification.Identified;
import org.semel.internal.engine.receive.identity.Identification.Unidentifiable;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

class MintTimeTest {

  /**
   * The first is the example of RFC 9562, appendix A.6; the second that of the ULID specification.
   */
  @ParameterizedTest
  @CsvSource({
    "UUIDV7, 017F22E2-79B0-7CC3-98C4-DC0C0C07398F, 2022-02-22T19:22:22Z",
    "UUIDV7, urn:shop|017f22e2-79b0-7cc3-98c4-dc0c0c07398f, 2022-02-22T19:22:22Z",
    "ULID, 01ARZ3NDEKTSV4RRFFQ69G5FAV, 2016-07-30T23:54:10.259Z",
    "ULID, shop|01arz3ndektsv4rrffq69g5fav, 2016-07-30T23:54:10.259Z"
  })
  void isReadFromTheKey(MintTime time, String key, Instant expected) {
    assertThat(time.of(Messages.text(""), key)).contains(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "UUIDV7, 919108f7-52d1-4320-9bac-f847db4148a8",
    "UUIDV7, 017F22E2-79B0-7CC3-98C4-DC0C0C07398F-1",
    "UUIDV7, 4711",
    "ULID, 81ARZ3NDEKTSV4RRFFQ69G5FAV",
    "ULID, 01ARZ3NDEKTSV4RRFFQ69G5FAU",
    "ULID, 01ARZ3NDEKTSV4RRFFQ69G5FA",
    "CLOUDEVENT, any"
  })
  void isNotReadFromWhatOnlyLooksLikeOne(MintTime time, String key) {
    assertThat(time.of(Messages.text("{}"), key)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-20T23:59:59.999Z, 2026-11-20T23:59:59.999Z",
    "2026-11-21T00:59:59+01:00, 2026-11-20T23:59:59Z",
    "2016-12-31T23:59:60Z, 2016-12-31T23:59:59Z",
    "2016-12-31T15:59:60.5-08:00, 2016-12-31T23:59:59.5Z"
  })
  void isReadFromAnEvent(String text, Instant expected) {
    assertThat(MintTime.CLOUDEVENT.of(event(text), "key")).contains(expected);
  }

  @ParameterizedTest
  @CsvSource({"yesterday", "2026-11-20", "+999999999-01-01T00:00:00Z", "1969-12-31T23:59:59Z"})
  void isNotReadFromAnEventWhoseTimeNoDayCanHold(String text) {
    assertThat(MintTime.CLOUDEVENT.of(event(text), "key")).isEmpty();
  }

  @Test
  void aMessageThatLacksItHasNoIdentity() {
    IdentityRule rule = IdentityRules.minted(message -> new Identified("4711"), MintTime.UUIDV7);
    assertThat(rule.identify(Messages.text("")))
        .isInstanceOfSatisfying(
            Unidentifiable.class,
            found -> assertThat(found.reason()).isEqualTo(ParkingReason.IDENTITY_INVALID));
  }

  private static Message event(String time) {
    return Messages.text("{\"specversion\":\"1.0\",\"id\":\"1\",\"time\":\"" + time + "\"}");
  }
}
