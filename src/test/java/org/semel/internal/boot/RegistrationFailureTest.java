// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The proof is made, and then the database does not take the registration. */
class RegistrationFailureTest {

  private static final Pattern WORD = Pattern.compile("accept-change=([0-9a-f]{8})");

  private SmallEstate estate = new SmallEstate();
  private final String name = estate.name;

  @AfterEach
  void stop() {
    estate.server.postgres().execute("DROP TRIGGER IF EXISTS contrary ON semel_consumer");
    estate.close();
  }

  @Test
  void aRegistrationThatTheDatabaseRefusesIsToldAsWhatItIsAndInNoWordsOfTheDatabases() {
    contrary("INSERT", "RAISE EXCEPTION 'the secret of %', NEW.name");
    assertThat(catchThrowable(() -> start("claim", "")))
        .hasMessageContaining("SEMEL-0433")
        .hasMessageContaining("SQLState P0001")
        .message()
        .doesNotContain("secret", "SEMEL-0404");
  }

  @Test
  void aChangeThatTheDatabaseDoesNotWriteIsNoChange() {
    start("claim", "");
    Matcher word = WORD.matcher(String.valueOf(catchThrowable(() -> again("entity", ""))));
    assertThat(word.find()).isTrue();
    contrary("UPDATE", "RETURN NULL");
    assertThat(catchThrowable(() -> again("entity", word.group(1))))
        .hasMessageContaining("SEMEL-0433");
  }

  /** Lets a trigger stand in the way of this consumer's row. */
  private void contrary(String event, String act) {
    estate
        .server
        .postgres()
        .execute(
            """
            CREATE OR REPLACE FUNCTION contrary() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN %s; END $$;
            CREATE TRIGGER contrary BEFORE %s ON semel_consumer
            FOR EACH ROW WHEN (NEW.name = '%s') EXECUTE FUNCTION contrary();
            """
                .formatted(act, event, name));
  }

  private void again(String strategy, String acceptChange) {
    estate.close();
    estate = new SmallEstate();
    start(strategy, acceptChange);
  }

  private void start(String strategy, String acceptChange) {
    String consumer = "semel.consumer." + name + ".";
    estate
        .with(consumer + "identity", "property:key")
        .with(consumer + "strategy", strategy)
        .with(consumer + "accept-change", acceptChange)
        .start(
            new RouteBuilder() {
              @Override
              public void configure() {
                from("inbox:" + name).log("received");
              }
            });
  }
}
