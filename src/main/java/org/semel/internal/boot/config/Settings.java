// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.semel.internal.boot.config.consumer.ConsumerKeys;
import org.semel.internal.boot.config.consumer.ConsumerReader;
import org.semel.internal.boot.config.consumer.ConsumerSettings;
import org.semel.internal.boot.config.consumer.LoginKeys;
import org.semel.internal.boot.config.destination.DestinationKeys;
import org.semel.internal.boot.config.destination.DestinationReader;
import org.semel.internal.boot.config.destination.DestinationSettings;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.desk.watch.redaction.ShownFields;
import org.semel.internal.desk.web.GrantedRole;
import org.semel.internal.edge.jms.Login;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.relay.DestinationPolicy;

/** All settings, read and checked as a whole before anything starts. */
public final class Settings {

  private final ConfigSections sections;
  private final IdentitySpec identities;
  private final SemelSettings semel;
  private final List<GrantedRole> roles = new ArrayList<>();
  private final ConfiguredNames used = ConfiguredNames.none();
  private final ConfiguredNames owned = ConfiguredNames.none();
  private final Map<String, ConsumerSettings> consumers = new ConcurrentHashMap<>();
  private final Map<String, DestinationSettings> destinations = new ConcurrentHashMap<>();

  private Settings(ConfigSections sections, IdentitySpec identities, SemelSettings semel) {
    this.sections = sections;
    this.identities = identities;
    this.semel = semel;
  }

  /**
   * Reads the settings of all names that the routes use or the configuration names.
   *
   * @throws PolicyInvalid with every fault, if there is one
   */
  public static Settings read(Config config, ConfiguredNames used, IdentitySpec identities) {
    List<String> faults = new ArrayList<>();
    ConfiguredNames all = ConfiguredNames.in(config, faults);
    all.addAll(used);
    ConfigSections sections = new ConfigSections(config);
    Settings settings =
        new Settings(sections, identities, SemelSettings.read(sections.semel(faults)));
    sections.checkDefaults(faults);
    for (String name : all.consumers()) {
      settings.consumers.put(name, settings.readConsumer(name, faults));
    }
    for (String name : all.destinations()) {
      settings.destinations.put(name, settings.readDestination(name, faults));
    }
    for (String name : all.roles()) {
      settings.roles.add(RoleKeys.read(name, sections.role(name, faults)));
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
    return consumers.computeIfAbsent(name, late -> sound(late, this::readConsumer));
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

  /** All destinations named so far. */
  public Collection<Destination> destinations() {
    return destinations.keySet().stream().sorted().map(Destination::new).toList();
  }

  /** The default connection factory of consumers. */
  public String connectionFactory() {
    return sections.defaults("consumer", new ArrayList<>()).read(ConsumerKeys.CONNECTION_FACTORY);
  }

  /** Its login for routes with {@code jms:} and for relays. */
  public Optional<Login> login() {
    return LoginKeys.read(sections.defaults("consumer", new ArrayList<>()));
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
    return new RetentionRules(semel, sections::of);
  }

  private static <T> T sound(String name, BiFunction<String, List<String>, T> reader) {
    List<String> faults = new ArrayList<>();
    T read = reader.apply(name, faults);
    PolicyInvalid.unlessNone(faults);
    return read;
  }

  private ConsumerSettings readConsumer(String name, List<String> faults) {
    ConfigSection section = sections.of("consumer", name, faults);
    section.check(ConsumerKeys.ALL);
    return new ConsumerReader(section, identities).read(name);
  }

  private DestinationSettings settingsOf(String destination) {
    return destinations.computeIfAbsent(destination, late -> sound(late, this::readDestination));
  }

  private DestinationSettings readDestination(String name, List<String> faults) {
    ConfigSection section = sections.of("destination", name, faults);
    section.check(DestinationKeys.ALL);
    return new DestinationSettings(
        new DestinationReader(section).read(name),
        section.read(DestinationKeys.EVIDENCE),
        section.read(DestinationKeys.ACCEPT_CHANGE));
  }
}
