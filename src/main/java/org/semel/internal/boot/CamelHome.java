// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.DefaultRegistry;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.NullUnmarked;
import org.semel.Code;
import org.semel.Semel;
import org.semel.internal.boot.config.SemelSettings;
import org.semel.internal.boot.routes.RouteFiles;
import org.semel.internal.boot.routes.RouteFiles.War;
import org.semel.internal.desk.watch.TelemetryHome;
import org.semel.internal.desk.watch.log.OperatorLog;
import org.semel.internal.desk.web.ApiHome;
import org.semel.internal.edge.server.CdiBeans;
import org.semel.internal.edge.server.InjectedDataSources;
import org.semel.internal.edge.server.JndiServer;
import org.semel.internal.edge.server.Server;
import org.semel.internal.engine.loop.Gate;
import org.semel.operations.Operations;

/**
 * Camel in a Jakarta EE application: one context, whose registry is the application's beans and
 * whose routes are its {@link RoutesBuilder} beans and its files in YAML and XML. Beans may inject
 * the {@link CamelContext}, a {@link ProducerTemplate}, the {@link Operations} and Semel's data
 * source.
 */
@ApplicationScoped
@NullUnmarked // filled by CDI and by the start
public class CamelHome {

  private final Gate gate = new Gate();
  private final Operations operations = new StartedOperations(() -> engine().operations());
  private final StartedDataSource dataSource = new StartedDataSource(() -> engine().dataSource());
  private DefaultCamelContext context;
  private BeanManager beans;
  private TelemetryHome telemetry;
  private ApiHome api;
  private SemelEngine engine;
  private Server server;

  /** For CDI's proxy. */
  CamelHome() {}

  @Inject
  CamelHome(BeanManager beans, TelemetryHome telemetry, ApiHome api) {
    this.beans = beans;
    this.telemetry = telemetry;
    this.api = api;
    this.context = new DefaultCamelContext(false);
    SemelBeans ours = new SemelBeans(this::engine, this::jms);
    context.getCamelContextExtension().setRegistry(new DefaultRegistry(new CdiBeans(beans), ours));
  }

  @Produces
  CamelContext context() {
    return context;
  }

  @Produces
  ProducerTemplate producer() {
    return context.createProducerTemplate();
  }

  @Produces
  @Semel
  DataSource dataSource() {
    return dataSource;
  }

  @Produces
  Operations operations() {
    return operations;
  }

  /** Starts Camel with the routes and beans of this web application. */
  void start(ServletContext servlets) {
    Config config = PolicyFiles.over(ConfigProvider.getConfig(), War.of(servlets));
    context
        .getCamelContextExtension()
        .setName("semel" + servlets.getContextPath().replace('/', '-'));
    context.setApplicationContextClassLoader(servlets.getClassLoader());
    List<RoutesBuilder> builders = List.copyOf(new CdiBeans(beans).findByType(RoutesBuilder.class));
    new Startup(context, config, patience -> JndiServer.here(patience, gate))
        .on(servlets.getServerInfo())
        .injecting(beans.getExtension(InjectedDataSources.class).all(beans))
        .start(
            builders,
            files(servlets, SemelSettings.routes(config)),
            (made, found) -> {
              engine = made;
              server = found;
              telemetry.shows(made.telemetry());
            });
    api.answersBy(engine().api());
    OperatorLog.info(Code.STARTED, "Semel is up with %d routes.", context.getRoutesSize());
  }

  /** Stops Camel: consumers finish their open work, relays settle, then all threads end. */
  void stop() {
    gate.shut();
    context.stop();
    OperatorLog.info(Code.STOPPED, "Semel is down.");
  }

  /** No method here names a type of a needed API: without it CDI would not see this bean at all. */
  private static List<Resource> files(ServletContext servlets, String folder) {
    try {
      return RouteFiles.find(War.of(servlets), folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SemelEngine engine() {
    if (engine == null) {
      throw new IllegalStateException("Semel has not started yet");
    }
    return engine;
  }

  private Object jms() {
    return JtaJms.component(engine().connectionFactory(), server.transactionManager());
  }
}
