// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.util.Arrays;
import java.util.Locale;

/** What a case is made of. Each part is one line of the case's text, and can be left out. */
sealed interface Part permits Setting, Trouble, Unfit, Strike, Part.Step, Part.Moment {

  /** Its line: a word that says what it is, and its values. */
  String line();

  /** The part of this line. */
  static Part of(String line) {
    String[] words = line.strip().split(" ", -1);
    return switch (words[0]) {
      case "set" -> Setting.of(line.strip().substring(4));
      case "step" -> new Step(word(Step.Way.class, words[1]), word(Step.Work.class, words[2]));
      case "trouble" ->
          new Trouble(
              word(Trouble.Cause.class, words[1]),
              word(Trouble.Place.class, words[2]),
              words[3],
              Integer.parseInt(words[4]));
      case "send" ->
          new Sent(words[1], word(Sent.Kind.class, words[2]), words[3], Integer.parseInt(words[4]));
      case "strike" ->
          new Strike(
              word(Strike.Place.class, words[1]),
              word(Strike.Cause.class, words[2]),
              Integer.parseInt(words[3]),
              word(Strike.When.class, words[4]));
      case "unfit" -> word(Unfit.class, words[1]);
      case "act" -> word(Act.class, words[1]);
      default -> throw new IllegalArgumentException(line);
    };
  }

  private static <E extends Enum<E>> E word(Class<E> type, String word) {
    return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
  }

  /** As it stands in a line. */
  static String word(Enum<?> one) {
    return one.name().toLowerCase(Locale.ROOT);
  }

  /**
   * A step of the route, after the first, which writes a row.
   *
   * @param way how the route comes to the work
   * @param work what is done there
   */
  record Step(Way way, Work work) implements Part {

    /** How a route comes to a piece of work. */
    enum Way {
      PLAIN,
      /** For each of three parts. */
      SPLIT,
      /** For every second key. */
      CHOICE,
      /** In a block that fails afterwards, and whose failure the route catches. */
      CAUGHT,
      /** In a route that it calls. */
      CALLED,
      /** In a route that a header chooses. */
      CHOSEN,
      /** In a route that a header chooses for every second key, and that hides its failures. */
      HIDING,
      /** In the only route of a list of recipients. */
      LISTED
    }

    /** What takes effect. */
    enum Work {
      /** A bean writes a row. */
      WRITE,
      /** Camel's component writes a row. */
      SQL,
      /** An intent is recorded. */
      INTENT,
      /** An intent with a name is recorded. */
      NAMED,
      /** An intent for another destination is recorded, which has no trouble. */
      OTHER,
      /** A bean moves a row from one state to another, by a helper of {@code natural}. */
      MOVE,
      /** A bean writes a version of a row, by a helper of {@code natural}. */
      UPSERT,
      /** A bean creates an entity, by the helper of {@code entity}. */
      CREATE,
      /** A bean makes a version of an entity, by the helper of {@code entity}. */
      UPDATE;

      /** Those of the first explorer: which of them a seed draws is to stay. */
      static final Work[] USUAL =
          Arrays.stream(values()).filter(work -> work.compareTo(MOVE) < 0).toArray(Work[]::new);

      /** Those that are drawn with a strategy; none with one that has no helper. */
      static Work[] helping(String strategy) {
        return switch (strategy) {
          case "natural" -> new Work[] {MOVE, UPSERT};
          case "entity" -> new Work[] {CREATE, UPDATE};
          default -> new Work[0];
        };
      }
    }

    boolean records() {
      return work == Work.INTENT || work == Work.NAMED || work == Work.OTHER;
    }

    /** Whether a helper of Semel's does it, by which it takes effect once. */
    boolean isHelped() {
      return work.compareTo(Work.MOVE) >= 0;
    }

    @Override
    public String line() {
      return "step " + Part.word(way) + " " + Part.word(work);
    }
  }

  /** What happens, one after the other. */
  sealed interface Moment extends Part {}

  /**
   * Messages are sent.
   *
   * @param key of the message; of many, what their keys begin with
   * @param value what the body says
   * @param copies how many; of {@link Kind#CROWD} and {@link Kind#CHAIN} each has a key of its own
   */
  record Sent(String key, Kind kind, String value, int copies) implements Moment {

