// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.semel.estate.BrokerView;

/**
 * What this machine does when nothing has to be waited for: a full queue is worked off by the very
 * route of the job. All that it leaves is taken away afterwards.
 */
final class FullSpeed {

  /** So many that a fast machine, too, is at it for a while. */
  static final int MESSAGES = 80_000;

  /** Fewer messages must do on a machine that takes longer to be sent them. */
  private static final long SENDING = TimeUnit.SECONDS.toNanos(12);

  /**
   * The server has just started: while this part of all takes effect, the virtual machine compiles
   * what it runs most, and the rate still rises.
   */
  private static final int WARM_UP = 2;

  /** So many that transactions are seldom after the same row. */
  private static final int ARTICLES = 10_000;

  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(10);

  private static final String STOCK =
      """
      INSERT INTO stock
      SELECT 'A' || lpad(i::text, greatest(3, length(i::text)), '0'), 0 FROM generate_series(0, 9999) AS i
      """;

  private static final String EMPTY =
      """
      TRUNCATE semel_claim, semel_duplicate, semel_attempt, semel_parked, semel_intent, reservation, stock
      """;

  private final Estate estate;
  private final Observer observer;

  private FullSpeed(Estate estate, Observer observer) {
    this.estate = estate;
    this.observer = observer;
  }

  /**
   * Measures, and leaves database, queue and provider as they were: empty.
   *
   * @param most messages that are sent; the fewer, the less the figure is worth
   */
  static Speed measure(Estate estate, int most) {
    try (Observer observer = new Observer(estate.postgres)) {
      return new FullSpeed(estate, observer).measure(most);
    }
  }

  private Speed measure(int most) {
    List<String> lines = Sample.lines(most, "/full-speed", ARTICLES);
    estate.postgres.execute(STOCK);
    BrokerView broker = estate.site.broker();
    broker.setPaused(Estate.QUEUE, true);
    Sent sent = fill(lines);
    broker.setPaused(Estate.QUEUE, false);
    Look start = observer.look();
    Look warm = await(look -> look.effects() >= sent.messages() / WARM_UP);
    Look done = await(look -> look.effects() >= sent.messages());
    Look confirmed = await(look -> look.confirmed() >= sent.messages());
    forget();
    long bytes = lines.stream().mapToLong(line -> line.getBytes(UTF_8).length).sum();
    return new Speed(sent, bytes / lines.size(), new Speed.Looks(start, warm, done, confirmed));
  }

  private Sent fill(List<String> lines) {
    Feed feed = new Feed(lines, Feed.TOGETHER, estate::producer);
    feed.start();
    feed.release(1, 1);
    await(look -> feed.isFinished() || look.nanos() - feed.sent().start() > SENDING);
    feed.stop();
    await(look -> feed.isFinished());
    return feed.sent();
  }

  @FunctionalInterface
  private interface Condition {
    boolean holds(Look look);
  }

  private Look await(Condition condition) {
    long start = System.nanoTime();
    Look look = observer.look();
    while (!condition.holds(look)) {
      if (look.nanos() - start > PATIENCE) {
        throw new IllegalStateException(
            "full speed cannot be measured: after ten minutes %s; see the logs in %s"
                .formatted(look, estate.directory));
      }
      observer.rest();
      look = observer.look();
    }
    return look;
  }

  private void forget() {
    await(look -> look.prepared() == 0 && estate.isQuiet());
    estate.postgres.execute(EMPTY);
    estate.provider.forget();
  }
}
