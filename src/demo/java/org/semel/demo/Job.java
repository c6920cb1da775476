// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** The main job: all order lines and their duplicates are sent, and the server is killed. */
final class Job {

  /** Longer than any recovery: when nothing has moved for so long, nothing will. */
  private static final int MINUTES = 3;

  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(MINUTES);

  /** How long a kill that is due waits for a transaction that is between prepare and commit. */
  private static final long FOR_A_COMMIT = TimeUnit.SECONDS.toNanos(1);

  private final Estate estate;
  private final Story story;
  private final Observer observer;
  private final Feed feed;
  private final Kills kills;
  private final Recovery recovery;
  private Look seen;
  private Look lastEffect;
  private long moved;
  private long down;
  private long due;

  private Job(Estate estate, Observer observer, Feed feed, Kills kills, Story story) {
    this.estate = estate;
    this.observer = observer;
    this.feed = feed;
    this.kills = kills;
    this.story = story;
    this.recovery = new Recovery(estate);
  }

  /** Feeds, kills and tells until all is quiet, or nothing moves any more. */
  static Pace work(Options options, Orders orders, Estate estate, Random random, Story story) {
    Kills kills = new Kills(options.kills(), orders.identities(), random);
    List<String> messages = Feed.withDuplicates(orders.lines(), options.duplicates(), random);
    Feed feed = new Feed(messages, together(messages.size(), kills.parts()), estate::producer);
    try (Observer observer = new Observer(estate.postgres)) {
      return new Job(estate, observer, feed, kills, story).work();
    }
  }

  /** The more kills, the fewer messages together, so that each part has several transactions. */
  private static int together(int messages, int parts) {
    return Math.max(1, Math.min(Feed.TOGETHER, messages / (4 * Feed.PRODUCERS * parts)));
  }

  private Pace work() {
    feed.start();
    feed.release(kills.part(), kills.parts());
    begin(observer.look());
    Progress progress = new Progress(story, feed.sent(), seen);
    boolean over = false;
    while (!over && System.nanoTime() - moved < PATIENCE) {
      Look look = observer.look();
      boolean stands = stands(look);
      if (strikes(look) || (stands && isIdle())) {
        kill(() -> progress.tellNow(look));
      } else if (stands && isOver()) {
        progress.tellNow(look);
        over = true;
      }
      progress.tell(look);
      recovery.tellEnded(story::now);
      observer.rest();
    }
    if (!over) {
      story.tell("Nothing has moved for %d minutes.".formatted(MINUTES));
    }
    return new Pace(feed.sent(), lastEffect, down, recovery);
  }

  private void begin(Look look) {
    seen = look;
    lastEffect = look;
    moved = look.nanos();
  }

  /** Whether nothing has changed since the look before. */
  private boolean stands(Look look) {
    boolean stands = look.sawTheSameAs(seen);
    lastEffect = look.effects() == lastEffect.effects() ? lastEffect : look;
    moved = stands ? moved : look.nanos();
    seen = look;
    return stands;
  }

  /** At the worst moment, which is the best to look at: between prepare and commit. */
  private boolean strikes(Look look) {
    if (!kills.isDue(look.effects())) {
      return false;
    }
    due = due == 0 ? look.nanos() : due;
    return look.prepared() > 0 || look.nanos() - due > FOR_A_COMMIT;
  }

  private boolean isOver() {
    return kills.areOver() && recovery.isOver() && feed.isFinished() && estate.isQuiet();
  }

  /**
   * Nothing more to do in this part, and its kill has not come: there was less to do than reckoned.
   */
  private boolean isIdle() {
    return !kills.areOver() && feed.hasSentAllReleased() && estate.isQuiet();
  }

  /**
   * Kills the server and starts it again.
   *
   * @param seenBefore told after the kill, as the moment would be over by then
   */
  private void kill(Runnable seenBefore) {
    long killed = System.nanoTime();
    estate.kill();
    seenBefore.run();
    story.now("kill -9 of the server, kill %d of %d".formatted(kills.part(), kills.parts() - 1));
    story.besides(recovery.left().leftInDoubt());
    estate.start();
    long took = System.nanoTime() - killed;
    down += took;
    moved = System.nanoTime();
    story.now("the server is up again, %.1f s after the kill".formatted(Story.seconds(took)));
    kills.done();
    due = 0;
    feed.release(kills.part(), kills.parts());
  }
}