    /** What sort of message. */
    enum Kind {
      TEXT,
      /** The same JSON with other blanks. */
      SPACED,
      BYTES,
      MAP,
      /** Many different ones, as text. */
      CROWD,
      /** The key is nowhere. */
      KEYLESS,
      /** There is nothing in the key. */
      BLANK,
      /** A serialized object. */
      OBJECT,
      /** A body of 70 KiB. */
      LARGE,
      /** A number in its body has a million digits. */
      DIGITS,
      /** It has a property that the broker's client writes for itself, and believes. */
      RESERVED,
      /** A version of an aggregate, {@code a0/3}; or a message like any other, without order. */
      VERSION,
      /** The first versions of an aggregate, the last one first. */
      CHAIN,
      /** The version is nowhere. */
      PLACELESS,
      /** Its identity was minted so long ago that it is remembered no more. */
      STALE;

      /** Whether its body may have other members, too. */
      boolean isJson() {
        return this != LARGE && this != DIGITS && this != MAP && this != OBJECT;
      }
    }

    /** Whether the broker may give up on it before it comes, and no more is to be known of it. */
    boolean mayBeGivenUp() {
      return switch (kind) {
        case TEXT, BYTES, MAP, CROWD, VERSION, CHAIN -> value.equals("b1");
        default -> false;
      };
    }

    @Override
    public String line() {
      return "send %s %s %s %d".formatted(key, Part.word(kind), value, copies);
    }
  }

  /** What an operator does, or what befalls the application, once all is quiet. */
  enum Act implements Moment {
    /** Whatever was wrong is put right. */
    MEND,
    /** Everything that has been sent so far is sent again. */
    RESEND,
    /** Each message that is parked is released. */
    RELEASE,
    /** Each message that is parked is withdrawn. */
    WITHDRAW,
    /** Each intent that is parked is sent again. */
    RETRY,
    /** Each message that is parked is released by one plan. */
    PLAN,
    /** Each intent that is parked is sent again by one plan. */
    PLAN_RETRY,
    /** The same, by a plan that is started when each has been sent again by hand already. */
    PLAN_LATE,
    /** Of each intent that is parked a person says that it took effect. */
    SETTLE,
    /** Each intent that is parked is withdrawn. */
    GIVE_UP,
    /** Each message that is kept is replayed. */
    REPLAY,
    /** The same, after its identity was forgotten. */
    REBUILD,
    /** Each identity that has taken effect is forgotten. */
    FORGET,
    /** What is kept of each message is erased. */
    ERASE,
    /** Six days pass, and retention sweeps. */
    DAYS,
    /** The time to live of each message that is parked or held has passed. */
    EXPIRE,
    /** The versions that are missing are declared lost. */
    LOSE,
    /** The application is stopped and started again. */
    RESTART,
    /** The same, under the next protocol, if all else in the policy suits it. */
    CHANGE,
    /** The consumer takes nothing until the next act. */
    PAUSE,
    /** The destination is sent nothing until the next act. */
    HALT,
    /** The application is stopped, and started again with the next rule for identities. */
    IDENTITY,
    /** The same, with claims in windows of time, or no longer. */
    STRATEGY,
    /** The same, under another name, if nothing waits under this one. */
    NAME,
    /** The application is stopped, and started again with a longer memory, or a shorter one. */
    REMEMBER,
    /**
     * All aggregates of which nothing waits are set back to their beginning, and what took effect
     * of them is forgotten.
     */
    SET_BACK,
    /**
     * While the application is down the broker gives up on a copy of what has been sent so far, and
     * on a message that never came before; an operator takes these in.
     */
    TAKE_IN,
    /** The application is stopped, and started again with claims where it kept none, or without. */
    CLAIMS,
    /** A second node of the application starts, and goes on beside the first. */
    JOIN;

    /** Those of the first explorer: which of them a seed draws is to stay. */
    static final Act[] USUAL =
        Arrays.stream(values()).filter(act -> act.compareTo(IDENTITY) < 0).toArray(Act[]::new);

    /** What is accepted by the value that the refusal names. */
    static final Act[] ACCEPTED = {IDENTITY, STRATEGY, NAME};

    @Override
    public String line() {
      return "act " + Part.word(this);
    }
  }
}
