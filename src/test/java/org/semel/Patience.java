// SPDX-License-Identifier: Apache-2.0
package org.semel;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionEvaluationListener;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.EvaluatedCondition;
import org.awaitility.core.TimeoutEvent;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * How long tests wait for a condition unless they say otherwise: as long as a slow and busy machine
 * may need. Whoever waits in vain fails later, and nobody fails who would have come. Who has waited
 * in vain says for what, in the words of the test. A test that never ends, whatever it waits for,
 * is ended by {@code junit-platform.properties}.
 *
 * <p>They look often at first, as most of it comes soon, and ever less often then: a look may ask a
 * server for all its series, and takes that time from what is waited for.
 */
public final class Patience implements LauncherSessionListener {

  private static final Duration FIRST = Duration.ofMillis(50);

  private static final Duration LONGEST = Duration.ofMillis(500);

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(Duration.ofMinutes(3));
    Awaitility.setDefaultPollDelay(FIRST);
    Awaitility.setDefaultPollInterval((looks, before) -> betweenLooks(looks));
    Awaitility.setDefaultConditionEvaluationListener(new InVain());
  }

  /** A tenth longer each time, from the eleventh on. */
  private static Duration betweenLooks(int looks) {
    Duration grown = FIRST.multipliedBy(Math.max(looks, 10)).dividedBy(10);
    return grown.compareTo(LONGEST) < 0 ? grown : LONGEST;
  }

  private static final class InVain implements ConditionEvaluationListener<Object> {

    @Override
    public void conditionEvaluated(EvaluatedCondition<Object> condition) {}

    /** Called by the thread that waits. */
    @Override
    public void onTimeout(TimeoutEvent timeout) {
      throw new ConditionTimeoutException(
          "waited in vain for%n  %s%n%s"
              .formatted(
                  String.join(System.lineSeparator() + "  of ", Statements.ofThisThread()),
                  timeout.getDescription()));
    }
  }
}
