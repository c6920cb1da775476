// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.assertProblem;
import static org.semel.internal.desk.web.rest.RestWorld.key;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.desk.operate.act.Admission;
import org.semel.internal.desk.operate.act.RequestKeys;

/** Where something breaks, the caller learns what holds, and the log learns why. */
class RestFailureTest {

  private static final String WHY = "{\"why\":\"x\"}";

  @Test
  void whatBreaksIsToldToTheLogAndNotToTheCaller() {
    RestWorld rest = new RestWorld();
    rest.letters =
        () -> {
          throw new IllegalStateException("the password is 1234");
        };
    String takeIn =
        "{\"consumer\":\"%s\",\"queue\":\"DLQ\",\"why\":\"x\"}".formatted(rest.consumer);
    RestReply reply = rest.post("/dead-letters/take-in", takeIn, key());
    assertProblem(reply, 500, Code.API_FAILED);
    assertThat(reply.text()).doesNotContain("1234");
    assertThat(rest.failures).singleElement().isInstanceOf(IllegalStateException.class);
  }

  /** Its words are not ours, though we refuse what is malformed in the same way. */
  @Test
  void whatABrokerOrARouteRefusesAsAnArgumentIsNotToldToTheCallerEither() {
    RestWorld rest = new RestWorld();
    rest.letters =
        () -> {
          throw new IllegalArgumentException("no header of ann@example.org with 4111111111111111");
        };
    String takeIn =
        "{\"consumer\":\"%s\",\"queue\":\"DLQ\",\"why\":\"x\"}".formatted(rest.consumer);
    RestReply reply = rest.post("/dead-letters/take-in", takeIn, key());
    assertThat(reply.text()).doesNotContain("example.org", "4111");
    assertProblem(reply, 500, Code.API_FAILED);
    assertThat(rest.failures).singleElement().isInstanceOf(IllegalArgumentException.class);
  }

  /** Whatever becomes of the note, the act holds; and the key is never acted upon again. */
  @Test
  void anActWhoseAnswerCannotBeKeptIsToldAllTheSame() {
    RestWorld rest = new RestWorld(Forgetful::new);
    long id = rest.parked("1");
    String key = key();
    RestReply reply = rest.post("/parked/" + id + "/release", WHY, key);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(rest.effects).containsExactly("1");
    assertThat(rest.failures).hasSize(1);
    assertProblem(rest.post("/parked/" + id + "/release", WHY, key), 409, Code.REQUEST_IN_WORK);
  }

  /** What was undone as the database went away may be asked for again, as the answer says. */
  @Test
  void aKeyThatCouldNotBeGivenBackIsFreeOnceTheDatabaseIsThereAgain() {
    AtomicBoolean away = new AtomicBoolean(true);
    RestWorld rest = new RestWorld(keys -> new Hoarding(keys, away));
    long id = rest.parked("1");
    rest.route =
        (message, identity) -> {
          throw new SQLException("the connection is gone", "08006");
        };
    String key = key();
    RestReply undone = rest.post("/parked/" + id + "/release", WHY, key);
    assertThat(undone.status()).as(undone.text()).isEqualTo(503);
    assertThat(undone.headers()).containsKey("Retry-After");
    rest.route = (message, identity) -> {};
    away.set(false);
    RestReply again = rest.post("/parked/" + id + "/release", WHY, key);
    assertThat(again.status()).as(again.text()).isEqualTo(200);
    assertThat(rest.effects).containsExactly("1");
    assertThat(rest.post("/parked/" + id + "/release", WHY, key).text()).isEqualTo(again.text());
    assertThat(rest.failures).as("of an act that holds").isEmpty();
    assertThat(rest.effects).containsExactly("1");
  }

  /** Keys over a database that is away when one is given back. */
  private record Hoarding(RequestKeys keys, AtomicBoolean away) implements RequestKeys {

    @Override
    public Admission admit(String who, String key, byte[] digest) {
      return keys.admit(who, key, digest);
    }

    @Override
    public boolean answered(String who, String key, int status, String answer) {
      return keys.answered(who, key, status, answer);
    }

    @Override
    public boolean giveBack(String who, String key) {
      if (away.get()) {
        throw new IllegalStateException("the database is away");
      }
      return keys.giveBack(who, key);
    }
  }

  /** Keys over a database that goes away before the answer is noted. */
  private record Forgetful(RequestKeys keys) implements RequestKeys {

    @Override
    public Admission admit(String who, String key, byte[] digest) {
      return keys.admit(who, key, digest);
    }

    @Override
    public boolean answered(String who, String key, int status, String answer) {
      throw new IllegalStateException("the database is away");
    }

    @Override
    public boolean giveBack(String who, String key) {
      return keys.giveBack(who, key);
    }
  }
}
