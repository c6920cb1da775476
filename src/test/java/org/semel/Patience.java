// SPDX-License-Identifier: Apache-2.0
package org.semel;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * How long tests wait for a condition unless they say otherwise: as long as a slow and busy machine
 * may need. Whoever waits in vain fails later, and nobody fails who would have come.
 */
public final class Patience implements LauncherSessionListener {

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
  }
}
