// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.awaitility.Awaitility.await;

import java.util.HashSet;
import java.util.Set;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.semel.estate.ExampleWar;

/**
 * An application that is not what it should be, and what the server tells of it: at once, by
 * refusing it, or by the late proof of its consumer, which then takes nothing while the application
 * stays.
 *
 * @param words of the server and of Semel
 * @param stays whether the application was deployed all the same
 */
record RefusedWar(String words, boolean stays) {

  static final String QUEUE = "refused";
  private static final Set<SharedEstate> PREPARED = new HashSet<>();
  private static final String NAME = "refused.war";

  private static final String ROUTE =
      """
      - route:
          id: refused
          from:
            uri: inbox:refused
            steps:
              - log: never
      """;

  private static final String POLICY =
      """
      semel.patience=1s
      semel.consumer-defaults.connection-factory=jms/semelXA
      """;

  /** Adds its queue, once to each estate: several tests share both. */
  static void prepare(SharedEstate estate) {
    if (PREPARED.add(estate)) {
      estate.broker().addQueue(QUEUE);
    }
  }

  /** What becomes of it with these keys, one to a line; leaves nothing deployed. */
  static RefusedWar with(SharedEstate estate, String policy, Class<?>... beans) {
    int before = estate.server().output().length();
    try {
      estate.server().deploy(war(policy).addClasses(beans));
    } catch (IllegalStateException e) {
      return new RefusedWar(String.valueOf(e.getMessage()), false);
    }
    try {
      await("the consumer is refused, or receives").until(() -> isJudged(since(estate, before)));
      return new RefusedWar(since(estate, before), true);
    } finally {
      estate.server().undeploy(NAME);
    }
  }

  private static boolean isJudged(String output) {
    return output.contains("SEMEL-0401 Consumer refused")
        || output.contains("SEMEL-0306 Consumer refused");
  }

  private static String since(SharedEstate estate, int before) {
    return estate.server().output().substring(before);
  }

  private static WebArchive war(String policy) {
    return ExampleWar.bare(NAME)
        .addAsWebInfResource(new StringAsset(ROUTE), "camel/refused.yaml")
        .addAsResource(new StringAsset(POLICY + policy), "META-INF/microprofile-config.properties");
  }
}
