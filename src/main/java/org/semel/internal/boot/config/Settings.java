// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.boot.config.key.PlacedSource;
import org.semel.internal.desk.watch.redaction.ShownFields;
import org.semel.internal.desk.web.GrantedRole;
import org.semel.internal.edge.jms.Login;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Transfer;

/** All settings, read and checked as a whole before anything starts. */
public final class Settings {

  private final Config config;
  private final IdentitySpec identities;
  private final SemelSettings semel;
  private final ConsumerKeys defaults;
  private final DestinationKeys destinationDefaults;
  private final List<GrantedRole> roles = new ArrayList<>();
  private final ConfiguredNames used = ConfiguredNames.none();
  private final ConfiguredNames owned = ConfiguredNames.none();
  private final Map<String, ConsumerSettings> consumers = new ConcurrentHashMap<>();
  private final Map<String, DestinationSettings> destinations = new ConcurrentHashMap<>();

  private Settings(Config config, IdentitySpec identities, List<String> faults) {
    this.config = config;
    this.identities = identities;
    this.semel = values(SemelSettings.in(config), faults);
    this.defaults =
        values(new ConfigSection<>(config, ConsumerKeys.TABLE, "semel.consumer-defaults."), faults);
    this.destinationDefaults =
        values(
            new ConfigSection<>(config, DestinationKeys.TABLE, "semel.destination-defaults."),
            faults); // a name that appears later may use them
  }

  private static <R extends Record> R values(ConfigSection<R> section, List<String> faults) {
    R values = section.read();
    faults.addAll(section.faults());
    return values;
  }

  /**
   * Reads the settings of all names that the routes use or the configuration names.
   *
   * @throws PolicyInvalid with every fault, if there is one
   */
  public static Settings read(Config config, ConfiguredNames used, IdentitySpec identities) {
    return read(config, used, identities, List.of());
  }

  /** The same, where these faults are found already; they are reported with all others. */
  public static Settings read(
      Config config, ConfiguredNames used, IdentitySpec identities, List<String> found) {
    List<String> faults = new ArrayList<>(found);
    ConfiguredNames all = ConfiguredNames.in(config, faults);
    faults.addAll(PlacedSource.faults(config));
    all.addAll(used);
    Settings settings = new Settings(config, identities, faults);
    for (String name : all.consumers()) {
      ConsumerSettings.read(config, name, identities, faults)
          .ifPresent(read -> settings.consumers.put(name, read));
    }
    for (String name : all.destinations()) {
      DestinationSettings.read(config, name, faults)
          .ifPresent(read -> settings.destinations.put(name, read));
    }
    for (String name : all.roles()) {
      RoleKeys.read(config, name, faults).ifPresent(settings.roles::add);
    }
    settings.used.addAll(used);
    PolicyInvalid.unlessNone(faults);
    return settings;
  }

  public SemelSettings semel() {
    return semel;
  }

  /** Roles of the application that are worth something here. */
  public List<GrantedRole> roles() {
    return List.copyOf(roles);
  }

  /**
   * The settings of a consumer; one that was not named at the start has the defaults.
   *
   * @throws PolicyInvalid if the defaults are invalid for it
   */
  public ConsumerSettings consumer(String name) {
    return consumers.computeIfAbsent(
        name, late -> sound(faults -> ConsumerSettings.read(config, late, identities, faults)));
  }

  /** What is shown of the bodies of a consumer; nothing of one that no one names here. */
  public ShownFields shownFields(String consumer) {
    ConsumerSettings named = consumers.get(consumer);
    return named == null ? ShownFields.NONE : named.shown();
  }

  /** The same, for a consumer that a route of this application runs, perhaps one added later. */
  public ConsumerSettings runs(String consumer) {
    used.consumers().add(consumer);
    return consumer(consumer);
  }

  /** Registers that this application owns the consumer, and decides how long its rows are kept. */
  public void ownsConsumer(String name) {
    owned.consumers().add(name);
  }

  /**
   * The settings of a destination; one that was not named at the start has the defaults.
   *
   * @throws PolicyInvalid if the defaults are invalid for it
   */
  public DestinationPolicy destination(String name) {
    return settingsOf(name).policy();
  }

  /**
   * The same, for a destination to which a route of this application delivers, perhaps one added
   * later.
   */
  public DestinationSettings relays(String destination) {
    used.destinations().add(destination);
    return settingsOf(destination);
  }

  /** Registers that this application owns the destination: it delivers and keeps its intents. */
  public void ownsDestination(String name) {
    owned.destinations().add(name);
  }

  /** The destinations to which routes of this application deliver. */
  public Collection<String> relayed() {
    return List.copyOf(used.destinations());
  }

  /** All destinations named so far. */
  public Collection<Destination> destinations() {
    return destinations.keySet().stream().sorted().map(Destination::new).toList();
  }

  /** Above which values alerts fire for a consumer that has no policy of its own. */
  public Map<String, Double> consumerThresholds() {
    return defaults.thresholds();
  }

  /** The same for a destination. */
  public Map<String, Double> destinationThresholds() {
    return destinationDefaults.thresholds();
  }

  /** The default connection factory of consumers. */
  public String connectionFactory() {
    return defaults.connectionFactory();
  }

  /** Its login for routes with {@code jms:} and for relays. */
  public Optional<Login> login() {
    return defaults.login();
  }

  /** How many transactions all consumers and relays together may have prepared at once. */
  public int workers() {
    return workload().prepared();
  }

  /** The workload of this application. */
  public Workload workload() {
    return new Workload(
        used.consumers().stream().map(this::consumer).toList(),
        used.destinations().stream().map(this::destination).toList());
  }

  /** The consumers that this application owns. */
  public List<ConsumerSettings> ownedConsumers() {
    return owned.consumers().stream().map(this::consumer).toList();
  }

  /**
   * The retention rules for all names that this application owns. Other names may belong to another
   * application, which has rules of its own.
   */
  public List<RetentionRule> retention() {
    RetentionRules rules = rules();
    return Stream.of(
            rules.ofSemel(),
            owned.consumers().stream().flatMap(name -> rules.ofConsumer(name, consumer(name))),
            owned.destinations().stream().map(this::settingsOf).flatMap(rules::ofDestination))
        .flatMap(Function.identity())
        .toList();
  }

  /** How long the database keeps rows, as this configuration says. */
  public RetentionRules rules() {
    return new RetentionRules(semel);
  }

  /**
   * Those of {@code relayed} for which one unclear answer parks an intent: the configuration does
   * not state what their providers do with keys. A queue never answers unclearly.
   */
  public List<String> unstated(Collection<String> relayed) {
    return relayed.stream()
        .filter(name -> destination(name).dispatch().transfer() == Transfer.LEASE)
        .filter(name -> !DestinationSettings.statesKeys(config, name))
        .toList();
  }

  private DestinationSettings settingsOf(String destination) {
    return destinations.computeIfAbsent(
        destination, late -> sound(faults -> DestinationSettings.read(config, late, faults)));
  }

  private static <T> T sound(Function<List<String>, Optional<T>> reader) {
    List<String> faults = new ArrayList<>();
    return reader.apply(faults).orElseThrow(() -> new PolicyInvalid(faults));
  }
}
