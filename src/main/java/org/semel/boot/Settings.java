// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.semel.boot.ConsumerKeys.Strategy;
import org.semel.intent.Destination;
import org.semel.jms.Login;
import org.semel.jms.Selector;
import org.semel.message.IdentitySpec;
import org.semel.message.MintTime;
import org.semel.ops.ReplayRule;
import org.semel.receive.ConsumerPolicy;
import org.semel.receive.OrderPolicy;
import org.semel.receive.StoredPolicy;
import org.semel.receive.proof.Protocol;
import org.semel.relay.DestinationPolicy;
import org.semel.relay.DestinationPolicy.Transfer;
import org.semel.retention.Rule;

/** All that the configuration says, read and checked as a whole before anything starts. */
final class Settings {

  private final Config config;
  private final IdentitySpec identities;
  private final SemelSettings semel;
  private final Set<String> running = ConcurrentHashMap.newKeySet();
  private final Map<String, ConsumerSettings> consumers = new ConcurrentHashMap<>();
  private final Map<String, DestinationPolicy> destinations = new ConcurrentHashMap<>();

  /**
   * The settings of one consumer.
   *
   * @param policy how it receives
   * @param selector which messages of its queue it receives
   * @param protocol how receipt and effects are held together
   * @param joining how sessions join an XA transaction
   * @param deadLetterAddress for which the user vouches; blank if none
   * @param keeping by what it knows a message that comes again
   * @param replay whether its messages may be handed to it again
   * @param keepBody whether its messages are kept once they took effect
   * @param stored how it works off what it has stored, if it stores first
   * @param order how it keeps versions in order, if it does
   * @param expired what becomes of messages whose time to live has passed
   * @param external whether its route may do what a roll-back does not undo
   */
  record ConsumerSettings(
      ConsumerPolicy policy,
      Selector selector,
      Protocol protocol,
      Joining joining,
      String deadLetterAddress,
      Keeping keeping,
      ReplayRule replay,
      boolean keepBody,
      StoredPolicy stored,
      Optional<OrderPolicy> order,
      ConsumerKeys.Expired expired,
      ConsumerKeys.External external) {

    boolean allowsExternal() {
      return external == ConsumerKeys.External.ALLOWED;
    }
  }

  /**
   * How sessions join an XA transaction.
   *
   * @param recoveredBy the factory under whose name the server recovers the broker; blank if
   *     unknown
   * @param login by which they log in; empty if the factory knows
   */
  record Joining(ConsumerKeys.Receive receive, String recoveredBy, Optional<Login> login) {

    /** As the factory says, unless there is a login. */
    ConnectionFactory over(ConnectionFactory factory) {
      return login.map(known -> known.over(factory)).orElse(factory);
    }
  }

  /**
   * By what a message that comes again is known.
   *
   * @param time where the identity carries the time at which it was minted, if it does
   * @param remember for how long, at least
   */
  record Keeping(ConsumerKeys.Strategy strategy, Optional<MintTime> time, Duration remember) {

    /** Whether its claims lie in partitions of a day. */
    boolean byDay() {
      return strategy == Strategy.WINDOW || (strategy == Strategy.CLAIM && time.isPresent());
    }
  }

  private Settings(Config config, IdentitySpec identities, SemelSettings semel) {
    this.config = config;
    this.identities = identities;
    this.semel = semel;
  }

  /**
   * Reads the settings of all names that the routes use, and of all that the configuration speaks
   * of.
   *
   * @throws PolicyInvalid with every fault, if there is one
   */
  static Settings read(Config config, Names used, IdentitySpec identities) {
    List<String> faults = new ArrayList<>();
    Names spoken = Names.in(config, faults);
    SemelSettings semel = SemelSettings.read(new Section(config, List.of("semel."), faults));
    Settings settings = new Settings(config, identities, semel);
    settings.checkDefaults(faults);
    for (String name : union(used.consumers(), spoken.consumers())) {
      settings.consumers.put(name, settings.readConsumer(name, faults));
    }
    for (String name : union(used.destinations(), spoken.destinations())) {
      settings.destinations.put(name, settings.readDestination(name, faults));
    }
    settings.running.addAll(used.consumers());
    settings.running.addAll(used.destinations());
    settings.checkEvidence(faults);
    PolicyInvalid.unlessNone(faults);
    return settings;
  }

  SemelSettings semel() {
    return semel;
  }

  /**
   * The settings of a consumer; one that nobody spoke of at the start has those of all.
   *
   * @throws PolicyInvalid if those of all do not do for one alone
   */
  ConsumerSettings consumer(String name) {
    return consumers.computeIfAbsent(
        name,
        late -> {
          running.add(late);
          return sound(late, this::readConsumer);
        });
  }

