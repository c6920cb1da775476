// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/** What parking promises, whatever stands behind it. */
public abstract class ParkedStoreContract {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  public final String consumer = "c-" + UUID.randomUUID();

  protected abstract Transactions transactions();

  protected abstract ParkedStore parking();

  /** How many messages of {@link #consumer} are parked. */
  protected abstract long parked();

  /** Headers and body of the only parked message of {@link #consumer}. */
  protected abstract Message only();

  @Test
  void aParkedMessageIsKeptWithBodyAndHeadersByteForByte() {
    byte[] body = {0, 1, (byte) 0xFF, (byte) 0xC3, 0x28};
    Message message =
        new Message(
            Headers.of(Map.of("a", "x\u0000\u0001ü\uD800", "b", 7L, "CamelSqlQuery", "drop")),
            Body.bytes(body, "x/y"),
            Messages.origin(3));
    park(
        new ParkedMessage(
            consumer, message, verdict(ParkingReason.NO_IDENTITY), IdentityEvidence.unknown()));
    assertThat(only().body()).isEqualTo(message.body());
    assertThat(only().origin()).isEqualTo(message.origin());
    assertThat(only().headers().find("b")).contains(7L);
    assertThat(only().headers().find("CamelSqlQuery")).contains("drop");
    assertThat(only().headers().text("a")).get().asString().startsWith("x\u0000\u0001ü");
  }

  @Test
  void aRollBackParksNothing() {
    transactions()
        .inNew(
            TIMEOUT,
            () -> {
              parking().park(List.of(anonymous()));
              return Decision.discard("");
            });
    assertThat(parked()).isZero();
  }

  @Test
  void theSameCaseAgainIsNoNewCase() {
    park(conflict("1", "b"));
    park(conflict("1", "b"));
    assertThat(parked()).isEqualTo(1);
  }

  @Test
  void anotherBodyOrIdentityIsANewCase() {
    park(conflict("1", "b"), conflict("1", "c"), conflict("2", "b"));
    assertThat(parked()).isEqualTo(3);
  }

  @Test
  void messagesWithoutIdentityAreEachACase() {
    park(anonymous(), anonymous());
    assertThat(parked()).isEqualTo(2);
  }

  private ParkedMessage anonymous() {
    return new ParkedMessage(
        consumer,
        Messages.text("x"),
        verdict(ParkingReason.NO_IDENTITY),
        IdentityEvidence.unknown());
  }

  private ParkedMessage conflict(String key, String body) {
    Message message = Messages.text(body);
    Offer offer = new Offer(new Identity(consumer, key), FingerprintProfile.EXACT.of(message));
    return new ParkedMessage(
        consumer,
        message,
        verdict(ParkingReason.CONFLICT),
        IdentityEvidence.conflicting(
            offer,
            new Claim.Conflict(FingerprintProfile.EXACT.of(Messages.text("a")), Instant.EPOCH)));
  }

  private static Verdict verdict(ParkingReason reason) {
    return new Verdict(reason, "detail with a \u0000 in it");
  }

  private void park(ParkedMessage... messages) {
    var completion =
        transactions()
            .inNew(
                TIMEOUT,
                () -> {
                  parking().park(List.of(messages));
                  return Decision.commit("");
                });
    assertThat(completion).isInstanceOf(Committed.class);
  }
}
