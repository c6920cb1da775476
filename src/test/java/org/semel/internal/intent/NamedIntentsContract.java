// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.intent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.semel.internal.tx.Completion;
import org.semel.internal.tx.Completion.Committed;
import org.semel.internal.tx.Decision;
import org.semel.internal.tx.Transactions;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** Intents that their routes name, whatever stands behind them. */
public abstract class NamedIntentsContract {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration LONG = Duration.ofMinutes(5);

  private final Destination destination = new Destination("d-" + UUID.randomUUID());
  private final Identity cause = new Identity("c-" + UUID.randomUUID(), "1");

  protected abstract Transactions transactions();

  protected abstract Intents intents();

  protected abstract IntentQueue queue();

  protected abstract IntentStore store();

  @Test
  void aNamesKeyDoesNotDependOnOtherIntents() {
    Intent confirmation = intent(0, "confirmation");
    record(intent(0, "invoice"), confirmation, intent(1, "invoice"), unnamed(Optional.empty()));
    assertThat(leased())
        .extracting(Intent::key)
        .doesNotHaveDuplicates()
        .hasSize(4)
        .contains(confirmation.key());
  }

  @Test
  void aNamedIntentComesBackUnderItsKey() {
    Intent invoice = intent(0, "invoice");
    record(invoice);
    assertThat(leased()).containsExactly(invoice);
  }

  @Test
  void manyNamedIntentsComeBackAndThoseWithoutANameBesideThem() {
    List<Intent> all =
        List.of(unnamed(Optional.empty()), intent(0, "invoice"), intent(1, "invoice"));
    record(all.toArray(Intent[]::new));
    assertThat(leased()).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void anIntentWithAnOrderKeyComesBackUnderItsNameAndItsKey() {
    Intent ordered =
        new Intent(
            cause,
            new Intent.Address(destination, 0, Optional.of("o")).named("invoice"),
            Headers.none(),
            Body.none());
    record(ordered);
    assertThat(leased()).extracting(Intent::key).containsExactly(ordered.key());
  }

  /** As in a batch in which an effect comes twice, and says something else each time. */
  @Test
  void ofTwoUnderOneNewKeyTheSecondAloneIsToldToHaveOtherBytes() {
    Intent first = saying("1");
    Intent second = saying("2");
    assertThat(inNew(() -> store().insertUnlessThere(List.of(first, second))))
        .containsExactly(second);
    assertThat(leased()).containsExactly(first);
  }

  private Intent intent(int ordinal, String name) {
    return new Intent(
        cause, new Intent.Address(destination, ordinal).named(name), Headers.none(), Body.none());
  }

  private Intent saying(String json) {
    return new Intent(
        cause,
        new Intent.Address(destination, 0).named("invoice"),
        Headers.none(),
        Body.bytes(json.getBytes(StandardCharsets.UTF_8), "application/json"));
  }

  private Intent unnamed(Optional<String> orderKey) {
    return new Intent(
        cause, new Intent.Address(destination, 0, orderKey), Headers.none(), Body.none());
  }

  private void record(Intent... some) {
    inNew(
        () -> {
          List.of(some).forEach(intents()::record);
          return "";
        });
  }

  private List<Intent> leased() {
    return inNew(() -> queue().lease(destination, 10, LONG)).stream().map(Lease::intent).toList();
  }

  private <T> T inNew(Callable<T> act) {
    Completion<T> completion = transactions().inNew(TIMEOUT, () -> Decision.commit(act.call()));
    return ((Committed<T>) completion).value();
  }
}
