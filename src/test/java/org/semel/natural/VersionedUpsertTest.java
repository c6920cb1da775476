// SPDX-License-Identifier: Apache-2.0
package org.semel.natural;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.semel.Together;
import org.semel.estate.Postgres;
import org.semel.natural.Upserted.Stale;
import org.semel.natural.Upserted.Written;
import org.semel.small.SmallServer;

class VersionedUpsertTest {

  private static final VersionedUpsert PRICES =
      VersionedUpsert.into("natural_price", "sku", "version", "amount", "note");

  private final Postgres postgres = SmallServer.shared().postgres();
  private final DataSource dataSource = postgres.owner();
  private final String sku = UUID.randomUUID().toString();

  @BeforeAll
  static void table() {
    SmallServer.shared()
        .postgres()
        .execute(
            """
            CREATE TABLE IF NOT EXISTS natural_price
              (sku text PRIMARY KEY, version bigint NOT NULL, amount bigint NOT NULL, note text)
            """);
  }

  @Test
  void aFirstVersionIsWrittenAndALaterOneReplacesIt() {
    assertThat(PRICES.write(dataSource, sku, 1, 100, "a")).isEqualTo(new Written());
    assertThat(PRICES.write(dataSource, sku, 3, 300, null)).isEqualTo(new Written());
    assertThat(row()).isEqualTo("3 300 -");
  }

  @Test
  void aVersionThatComesAgainOrLateChangesNothing() {
    PRICES.write(dataSource, sku, 3, 300, "c");
    assertThat(PRICES.write(dataSource, sku, 3, 333, "again")).isEqualTo(new Stale());
    assertThat(PRICES.write(dataSource, sku, 2, 200, "late")).isEqualTo(new Stale());
    assertThat(row()).isEqualTo("3 300 c");
  }

  @Test
  void ofManyVersionsInAnyOrderAndTwiceTheLastOneStays() {
    List<Integer> versions =
        new ArrayList<>(IntStream.range(0, 128).mapToObj(i -> i % 64).toList());
    Collections.shuffle(versions, new Random(20261121));
    Together.call(
        64,
        i -> {
          write(versions.get(2 * i));
          return write(versions.get(2 * i + 1));
        });
    assertThat(row()).isEqualTo("63 6300 v63");
  }

  private Upserted write(int version) {
    return PRICES.write(dataSource, sku, version, version * 100, "v" + version);
  }

  @Test
  void aNameThatWouldBecomePartOfTheStatementIsRefused() {
    assertThatThrownBy(() -> VersionedUpsert.into("price; DROP TABLE x", "sku", "version"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> VersionedUpsert.into("price", "sku", "version", "amount = 1 --"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aValueTooFewIsNoticedBeforeTheDatabaseIs() {
    assertThatThrownBy(() -> PRICES.write(dataSource, sku, 1, 100))
        .hasMessageContaining("1 values were given for 2 columns");
  }

  @Test
  void whatTheDatabaseRefusesIsThrownWithItsState() {
    assertThatThrownBy(() -> PRICES.write(dataSource, sku, 1, null, "no amount"))
        .isInstanceOf(WriteFailed.class)
        .hasMessageContaining("SEMEL-0207")
        .hasMessageContaining("23502");
  }

  private String row() {
    return postgres
        .texts(
            "SELECT version || ' ' || amount || ' ' || coalesce(note, '-') FROM natural_price WHERE sku = ?",
            sku)
        .get(0);
  }
}
