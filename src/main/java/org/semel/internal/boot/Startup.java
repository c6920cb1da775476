// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.util.ObjectHelper;
import org.eclipse.microprofile.config.Config;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.boot.config.ConfigProperties;
import org.semel.internal.boot.config.ConfiguredNames;
import org.semel.internal.boot.config.ConsumerSettings;
import org.semel.internal.boot.config.SemelSettings;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.boot.config.file.PolicyFile;
import org.semel.internal.boot.node.NodeVersions;
import org.semel.internal.boot.proof.Writers;
import org.semel.internal.boot.routes.RouteNames;
import org.semel.internal.boot.routes.TemplateParameters;
import org.semel.internal.boot.routes.YamlRoot;
import org.semel.internal.desk.watch.log.OperatorLog;
import org.semel.internal.desk.watch.log.RelayLog;
import org.semel.internal.edge.camel.ManagedThreadPools;
import org.semel.internal.edge.camel.SimpleIdentity;
import org.semel.internal.edge.camel.model.SuppressedFailureLogs;
import org.semel.internal.edge.camel.provider.ClientRetries;
import org.semel.internal.edge.camel.provider.IdleConnections;
import org.semel.internal.edge.camel.rules.ClassicRoute;
import org.semel.internal.edge.camel.rules.MinimumCamelVersion;
import org.semel.internal.edge.camel.rules.RouteRules;
import org.semel.internal.edge.camel.rules.RunTimeRules;
import org.semel.internal.edge.camel.rules.StepSkipping;
import org.semel.internal.edge.camel.rules.WritingSteps;
import org.semel.internal.edge.camel.xml.XmlRoutesLoader;
import org.semel.internal.edge.server.InjectedDataSources.Injected;
import org.semel.internal.edge.server.ResolvedServer;
import org.semel.internal.edge.server.Server;
import org.semel.internal.engine.loop.Lifecycle;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.send.relay.DestinationPolicy.Transfer;
import org.semel.internal.engine.send.relay.DestinationPolicy.WithoutAnswer;

/**
 * From beans and files to running routes:
 *
 * <ol>
 *   <li>the routes are read, not started;
 *   <li>the configuration is read for the names that they use; one error lists all faults;
 *   <li>the routes are checked for steps that would break a transaction; one error lists all of
 *       them;
 *   <li>the server's resources are looked up, and Camel's threads become the server's;
 *   <li>classic routes over JMS are checked and proven;
 *   <li>Camel starts: each consumer runs its proof, then receives.
 * </ol>
 *
 * A failed start leaves nothing running.
 */
final class Startup {

  private final DefaultCamelContext context;
  private final Config config;
  private final Function<Duration, Server> servers;
  private String product = "";
  private List<Injected> injected = List.of();

  /**
   * A start of {@code context}.
   *
   * @param servers gives the server that waits this long for names that are not bound yet
   */
  Startup(DefaultCamelContext context, Config config, Function<Duration, Server> servers) {
    this.context = context;
    this.config = config;
    this.servers = servers;
  }

  /** The same, on a server that says this of itself: its name and version. */
  Startup on(String serverProduct) {
    product = serverProduct;
    return this;
  }

  /** The same, of an application into whose beans these data sources are injected. */
  Startup injecting(List<Injected> dataSources) {
    injected = dataSources;
    return this;
  }

  /** Gets the engine once it is built, so that Camel finds it. */
  @FunctionalInterface
  interface EngineReady {
    void accept(SemelEngine engine, Server server);
  }

  /**
   * Starts these routes.
   *
   * @throws SemelException that says what to correct
   */
  void start(List<RoutesBuilder> builders, List<Resource> files, EngineReady ready) {
    try {
      context.getPropertiesComponent().addPropertiesSource(new ConfigProperties(config));
      context.build();
      ClientRetries.off(context);
      IdleConnections.check(context);
      read(builders, files);
      IdentitySpec identities = new IdentitySpec(text -> new SimpleIdentity(context, text));
      ConfiguredNames names = RouteNames.in(context, this::resolve);
      Settings settings = Settings.read(config, names, identities, stray(consumers(names)));
      refuse(settings);
      context.getCamelContextExtension().addInterceptStrategy(new StepSkipping(this::resolve));
      RunTimeRules.enforce(context, this::resolve, JtaJms::waitsForNoAnswer);
      SuppressedFailureLogs.in(context, this::resolve);
      warn(settings, consumers(names));
      Server server = server(settings.semel());
      ManagedThreadPools.in(context, server.threads());
      SemelEngine engine =
          new SemelEngine(
              settings,
              server,
              identities,
              new Writers(new WritingSteps(context, this::resolve), injected),
              NodeVersions.of(context.getVersion(), product));
      ready.accept(engine, server);
      new ClassicReceipts(context, engine).hold(ClassicRoute.in(context, this::resolve));
      serve(engine);
      context.start();
    } catch (Exception | Error e) { // an error is most often a class that is missing
      context.stop();
      throw told(e);
    }
  }

