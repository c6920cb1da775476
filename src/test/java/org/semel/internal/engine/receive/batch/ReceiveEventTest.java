// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.Policies;
import org.semel.internal.engine.receive.batch.BatchResult.FailedMessage;
import org.semel.internal.engine.receive.batch.BatchResult.PermanentFault;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;

/**
 * An event says whose it is, which message it is about, and what a failing observer makes of it.
 */
class ReceiveEventTest {

  private static final ConsumerPolicy ORDERS = Policies.of("orders");
  private static final Message MESSAGE = Messages.text("b");
  private final RuntimeException defect = new IllegalStateException();

  @Test
  void oneThatIsAboutAMessageNamesItAndTheOthersNone() {
    assertThat(new ReceiveEvent.Keeps(ORDERS, MESSAGE).about()).contains(MESSAGE);
    assertThat(new ReceiveEvent.Started(ORDERS).about()).isEmpty();
    assertThat(new ReceiveEvent.Started(ORDERS).name()).isEqualTo("orders");
  }

  @Test
  void aFailureIsAboutTheMessageThatFailedAloneIfOneDid() {
    FailedMessage failed =
        new FailedMessage(
            new Identity("orders", "1"), MESSAGE, new Failures(1, new Failure("x", "y")));
    assertThat(failed(Optional.of(failed)).about()).contains(MESSAGE);
    assertThat(failed(Optional.empty()).about()).isEmpty();
  }

  @Test
  void anObserversDefectIsAnEventAndTheDefectOfThatStaysWithIt() {
    ReceiveEvent.Unobserved unobserved = new ReceiveEvent.Unobserved(ORDERS, defect);
    assertThat(ReceiveEvent.defect(new ReceiveEvent.Started(ORDERS), defect)).contains(unobserved);
    assertThat(ReceiveEvent.defect(unobserved, defect)).isEmpty();
    assertThat(defect).hasNoSuppressedExceptions();
    RuntimeException later = new IllegalStateException("nor now");
    assertThat(ReceiveEvent.defect(unobserved, later)).isEmpty();
    assertThat(defect).hasSuppressedException(later);
  }

  private ReceiveEvent failed(Optional<FailedMessage> message) {
    return new ReceiveEvent.Failed(ORDERS, new PermanentFault(1, message, defect));
  }
}
