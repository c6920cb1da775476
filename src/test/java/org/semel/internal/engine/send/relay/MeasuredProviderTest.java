// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.relay.Inquiry.InquiryResult;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** A clock beside a provider must not change what the provider answers. */
class MeasuredProviderTest {

  private static final Delivery ACCEPTED = new Delivery.Accepted(Optional.empty());

  private final AtomicLong clock = new AtomicLong(3);
  private final Provider provider =
      lease -> {
        clock.addAndGet(7);
        return ACCEPTED;
      };

  @Test
  void itTellsTheAnswerAndHowLongItTook() {
    List<String> told = new ArrayList<>();
    Provider measured =
        new MeasuredProvider(
            provider,
            clock::get,
            (delivery, nanos) -> told.add(delivery + " " + nanos),
            defect -> told.add("defect"));
    assertThat(measured.deliver(lease())).isSameAs(ACCEPTED);
    assertThat(told).containsExactly(ACCEPTED + " 7");
  }

  @Test
  void whoCannotTakeThatDoesNotLoseTheAnswer() {
    List<Throwable> defects = new ArrayList<>();
    IllegalStateException defect = new IllegalStateException("no more counters");
    Provider measured =
        new MeasuredProvider(
            provider,
            clock::get,
            (delivery, nanos) -> {
              throw defect;
            },
            defects::add);
    assertThat(measured.deliver(lease())).isSameAs(ACCEPTED);
    assertThat(defects).containsExactly(defect);
  }

  @Test
  void whateverIsBrokenThereTheAnswerIsNotLost() {
    Provider measured =
        new MeasuredProvider(
            provider,
            clock::get,
            (delivery, nanos) -> {
              throw new NoSuchMethodError("of a metrics library");
            },
            defect -> {
              throw new NoClassDefFoundError("of a log");
            });
    assertThat(measured.deliver(lease())).isSameAs(ACCEPTED);
  }

  @Test
  void proofAndInquiryAreTheProvidersOwn() {
    Inquiry inquiry = lease -> new InquiryResult.CannotSay("not asked");
    List<String> proved = new ArrayList<>();
    Provider measured =
        new MeasuredProvider(
            new Provider() {
              @Override
              public Delivery deliver(Lease lease) {
                return ACCEPTED;
              }

              @Override
              public void prove() {
                proved.add("proved");
              }

              @Override
              public void proveAnswers() {
                proved.add("answers");
              }

              @Override
              public Optional<Inquiry> inquiry() {
                return Optional.of(inquiry);
              }
            },
            clock::get,
            (delivery, nanos) -> {},
            defect -> {});
    measured.prove();
    measured.proveAnswers();
    assertThat(proved).containsExactly("proved", "answers");
    assertThat(measured.inquiry()).containsSame(inquiry);
  }

  private static Lease lease() {
    Intent intent =
        new Intent(
            new Identity("c", "k"),
            new Intent.Address(new Destination("mail"), 0),
            Headers.none(),
            Body.none());
    return new Lease(intent, 1, new Lease.DeliveryHistory(0, Lease.Trace.NONE, Duration.ZERO));
  }
}
