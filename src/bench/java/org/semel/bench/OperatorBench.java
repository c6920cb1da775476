// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import jakarta.json.JsonObject;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.semel.bench.OperatorCell.Question;
import org.semel.internal.desk.watch.metrics.prometheus.FilledSeries;
import org.semel.internal.desk.watch.metrics.prometheus.SeriesFormat;
import org.semel.internal.desk.watch.metrics.prometheus.SeriesRegistry;
import org.semel.internal.desk.web.rest.RestReply;
import org.semel.internal.desk.web.rest.RestWorld;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.message.Identity;

/**
 * Measures what those who look after an application wait for: one identity among ten million, a
 * page of parked messages far behind the first one, and the series.
 */
final class OperatorBench {

  private static final int PAGE = 100;

  private final boolean smoke;
  private final PrintStream out;
  private final RestWorld world = new RestWorld();

  OperatorBench(boolean smoke, PrintStream out) {
    this.smoke = smoke;
    this.out = out;
  }

  /** The lines of the table. */
  String run() {
    List<OperatorCell> cells = new ArrayList<>();
    cells.addAll(dossiers());
    cells.addAll(pages());
    cells.addAll(series());
    cells.forEach(cell -> out.print(cell.row()));
    StringBuilder lines = new StringBuilder(OperatorCell.HEAD);
    cells.forEach(cell -> lines.append(cell.row()));
    return lines.toString();
  }

  private List<OperatorCell> dossiers() {
    int claims = smoke ? 10_000 : 10_000_000;
    OperatorStand stand = new OperatorStand(smoke ? 10 : 1_000);
    stand.fill(claims);
    AtomicInteger next = new AtomicInteger();
    Callable<?> dossier =
        () -> {
          int turn = next.getAndIncrement() % stand.known.size();
          Identity identity = stand.known.get(turn);
          return ask("/identities?consumer=bench&key=" + identity.key());
        };
    return OperatorCell.alternately(
        smoke ? 10 : 1_000,
        List.of(new Question("dossier of an identity, of %,d".formatted(claims), dossier)));
  }

  private List<OperatorCell> pages() {
    int number = smoke ? 10 : 1_000;
    new OperatorStand(0).park(world.consumer, number * PAGE);
    String first = "/parked?consumer=" + world.consumer + "&limit=" + PAGE;
    String last = first;
    for (int page = 1; page < number; page++) {
      last = ask(last).getString("next");
    }
    String far = last;
    String of = "of %,d parked messages, %d a page".formatted(number * PAGE, PAGE);
    return OperatorCell.alternately(
        smoke ? 10 : 500,
        List.of(
            new Question("page 1 " + of, () -> ask(first)),
            new Question("page %,d ".formatted(number) + of, () -> ask(far))));
  }

  private List<OperatorCell> series() {
    SeriesRegistry registry = new SeriesRegistry();
    FilledSeries.of(registry, 10, 1_000);
    Callable<?> scrape =
        () -> {
          registry.write(SeriesFormat.TEXT, OutputStream.nullOutputStream());
          return registry;
        };
    return OperatorCell.alternately(
        smoke ? 10 : 500,
        List.of(new Question("the series of 10 consumers, 10,000 event types", scrape)));
  }

  private JsonObject ask(String target) {
    RestReply reply = world.get(target, Role.VIEWER);
    if (reply.status() != 200) {
      throw new IllegalStateException(target + " answers " + reply.text());
    }
    return RestWorld.json(reply);
  }
}
