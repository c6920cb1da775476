// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.camel.support.DefaultRegistry;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.internal.desk.operate.indoubt.OutsideLook;
import org.semel.internal.desk.watch.Exposure;
import org.semel.internal.desk.watch.Exposure.Access;
import org.semel.internal.desk.watch.Exposure.Exposed;
import org.semel.internal.desk.watch.Telemetry;
import org.semel.internal.desk.watch.metrics.SampleStore;
import org.semel.internal.desk.watch.trace.TraceSamples;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted.IntakeSource;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.DestinationPolicy.Transfer;
import org.semel.internal.engine.send.relay.RelayListener;
import org.semel.message.Message;
import org.semel.small.Proxied;
import org.slf4j.MDC;

/** A server that gives the application no OpenTelemetry. */
class NoOpenTelemetryTest {

  private static final String API = "io.opentelemetry.";

  @Test
  void whereSpansAreOffNothingOfTheApiIsAskedFor() throws Exception {
    Hiding server = new Hiding();
    assertThat(run(server, Off.class)).isEqualTo(List.of("route null", "provider null"));
    assertThat(server.asked).isEmpty();
  }

  @Test
  void whereTheyAreOnTheApiIsAskedForOnceByNameAndTheRestWorks() throws Exception {
    Hiding server = new Hiding();
    LogLines lines = new LogLines();
    try {
      assertThat(run(server, On.class))
          .isEqualTo(
              List.of("route " + TraceSamples.TRACE_ID, "provider " + TraceSamples.TRACE_ID));
    } finally {
      lines.close();
    }
    assertThat(lines.with("SEMEL-0706", "ClassNotFoundException")).hasSize(1);
    assertThat(server.asked).containsExactly("io.opentelemetry.api.OpenTelemetry");
  }

  private static List<?> run(ClassLoader server, Class<?> application) throws Exception {
    Object made = Class.forName(application.getName(), true, server).getConstructor().newInstance();
    return (List<?>) ((Callable<?>) made).call();
  }

  /** As an application is that has switched spans off. */
  public static final class Off implements Callable<List<String>> {
    @Override
    public List<String> call() throws Exception {
      return used(Exposed.OFF);
    }
  }

  /** As an application is that has switched spans on. */
  public static final class On implements Callable<List<String>> {
    @Override
    public List<String> call() throws Exception {
      return used(Exposed.ON);
    }
  }

  /** The trace in the log's context, within a route and within a delivery. */
  private static List<String> used(Exposed traces) throws Exception {
    List<String> told = new ArrayList<>();
    Telemetry telemetry = telemetry(traces);
    ConsumerPolicy consumer = TraceSamples.consumer("traceparent");
    Map<String, String> headers = Map.of("traceparent", TraceSamples.TRACE);
    Message message = TraceSamples.message(headers);
    telemetry.measured(consumer, route(told)).handle(message, TraceSamples.identity());
    telemetry
        .measured(
            TraceSamples.destination(Transfer.LEASE, "traceparent"),
            lease -> {
              told.add("provider " + MDC.get("trace_id"));
              return new Delivery.Accepted();
            },
            RelayListener.NONE)
        .deliver(TraceSamples.lease(headers));
    ReceiveListener.reportingTo(telemetry.receives(ReceiveListener.NONE))
        .done(
            consumer,
            new BatchCommitted(
                List.of(new Receipt.Processed(TraceSamples.identity(), message)),
                IntakeSource.QUEUE,
                Duration.ZERO));
    return told;
  }

  private static SteppedHandler route(List<String> told) {
    return Proxied.as(
        SteppedHandler.class,
        (method, arguments) -> {
          told.add("route " + MDC.get("trace_id"));
          return null;
        });
  }

  private static Telemetry telemetry(Exposed traces) {
    Exposure exposure =
        new Exposure(
            Exposed.OFF,
            new Exposure.PlanLimits(100, 0),
            Exposed.OFF,
            Access.ROLE,
            Exposed.OFF,
            Duration.ofSeconds(10),
            Exposed.OFF,
            traces);
    return new Telemetry(
        exposure,
        new FakeTransactions(),
        Proxied.as(SampleStore.class, (method, arguments) -> null),
        OutsideLook.none()::view,
        OpenTelemetryApi.tracing(exposure, new DefaultRegistry()));
  }

  /** Loads our classes itself, so that whatever they are linked with is asked of it. */
  private static final class Hiding extends ClassLoader {

    private final List<String> asked = new ArrayList<>();

    Hiding() {
      super(NoOpenTelemetryTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith(API)) {
        asked.add(name);
        throw new ClassNotFoundException(name);
      }
      return name.startsWith("org.semel.") ? ours(name) : super.loadClass(name, resolve);
    }

    private Class<?> ours(String name) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? defined(name) : loaded;
      }
    }

    private Class<?> defined(String name) throws ClassNotFoundException {
      try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (file == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
