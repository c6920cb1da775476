// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** Intents that their routes name, whatever stands behind them. */
public abstract class NamedIntentsContract {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int SAME = 0;
  private static final int OTHER = 1;

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

  @Test
  void whatTellsOfADeliveryMayDiffer() {
    List.of(
            "traceparent",
            "ce_tracestate",
            "cloudEvents_baggage",
            "X-B3-TraceId",
            "breadcrumbId",
            "JMSMessageID",
            "JMSXDeliveryCount",
            "_AMQ_ORIG_QUEUE")
        .forEach(
            name ->
                assertThat(again(Map.of(name, "1"), Map.of(name, "2"))).as(name).isEqualTo(SAME));
    assertThat(again(Map.of("JMSRedelivered", true), Map.of())).isEqualTo(SAME);
    assertThat(again(ordered("a", "b"), ordered("B", "A"))).isEqualTo(SAME);
  }

  @Test
  void otherHeadersOfTheEffectAreTold() {
    List.of("tenant", "checkedBaggage", "ce_subject", "JMSType", "JMSCorrelationID")
        .forEach(
            name ->
                assertThat(again(Map.of(name, "1"), Map.of(name, "2"))).as(name).isEqualTo(OTHER));
    assertThat(again(Map.of("tenant", "t"), Map.of())).isEqualTo(OTHER);
    assertThat(again(Map.of(), Map.of("tenant", "t"))).isEqualTo(OTHER);
    assertThat(again(Map.of("a", "bc"), Map.of("ab", "c"))).isEqualTo(OTHER);
  }

  /** How many of one that is recorded with these headers, and again with others, are told of. */
  private int again(Map<String, ?> first, Map<String, ?> second) {
    String name = UUID.randomUUID().toString();
    return inNew(
            () -> store().insertUnlessThere(List.of(having(name, first), having(name, second))))
        .size();
  }

  protected final Intent having(String name, Map<String, ?> headers) {
    return new Intent(
        cause, new Intent.Address(destination, 0).named(name), Headers.of(headers), Body.none());
  }

  private static Map<String, String> ordered(String first, String second) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(first, first.toLowerCase(Locale.ROOT));
    headers.put(second, second.toLowerCase(Locale.ROOT));
    return headers;
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

  protected final <T> T inNew(Callable<T> act) {
    Completion<T> completion = transactions().inNew(TIMEOUT, () -> Decision.commit(act.call()));
    return ((Committed<T>) completion).value();
  }
}
