// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.boot.config.key.Key;
import org.semel.internal.boot.config.key.Key.Says;
import org.semel.internal.boot.config.key.KeyTable;
import org.semel.internal.desk.watch.Exposure;
import org.semel.internal.desk.watch.Exposure.Access;
import org.semel.internal.desk.watch.Exposure.Exposed;
import org.semel.internal.desk.watch.Exposure.PlanLimits;
import org.semel.internal.edge.postgresql.proof.UnflushedDatabase;

/**
 * The settings of Semel itself, each a key {@code semel.<key>}, in the order of the reference page.
 */
public record SemelSettings(
    @Key(fallback = "jdbc/semel", range = "a JNDI name")
        @Says(
            "The XA data source with the tables of Semel. The routes' JPA must use the same one, so that both share one"
                + " branch.")
        String dataSource,
    @Key(range = "a name")
        @Says(
            "The schema with the tables of Semel, as PostgreSQL lists it: without quotes, capitals as they are. If it is not set,"
                + " Semel takes the one to which the search_path of the data source leads. It looks once, at the start; every"
                + " statement names the schema, so that a search_path that a bean sets leads Semel nowhere else.")
        String schema,
    @Key(range = "a name")
        @Says(
            "The name of this application, the same on all its nodes. If it is set, Semel refuses another application that"
                + " uses a consumer's name on the same tables or delivers to the same destination. If it is not set, Semel refuses"
                + " only a consumer that receives from another queue or uses another claim strategy; an application that delivers"
                + " to the same destination counts as another node.")
        String application,
    @Key(fallback = "2s", range = "10ms to 10m")
        @Says(
            "How long a statement of a receiving transaction waits for a lock, claims included. After that the transaction"
                + " rolls back and its messages are redelivered; no attempt is counted.")
        Duration lockTimeout,
    @Key(fallback = "semel.probe", range = "a name")
        @Says("The queue for the messages of the start-up proof.")
        String probeQueue,
    @Key(fallback = "30s", range = "0s to 10m")
        @Says("How long the start waits for a JNDI name that is not yet bound.")
        Duration patience,
    @Key(fallback = "camel", range = "a folder")
        @Says(
            "The folder of route files: all YAML and XML files in this folder under WEB-INF/classes and under WEB-INF.")
        String routes,
    @Key(range = "a folder")
        @Says(
            "A folder of the machine, from its root, with policies in YAML that overrule those of the WAR; they are read once,"
                + " at the start.")
        String policies,
    @Key(fallback = "6h", range = "1s to 7d")
        @Says(
            "The time between two retention rounds. One node makes each round. Rows can outlive their retention time by this"
                + " much.")
        Duration retentionEvery,
    @Key(fallback = "400d", range = "never, or 30d to 3650d")
        @Says(
            "How long audit lines are kept, and how long finished or withdrawn replay plans are kept with their messages, by"
                + " the database's clock. Unfinished plans stay. If several applications share the tables, the last one to start"
                + " decides for the audit. never: semel_audit, semel_plan and semel_plan_item grow with every act.")
        Optional<Duration> auditRetention,
    @Key(range = "names of persistence units, separated by commas")
        @Says(
            "Persistence units of the application that no consumer's route writes through; they may use another data source."
                + " Semel refuses any other unit that does not use its data source.")
        Set<String> otherPersistenceUnits,
    @Key
        @Says(
            "Beans of the application, by class, that no consumer's route writes through; another data source may be injected"
                + " into them. Semel refuses any other bean with a data source that is not its own.")
        Set<String> otherBeans,
    @Key(fallback = "refuse")
        @Says(
            "What Semel makes of a PostgreSQL that runs with fsync off. refuse: no consumer starts. accept: for tests, whose"
                + " database need not outlive its machine.")
        UnflushedDatabase unflushedDatabase,

    // what can be seen from outside
    @Key(fallback = "off")
        @Says(
            "Whether the application answers requests to its REST API, below semel/api/v1. The server authenticates; see"
                + " docs/rest.md. While it is off, every request there is answered with 404.")
        Exposed console,
    @Key(fallback = "100", range = "0 to 100000")
        @Says(
            "The messages or intents of the largest plan that the role semel-operator may start or resume over the REST API."
                + " A larger one needs semel-admin.")
        int operatorPlanLimit,
    @Key(fallback = "0", range = "0 to 100000")
        @Says(
            "The messages or intents from which on a plan needs the approval of a second person before it can start, over the"
                + " REST API and in Java alike; the node that freezes it decides. A plan of one never does. 0: no plan does.")
        int planApprovalFrom,
    @Key(fallback = "off")
        @Says(
            "Whether semel/metrics, below the application's own address, shows the series in Prometheus' text format.")
        Exposed metrics,
    @Key(fallback = "role")
        @Says(
            "Who may read the series. role: a user whom the server knows and who has the role semel-metrics. open: everybody"
                + " who can reach the address; then let the network keep others away.")
        Access metricsAccess,
    @Key(fallback = "off")
        @Says(
            "Whether semel/health/live, semel/health/ready and semel/health/started, below the application's own address, tell"
                + " everybody how the consumers are, and the server's own health check hears the same.")
        Exposed health,
    @Key(fallback = "10s", range = "1s to 10m")
        @Says(
            "How often the database is looked at, where metrics or health is on. One node of all reads the gauges of the tables.")
        Duration sampleEvery,
    @Key(fallback = "on")
        @Says(
            "Whether the doctor examines each node after its start and leaves one line in the log. It can be asked at any time,"
                + " whatever stands here; see docs/doctor.md.")
        Exposed doctor,
    @Key(fallback = "off")
        @Says(
            "Whether the server's OpenTelemetry gets spans of batches, messages and deliveries, and the lines of routes tell"
                + " consumer and trace in the log's context; see docs/traces.md.")
        Exposed traces) {

  static final KeyTable<SemelSettings> TABLE = KeyTable.of(SemelSettings.class);

  static ConfigSection<SemelSettings> in(Config config) {
    return new ConfigSection<>(config, TABLE, "semel.");
  }

  /**
   * The folder of routes, which is needed first. {@link Settings#read} reports its faults with all
   * others.
   */
  public static String routes(Config config) {
    return in(config).read().routes();
  }

  /** The folder of policies outside the WAR, which is needed first, too; empty if there is none. */
  public static String policies(Config config) {
    return in(config).read().policies();
  }

  /** What can be seen from outside. */
  public Exposure exposure() {
    return new Exposure(
        console,
        new PlanLimits(operatorPlanLimit, planApprovalFrom),
        metrics,
        metricsAccess,
        health,
        sampleEvery,
        doctor,
        traces);
  }
}