  /** Those that receive, and those of classic routes, which have policies, too. */
  private Set<String> consumers(ConfiguredNames names) {
    Set<String> all = new TreeSet<>(names.consumers());
    ClassicRoute.in(context, this::resolve).forEach(route -> all.addAll(route.consumers()));
    return all;
  }

  private List<String> stray(Set<String> consumers) {
    return new StrayPolicies(PolicyFile.in(config))
        .faults(consumers, context.getApplicationContextClassLoader());
  }

  private Server server(SemelSettings semel) {
    return ResolvedServer.of(
        servers.apply(semel.patience()),
        OpenTelemetryApi.tracing(semel.exposure(), context.getRegistry()));
  }

  /** Adds the parts that start and stop with Camel. */
  private void serve(SemelEngine engine) throws Exception {
    for (Lifecycle part : engine.parts(context::isStarted)) {
      context.addService(new LifecycleService(part));
    }
  }

  private void read(List<RoutesBuilder> builders, List<Resource> files) throws Exception {
    for (RoutesBuilder builder : builders) {
      context.addRoutes(builder);
    }
    if (!files.isEmpty()) {
      YamlRoot.check(files);
      XmlRoutesLoader.in(context);
      PluginHelper.getRoutesLoader(context).loadRoutes(files.toArray(Resource[]::new));
    }
    for (RoutesBuilder builder : builders) { // their templates may stand in files
      context.addTemplatedRoutes(builder);
    }
    TemplateParameters.fill(context, this::resolve);
  }

  private void refuse(Settings settings) {
    List<Refusal> refusals = new ArrayList<>();
    MinimumCamelVersion.refusal(context.getVersion()).ifPresent(refusals::add);
    refusals.addAll(
        new RouteRules(context, this::resolve, new ConfiguredPolicies(settings)).refusals());
    if (!refusals.isEmpty()) {
      throw new StartRefused(refusals);
    }
  }

  /** The answers of the configuration to the rules over routes. */
  private record ConfiguredPolicies(Settings settings) implements RouteRules.Policies {

    @Override
    public boolean receiptFollows(String consumer) {
      return settings.consumer(consumer).protocol() != Protocol.XA;
    }

    /** A route that keeps versions in order is one transaction with its aggregate's row. */
    @Override
    public boolean isResumable(String consumer) {
      ConsumerSettings named = settings.consumer(consumer);
      return named.protocol() == Protocol.STORE_FIRST && named.order().isEmpty();
    }

    @Override
    public boolean allowsExternal(String consumer) {
      return settings.consumer(consumer).allowsExternal();
    }

    @Override
    public boolean transfers(String destination) {
      return settings.destination(destination).dispatch().transfer() == Transfer.XA;
    }

    @Override
    public boolean allowsUnanswered(String destination) {
      return settings.destination(destination).dispatch().unanswered() == WithoutAnswer.ALLOWED;
    }
  }

  /** Another application on the same database may deliver them, so this is not a refusal. */
  private void warn(Settings settings, Set<String> consumers) {
    for (PolicyFile policy : PolicyFile.in(config)) { // its route may be added later
      policy.idle(consumers).ifPresent(why -> OperatorLog.warn(Code.POLICY_IDLE, "%s", why));
    }
    for (String destination : RouteNames.unrouted(context, this::resolve)) {
      OperatorLog.warn(
          Code.DESTINATION_UNROUTED,
          "No route of this application starts from intent:%s; its intents wait until one does.",
          destination);
    }
    settings.unstated(RouteNames.unasked(context, this::resolve)).forEach(RelayLog::unstated);
  }

  /** A placeholder that cannot be replaced yet is left to Camel, which will say so itself. */
  private String resolve(String text) {
    try {
      return Optional.ofNullable(context.resolvePropertyPlaceholders(text)).orElse(text);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  /** Our own exception among the causes, if there is one: the user must read it first. */
  private static SemelException told(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    SemelException ours = ObjectHelper.getException(SemelException.class, failure);
    return ours != null
        ? ours
        : new SemelException(
            Code.START_REFUSED, "Camel did not start: " + failure.getMessage(), failure);
  }
}
