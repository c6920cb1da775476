// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.semel.Code;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * The oldest Camel of each line without a known vulnerability in its JMS component.
 *
 * @see <a href="https://camel.apache.org/security/">Camel's security advisories: CVE-2026-40453,
 *     -40860, -42527, -43866</a>
 */
public final class MinimumCamelVersion {

  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");

  /** Older lines that got the fix, with their first fixed patch. */
  private static final Map<Integer, Integer> FIXED = Map.of(14, 8, 18, 3);

  private static final int FIRST_FIXED = 21;

  private MinimumCamelVersion() {}

  /** The refusal of this version of Camel; empty if it is accepted. */
  public static Optional<Refusal> refusal(String version) {
    Matcher matcher = VERSION.matcher(version);
    if (matcher.matches() && isFixed(number(matcher, 1), number(matcher, 2), number(matcher, 3))) {
      return Optional.empty();
    }
    return Optional.of(
        new Refusal(
            Code.CAMEL_TOO_OLD,
            "Camel " + version + " has known vulnerabilities in its JMS component.",
            "Use 4.14.8, 4.18.3, 4.21.0 or later."));
  }

  private static boolean isFixed(int major, int minor, int patch) {
    if (major != 4) {
      return major > 4;
    }
    Integer fixed = FIXED.get(minor);
    return minor >= FIRST_FIXED || (fixed != null && patch >= fixed);
  }

  private static int number(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }
}
