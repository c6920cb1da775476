// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.endpoint;

import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.semel.internal.desk.operate.act.ViewUnread;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.CallResult;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.ScopeRule;
import org.semel.operations.ConsumerName;
import org.semel.operations.Operations;
import org.semel.operations.PauseActs.Target;
import org.semel.operations.node.ConsumerStatus;

/** The endpoints for the node that answers: its consumers and its destinations. */
public final class NodeEndpoints {

  private static final String CONSUMERS =
      "The names are those of this database. How a consumer is, is said of this node alone.";

  private static final String DESTINATIONS =
      "Those to which this node delivers, as they are on this node alone.";

  private static final String CONSUMERS_HERE =
      "The database does not answer: these are the consumers of this node, without their rules.";

  private final Operations operations;

  public NodeEndpoints(Operations operations) {
    this.operations = operations;
  }

  /**
   * The answer of one node about itself.
   *
   * @param node its name
   * @param scope what it covers, for people
   * @param age how old it is: nothing, as it is read from memory
   * @param databaseSilent for how long the database has not answered, if what it adds is left out
   *     for that
   */
  public record OfNode(
      String node, String scope, Duration age, Optional<Duration> databaseSilent, List<?> items) {}

  /**
   * A consumer that is registered in the database, or that this node runs.
   *
   * @param runsHere whether this node runs it, and it has proven its transactions
   * @param here how it is on this node; empty if no route of it begins with it
   */
  public record Registered(
      String name,
      Optional<String> rule,
      Optional<String> keyForm,
      boolean runsHere,
      Optional<ConsumerStatus> here) {}

  public List<Endpoint> all() {
    return List.of(
        Endpoint.view(
                "/consumers",
                "The consumers of this database, and how they are on this node.",
                call -> CallResult.shown(consumers(call)))
            .within(ScopeRule.EACH),
        Endpoint.view(
                "/destinations",
                "The destinations to which this node delivers, and how their circuits are.",
                call -> CallResult.shown(destinations(call)))
            .within(ScopeRule.EACH),
        Endpoint.view(
            "/doctor",
            "Examines this node, its server and its database: what is so, what it means, what to do.",
            call -> CallResult.shown(operations.node().examine())));
  }

  private OfNode destinations(Call call) {
    return ofNode(
        DESTINATIONS,
        Optional.empty(),
        operations.node().destinations().stream()
            .filter(status -> call.shows(Target.destination(status.name())))
            .toList());
  }

  /**
   * The consumers. Their states here are known without the database, and wanted most while it is
   * away.
   */
  private OfNode consumers(Call call) {
    try {
      return ofNode(CONSUMERS, Optional.empty(), consumers(call, operations.consumers()));
    } catch (ViewUnread e) {
      if (e.silence().isEmpty()) {
        throw e;
      }
      return ofNode(CONSUMERS_HERE, e.silence(), consumers(call, List.of()));
    }
  }

  private OfNode ofNode(String scope, Optional<Duration> silence, List<?> items) {
    return new OfNode(operations.node().name(), scope, Duration.ZERO, silence, items);
  }

  private List<Registered> consumers(Call call, List<ConsumerName.Known> registered) {
    return consumers(registered).stream()
        .filter(consumer -> call.shows(Target.consumer(consumer.name())))
        .toList();
  }

  private List<Registered> consumers(List<ConsumerName.Known> registered) {
    Set<String> running = operations.running();
    Map<String, Registered> all = new TreeMap<>();
    Map<String, ConsumerStatus> here =
        operations.node().consumers().stream()
            .collect(toMap(ConsumerStatus::name, Function.identity()));
    here.forEach(
        (name, status) ->
            all.put(name, registered(name, Optional.empty(), running, Optional.of(status))));
    for (ConsumerName.Known known : registered) {
      Optional<ConsumerStatus> status = Optional.ofNullable(here.get(known.name()));
      all.put(known.name(), registered(known.name(), Optional.of(known), running, status));
    }
    return List.copyOf(all.values());
  }

  private static Registered registered(
      String name,
      Optional<ConsumerName.Known> known,
      Set<String> running,
      Optional<ConsumerStatus> here) {
    return new Registered(
        name,
        known.flatMap(ConsumerName.Known::rule),
        known.flatMap(ConsumerName.Known::keyForm),
        running.contains(name),
        here);
  }
}
