// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;
import org.semel.message.Messages;

/**
 * A memory that was changed is an inbox as any other, whose messages the former memory knew under
 * other keys.
 */
public abstract class SucceedingClaimStoreContract extends ClaimStoreContract {

  private final String consumer = "c-" + UUID.randomUUID();
  private final Instant minted = Instant.now();

  /** The memory after the change. */
  protected abstract ClaimStore current();

  /** The memory before it. */
  protected abstract ClaimStore former();

  @Override
  protected final ClaimStore inbox() {
    return new SucceedingClaimStore(current(), () -> Optional.of(former()));
  }

  @Override
  protected final Offer offer(Identity identity, Fingerprint fingerprint) {
    Identity before = new Identity(identity.consumer(), "before-" + identity.key());
    return new Offer(
        identity,
        fingerprint,
        Optional.empty(),
        Optional.of(new Offer(before, fingerprint, Optional.of(minted))));
  }

  @Test
  void ofAMixedBatchEachIsAnsweredInItsPlaceByTheMemoryThatKnowsIt() {
    claim(former(), before("1", "a"), before("2", "a"));
    claim(inbox(), offer("3", "a"));
    List<Offer> mixed =
        List.of(
            offer("4", "a"),
            offer("2", "b"),
            offer("3", "b"),
            offer("1", "a"),
            offer("5", "a"),
            offer("1", "a"),
            offer("3", "a"),
            offer("5", "a"));
    assertThat(claim(inbox(), mixed.toArray(Offer[]::new)))
        .hasExactlyElementsOfTypes(
            Claim.Claimed.class,
            Claim.Conflict.class,
            Claim.Conflict.class,
            Claim.Duplicate.class,
            Claim.Claimed.class,
            Claim.Duplicate.class,
            Claim.Duplicate.class,
            Claim.Duplicate.class);
    assertThat(in(() -> inbox().settled(mixed))).isEqualTo(mixed);
    assertThat(in(() -> current().settled(mixed)))
        .extracting(offer -> offer.identity().key())
        .containsOnly("3", "4", "5");
  }

  @Test
  void nobodyClaimsInTheFormerMemoryAnyMore() {
    claim(inbox(), offer("1", "a"));
    assertThat(in(() -> former().settled(List.of(before("1", "a"))))).isEmpty();
  }

  private Offer offer(String key, String body) {
    return offer(new Identity(consumer, key), FingerprintProfile.EXACT.of(Messages.text(body)));
  }

  private Offer before(String key, String body) {
    return offer(key, body).former().orElseThrow();
  }

  private List<Claim> claim(ClaimStore inbox, Offer... offers) {
    return in(() -> inbox.claim(List.of(offers)));
  }

  private <T> T in(Supplier<T> act) {
    var completion = transactions().inNew(Duration.ofSeconds(60), () -> Decision.commit(act.get()));
    assertThat(completion).isInstanceOf(Committed.class);
    return ((Committed<T>) completion).value();
  }
}
