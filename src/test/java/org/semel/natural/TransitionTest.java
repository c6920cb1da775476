// SPDX-License-Identifier: Apache-2.0
package org.semel.natural;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.semel.estate.Postgres;
import org.semel.small.AtOnce;
import org.semel.small.SmallServer;

class TransitionTest {

  private static final Transition PAY =
      Transition.in("natural_purchase", "id", "status").from("NEW").to("PAID");

  private final Postgres postgres = SmallServer.shared().postgres();
  private final DataSource dataSource = postgres.owner();
  private final UUID id = UUID.randomUUID();

  @BeforeAll
  static void table() {
    SmallServer.shared()
        .postgres()
        .execute("CREATE TABLE IF NOT EXISTS natural_purchase (id uuid, status text)");
  }

  @Test
  void aRowThatIsWhereItMustBeMoves() {
    purchase("NEW");
    assertThat(PAY.move(dataSource, id)).isEqualTo(new Moved.Now());
    assertThat(status()).isEqualTo("PAID");
  }

  @Test
  void aMoveThatComesAgainIsASuccessAndChangesNothing() {
    purchase("NEW");
    PAY.move(dataSource, id);
    assertThat(PAY.move(dataSource, id)).isEqualTo(new Moved.Already());
  }

  /** Such a column fills a state up with blanks. */
  @Test
  void aMoveThatComesAgainIsASuccessWhereTheColumnHasAFixedLength() {
    postgres.execute(
        "CREATE TABLE IF NOT EXISTS natural_padded (id uuid, status char(12)); INSERT INTO"
            + " natural_padded VALUES ('%s', 'NEW')".formatted(id));
    Transition pay = Transition.in("natural_padded", "id", "status").from("NEW").to("PAID");
    assertThat(pay.move(dataSource, id)).isEqualTo(new Moved.Now());
    assertThat(pay.move(dataSource, id)).isEqualTo(new Moved.Already());
  }

  @Test
  void aRowThatIsElsewhereIsLeftThereAndSaysWhere() {
    purchase("CANCELLED");
    assertThat(PAY.move(dataSource, id)).isEqualTo(new Moved.Refused("CANCELLED"));
    assertThat(status()).isEqualTo("CANCELLED");
  }

  @Test
  void aRowThatIsNotThereIsAbsent() {
    assertThat(PAY.move(dataSource, id)).isEqualTo(new Moved.Absent());
  }

  @Test
  void ofManyAtOnceOneMovesTheRowAndAllOthersLearnOfIt() throws SQLException {
    purchase("NEW");
    var moves =
        new AtOnce(postgres, 64)
                .behind(
                    "SELECT * FROM natural_purchase WHERE id = '%s' FOR UPDATE".formatted(id),
                    i -> PAY.move(dataSource, id))
                .stream()
                .collect(Collectors.groupingBy(moved -> moved, Collectors.counting()));
    assertThat(moves.keySet()).isEqualTo(Set.of(new Moved.Now(), new Moved.Already()));
    assertThat(moves.get(new Moved.Now())).isEqualTo(1);
  }

  @Test
  void aKeyThatIsNotUniqueIsToldAndNotIgnored() {
    purchase("NEW");
    purchase("NEW");
    assertThatThrownBy(() -> PAY.move(dataSource, id)).hasMessageContaining("must be unique");
  }

  @Test
  void aMoveToWhereItBeginsIsRefused() {
    assertThatThrownBy(() -> Transition.in("t", "k", "s").from("NEW").to("NEW"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void purchase(String status) {
    postgres.execute("INSERT INTO natural_purchase VALUES ('%s', '%s')".formatted(id, status));
  }

  private String status() {
    return postgres.texts("SELECT status FROM natural_purchase WHERE id = ?", id).get(0);
  }
}
