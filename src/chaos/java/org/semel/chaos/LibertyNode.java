// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import org.semel.Code;
import org.semel.estate.Artemis;
import org.semel.estate.Liberty;

/** An Open Liberty. Its transactions bear an id that it has made with its log. */
record LibertyNode(Liberty server, Armed armed) implements Node {

  /** The rules' code is seen by every bundle. */
  private static final String SEEN_BY_ALL =
      "-Dorg.osgi.framework.bootdelegation=org.jboss.byteman.*,org.semel.chaos.agent";

  private static final Duration PATIENCE = Duration.ofMinutes(6);

  /** An error while the application started, or not started; or its consumer. */
  private static final Pattern REFUSED =
      Pattern.compile("CWWKZ00(02E|04E|12I|13E|14W|20I): |" + Code.CONSUMER_REFUSED.text());

  /**
   * Puts the rules into a server that is not started yet.
   *
   * @param directory for the rules, and for what arms them
   */
  static LibertyNode over(Liberty server, Path directory) {
    Armed armed = new Armed(directory.resolve("windows"));
    server
        .withOption(SEEN_BY_ALL)
        .withMachine(SOON_UP)
        .withMachine(Rules.options(directory, armed.directory(), LibertyRules.ALL));
    return new LibertyNode(server, armed);
  }

  static LibertyNode prepare(Path directory, Shared shared) {
    Liberty server =
        new Liberty(directory, shared.postgres(), shared.broker())
            .withOption("-Dsemel.consumer-defaults.dead-letter-address=" + Artemis.DEAD_LETTERS);
    return over(server, directory);
  }

  @Override
  public String name() {
    return "Liberty in " + server.log().getParent().getFileName();
  }

  /** It sets nothing aside. */
  @Override
  public Set<String> putBack() {
    return Set.of();
  }

  /** Its log is one file. */
  @Override
  public int cutOff() {
    return 0;
  }

  @Override
  public String logTold() {
    return records().toString();
  }

  @Override
  public Set<String> records() {
    return LibertyLog.records(server.transactionLog());
  }

  /** It keeps none. */
  @Override
  public int notes() {
    return 0;
  }

  @Override
  public boolean hasBegunInBroker(String globalId) {
    return LibertyLog.isOf(server.transactionLog(), globalId);
  }

  /** Its consumers prove themselves once the application has started, by what rules could hit. */
  @Override
  public void awaitStart() {
    server.awaitStart();
    await("a consumer receives")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> isRefused() || server.output().contains(Code.CONSUMER_STARTED.text()));
    if (isRefused()) {
      throw new IllegalStateException("the application does not start; see " + server.log());
    }
  }

  private boolean isRefused() {
    return REFUSED.matcher(server.output()).find();
  }
}
