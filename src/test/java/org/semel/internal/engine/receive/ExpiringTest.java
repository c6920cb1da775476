// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.claim.KeptBodies;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.message.AllowedHeaders;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;

/** What becomes of messages with a time to live when their turn comes. */
class ExpiringTest {

  private static final Instant NOW = Instant.ofEpochSecond(1_000_000);

  private final AtomicInteger asked = new AtomicInteger();
  private final List<String> handled = new ArrayList<>();
  private final ClaimedHandler expiring =
      Expiring.before(
          this::handle,
          "c",
          Expiry.by(
              () -> {
                asked.incrementAndGet();
                return NOW;
              }));

  @Test
  void aBatchWithoutTimesToLiveAsksNobodyAndStaysTogether() {
    assertThat(expiring.handle(candidates(50, Map.of()))).hasSize(50);
    assertThat(asked).hasValue(0);
    assertThat(handled).containsExactly("50 together");
  }

  @Test
  void theDatabaseIsAskedForTheTimeOnceForABatch() {
    assertThat(expiring.handle(candidates(50, expiring(NOW.plusSeconds(3_600))))).hasSize(50);
    assertThat(asked).hasValue(1);
  }

  @Test
  void whatHasExpiredIsParkedAndAllElseIsHandledInOrder() {
    List<IdentifiedMessage> batch = new ArrayList<>(candidates(2, Map.of()));
    batch.add(1, candidate(7, expiring(NOW.minusMillis(1))));
    List<Receipt> receipts = expiring.handle(batch);
    assertThat(receipts.get(0)).isInstanceOf(Receipt.Processed.class);
    assertThat(receipts.get(1)).isInstanceOf(Receipt.Parked.class);
    assertThat(receipts.get(2)).isInstanceOf(Receipt.Processed.class);
  }

  @Test
  void whatIsStoredFirstStaysTogetherWhateverHasExpiredAmongIt() {
    ClaimedHandler storing =
        ExpiringTogether.before(
            this::handle,
            "c",
            Expiry.by(
                () -> {
                  asked.incrementAndGet();
                  return NOW;
                }));
    List<IdentifiedMessage> batch =
        new ArrayList<>(candidates(49, expiring(NOW.plusSeconds(3_600))));
    batch.add(1, candidate(99, expiring(NOW.minusMillis(1))));
    assertThat(storing.handle(batch).get(1)).isInstanceOf(Receipt.Parked.class);
    assertThat(handled).containsExactly("49 together");
    assertThat(asked).hasValue(1);
  }

  private static Map<String, ?> expiring(Instant end) {
    return Map.of("JMSExpiration", end.toEpochMilli());
  }

  private static List<IdentifiedMessage> candidates(int many, Map<String, ?> headers) {
    return IntStream.range(0, many).mapToObj(i -> candidate(i, headers)).toList();
  }

  private static IdentifiedMessage candidate(int number, Map<String, ?> headers) {
    Message message = Messages.text("b", headers);
    return new IdentifiedMessage(
        message, new Offer(new Identity("c", "k" + number), FingerprintProfile.EXACT.of(message)));
  }

  private List<Receipt> handle(List<IdentifiedMessage> ours) {
    handled.add(ours.size() + " together");
    return ours.stream()
        .<Receipt>map(one -> new Receipt.Processed(one.identity(), one.message()))
        .toList();
  }

  @Test
  void whatEndsAtThisVeryMomentIsStillInTimeAndWhatHasNoNumberHasNoEnd() {
    Expiry expiry = Expiry.by(() -> NOW);
    assertThat(expiry.verdict(Messages.text("b", expiring(NOW)))).isEmpty();
    assertThat(expiry.verdict(Messages.text("b", expiring(NOW.minusMillis(1))))).isPresent();
    assertThat(expiry.verdict(Messages.text("b", Map.of("JMSExpiration", "soon")))).isEmpty();
    assertThat(Expiry.hasEnd(Messages.text("b", expiring(NOW)))).isTrue();
    assertThat(Expiry.hasEnd(Messages.text("b"))).isFalse();
  }

  @Test
  void whoHandlesHoweverLateGoesOnAsBefore() {
    ClaimedHandler route = this::handle;
    assertThat(Expiring.before(route, "c", Expiry.ignored())).isSameAs(route);
    assertThat(ExpiringTogether.before(route, "c", Expiry.ignored())).isSameAs(route);
    assertThat(Expiry.ignored().askedOnce()).isSameAs(Expiry.ignored());
    assertThat(Expiry.ignored().verdict(Messages.text("b", expiring(Instant.EPOCH)))).isEmpty();
    assertThat(Expiring.before(route, "c", Expiry.by(() -> NOW))).isNotSameAs(route);
  }

  @Test
  void whatIsAskedOnceGoesOnWithTheTimeThatPasses() {
    Expiry once =
        Expiry.by(
                () -> {
                  asked.incrementAndGet();
                  return NOW;
                })
            .askedOnce();
    Message soon = Messages.text("b", expiring(NOW.plusMillis(1)));
    await().until(() -> once.verdict(soon).isPresent());
    assertThat(asked).hasValue(1);
    assertThat(once.verdict(Messages.text("b", expiring(NOW.plusSeconds(600))))).isEmpty();
  }

  @Test
  void whatHasExpiredIsForeseenAsSuchAndNoRouteIsCalled() {
    List<IdentifiedMessage> batch = new ArrayList<>(candidates(1, Map.of()));
    batch.add(candidate(7, expiring(NOW.minusMillis(1))));
    ClaimedHandler storing =
        ExpiringTogether.before(this::handle, "c", Expiry.by(() -> NOW)).rehearsed();
    assertThat(storing.handle(batch))
        .hasExactlyElementsOfTypes(Receipt.Processed.class, Receipt.Parked.class);
    ClaimedHandler routed =
        Expiring.before(
                new Routing(
                    AllowedHeaders.of(List.of()),
                    (message, identity) -> handled.add("routed"),
                    KeptBodies.NONE),
                "c",
                Expiry.by(() -> NOW))
            .rehearsed();
    assertThat(routed.handle(batch))
        .hasExactlyElementsOfTypes(Receipt.Processed.class, Receipt.Parked.class);
    assertThat(handled).doesNotContain("routed");
  }
}
