// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.internal.desk.operate.indoubt.OutsideLook;
import org.semel.internal.desk.operate.indoubt.OutsideView;
import org.semel.internal.desk.watch.Exposure.Access;
import org.semel.internal.desk.watch.Exposure.Exposed;
import org.semel.small.Proxied;

/** Who may read the series is decided before any is reckoned. */
class MetricsServletTest {

  private final AtomicInteger reckoned = new AtomicInteger();
  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private int status = 200;

  @Test
  void nothingIsReckonedForWhoeverIsUnknown() throws IOException {
    get(Access.ROLE, Optional.empty(), false);
    assertThat(status).isEqualTo(401);
    assertThat(sent.size()).isZero();
    assertThat(reckoned).hasValue(0);
  }

  @Test
  void nothingIsReckonedForWhoeverHasNotTheRole() throws IOException {
    get(Access.ROLE, Optional.of("ann"), false);
    assertThat(status).isEqualTo(403);
    assertThat(sent.size()).isZero();
    assertThat(reckoned).hasValue(0);
  }

  @Test
  void whoeverHasTheRoleReadsThem() throws IOException {
    get(Access.ROLE, Optional.of("prometheus"), true);
    assertThat(status).isEqualTo(200);
    assertThat(sent.toString(StandardCharsets.UTF_8)).contains("semel_");
    assertThat(reckoned.get()).isPositive();
  }

  @Test
  void everybodyReadsThemWhereTheyAreOpen() throws IOException {
    get(Access.OPEN, Optional.empty(), false);
    assertThat(status).isEqualTo(200);
    assertThat(sent.toString(StandardCharsets.UTF_8)).contains("semel_");
  }

  @Test
  void whereTheyAreSwitchedOffNothingIsThereForAnybody() throws IOException {
    MetricsServlet.answer(Optional.empty(), request(Optional.empty(), false), response());
    assertThat(status).isEqualTo(404);
    MetricsServlet.answer(
        Optional.of(telemetry(Exposed.OFF, Access.ROLE)),
        request(Optional.of("prometheus"), true),
        response());
    assertThat(status).isEqualTo(404);
  }

  private void get(Access access, Optional<String> user, boolean inRole) throws IOException {
    MetricsServlet.answer(
        Optional.of(telemetry(Exposed.ON, access)), request(user, inRole), response());
  }

  private Telemetry telemetry(Exposed metrics, Access access) {
    return new Telemetry(
        new Exposure(
            Exposed.OFF,
            new Exposure.PlanLimits(100, 0),
            metrics,
            access,
            Exposed.OFF,
            Duration.ofSeconds(10),
            Exposed.OFF,
            Exposed.OFF),
        new FakeTransactions(),
        new UnreadSamples(),
        this::outside,
        Tracing.OFF);
  }

  private OutsideView outside() {
    reckoned.incrementAndGet();
    return OutsideLook.none().view();
  }

  private static HttpServletRequest request(Optional<String> user, boolean inRole) {
    return Proxied.as(
        HttpServletRequest.class,
        (method, arguments) ->
            switch (method.getName()) {
              case "getUserPrincipal" -> user.map(MetricsServletTest::principal).orElse(null);
              case "isUserInRole" -> inRole;
              case "getHeader" -> null;
              default -> throw new ServletException(method.getName() + " is not asked for");
            });
  }

  private static Principal principal(String name) {
    return () -> name;
  }

  private HttpServletResponse response() {
    return Proxied.as(
        HttpServletResponse.class,
        (method, arguments) ->
            switch (method.getName()) {
              case "setStatus" -> answered(arguments);
              case "isCommitted" -> false;
              case "getOutputStream" -> new Sent();
              default -> null;
            });
  }

  private @Nullable Object answered(@Nullable Object @Nullable [] arguments) {
    status = arguments == null || arguments[0] == null ? 0 : (Integer) arguments[0];
    return null;
  }

  private final class Sent extends ServletOutputStream {

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {}

    @Override
    public void write(int b) {
      sent.write(b);
    }
  }
}
