// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;
import org.semel.message.Messages;

/** Claims outside the transaction of their effect, which whoever made them may take back. */
public abstract class LoneClaimsContract {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final Identity identity = new Identity("c", UUID.randomUUID().toString());
  private final UUID owner = UUID.randomUUID();

  protected abstract Transactions transactions();

  protected abstract LoneClaims claims();

  @Test
  void anIdentityIsClaimedOnceWhoeverAsks() {
    assertThat(claimed()).isFalse();
    assertThat(claim(owner, "a")).isEqualTo(new Claim.Claimed());
    assertThat(claimed()).isTrue();
    assertThat(claim(owner, "a")).isEqualTo(new Claim.Duplicate());
    assertThat(claim(UUID.randomUUID(), "a")).isEqualTo(new Claim.Duplicate());
    assertThat(claim(UUID.randomUUID(), "b")).isInstanceOf(Claim.Conflict.class);
  }

  @Test
  void whatIsTakenBackCanBeClaimedAgain() {
    claim(owner, "a");
    assertThat(release(owner)).isTrue();
    assertThat(claimed()).isFalse();
    assertThat(release(owner)).as("once").isFalse();
    assertThat(claim(UUID.randomUUID(), "b")).isEqualTo(new Claim.Claimed());
  }

  @Test
  void nobodyTakesBackWhatAnotherHasClaimed() {
    claim(owner, "a");
    assertThat(release(UUID.randomUUID())).isFalse();
    assertThat(claimed()).isTrue();
  }

  @Test
  void whoMeetsAClaimDoesNotBecomeItsOwner() {
    claim(owner, "a");
    UUID late = UUID.randomUUID();
    claim(late, "a");
    assertThat(release(late)).isFalse();
    assertThat(claimed()).isTrue();
  }

  @Test
  void aClaimThatIsRolledBackIsNone() {
    transactions().inNew(TIMEOUT, () -> Decision.discard(claims().claim(offer("a"), owner)));
    assertThat(claimed()).isFalse();
  }

  @Test
  void aClaimThatStandsWithItsEffectIsNobodysToTakeBack() {
    inNew(() -> claimWithItsEffect(offer("a")));
    assertThat(claimed()).isTrue();
    assertThat(release(owner)).isFalse();
    assertThat(claimed()).isTrue();
  }

  /** As a receiver claims it. */
  protected abstract Claim claimWithItsEffect(Offer offer);

  private Claim claim(UUID whose, String body) {
    return inNew(() -> claims().claim(offer(body), whose));
  }

  private boolean release(UUID whose) {
    return inNew(() -> claims().release(identity, whose));
  }

  private boolean claimed() {
    return inNew(() -> claims().claimed(identity));
  }

  private Offer offer(String body) {
    return new Offer(identity, FingerprintProfile.EXACT.of(Messages.text(body)));
  }

  private <T> T inNew(Supplier<T> act) {
    var completion = transactions().inNew(TIMEOUT, () -> Decision.commit(act.get()));
    assertThat(completion).isInstanceOf(Committed.class);
    return ((Committed<T>) completion).value();
  }
}