  /** A route has this consumer's memory, though no route of the start named it. */
  void runs(String consumer) {
    running.add(consumer);
    consumer(consumer);
  }

  /**
   * The settings of a destination; one that nobody spoke of at the start has those of all.
   *
   * @throws PolicyInvalid if those of all do not do for one alone
   */
  DestinationPolicy destination(String name) {
    return destinations.computeIfAbsent(
        name,
        late -> {
          running.add(late);
          return sound(late, this::readDestination);
        });
  }

  /** All destinations that anybody has spoken of so far. */
  Collection<Destination> destinations() {
    return destinations.keySet().stream().sorted().map(Destination::new).toList();
  }

  /** Whose consumers these are, as the database is to know it; blank if nobody says. */
  String application() {
    return new Section(config, List.of("semel."), new ArrayList<>()).read(SemelKeys.APPLICATION);
  }

  /** The change of what a consumer's name stands for that is meant; blank for none. */
  String acceptedChange(String consumer) {
    return section("consumer", consumer, new ArrayList<>()).read(ConsumerKeys.ACCEPT_CHANGE);
  }

  /** The connection factory of all consumers that name no other. */
  String connectionFactory() {
    return defaults(new ArrayList<>()).read(ConsumerKeys.CONNECTION_FACTORY);
  }

  /** Who logs in to it, for what is no consumer: routes with {@code jms:}, and relays. */
  Optional<Login> login() {
    return LoginKeys.read(defaults(new ArrayList<>()));
  }

  private Section defaults(List<String> faults) {
    return new Section(config, List.of("semel.consumer-defaults."), faults);
  }

  /** How many transactions all consumers and relays together may have prepared at once. */
  int workers() {
    int receiving =
        consumers.values().stream()
            .filter(c -> running.contains(c.policy().name()) && c.protocol() == Protocol.XA)
            .mapToInt(c -> c.policy().pace().workers())
            .sum();
    int transferring =
        destinations.values().stream()
            .filter(d -> d.dispatch().transfer() == Transfer.XA)
            .mapToInt(d -> d.pace().concurrency())
            .sum();
    return receiving + transferring;
  }

  /**
   * How long rows are kept, for all names that have routes here. What the configuration only speaks
   * of may be another application's, whose rules these are not.
   */
  List<Rule> retention() {
    RetentionRules rules =
        new RetentionRules(semel, (kind, name) -> section(kind, name, new ArrayList<>()));
    return Stream.of(
            rules.ofSemel(),
            consumers.entrySet().stream()
                .filter(c -> running.contains(c.getKey()))
                .flatMap(c -> rules.ofConsumer(c.getKey(), c.getValue())),
            destinations.keySet().stream().filter(running::contains).flatMap(rules::ofDestination))
        .flatMap(Function.identity())
        .toList();
  }

  private void checkEvidence(List<String> faults) {
    Set<String> own = new TreeSet<>(destinations.keySet());
    own.retainAll(running);
    consumers.values().stream()
        .filter(consumer -> running.contains(consumer.policy().name()))
        .forEach(consumer -> own.forEach(each -> checkEvidence(consumer, each, faults)));
  }

  private void checkEvidence(ConsumerSettings consumer, String destination, List<String> faults) {
    new MemoryRules(section("consumer", consumer.policy().name(), faults))
        .checkEvidence(
            consumer.policy(), consumer.keeping(), section("destination", destination, faults));
  }

  /** What holds for all may be used by a name that comes late, and is read now. */
  private void checkDefaults(List<String> faults) {
    ConsumerKeys.ALL.forEach(defaults(faults)::find);
    Section destination = new Section(config, List.of("semel.destination-defaults."), faults);
    DestinationKeys.ALL.forEach(destination::find);
  }

  private static <T> T sound(String name, BiFunction<String, List<String>, T> reader) {
    List<String> faults = new ArrayList<>();
    T read = reader.apply(name, faults);
    PolicyInvalid.unlessNone(faults);
    return read;
  }

  private ConsumerSettings readConsumer(String name, List<String> faults) {
    return new ConsumerReader(section("consumer", name, faults), identities).read(name);
  }

  private DestinationPolicy readDestination(String name, List<String> faults) {
    return new DestinationReader(section("destination", name, faults)).read(name);
  }

  private Section section(String kind, String name, List<String> faults) {
    return new Section(
        config,
        List.of("semel." + kind + "." + name + ".", "semel." + kind + "-defaults."),
        faults);
  }

  private static Collection<String> union(Collection<String> a, Collection<String> b) {
    Collection<String> all = new TreeSet<>(a);
    all.addAll(b);
    return all;
  }
}
