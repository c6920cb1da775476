// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.semel.internal.desk.web.rest.RestWorld.assertProblem;
import static org.semel.internal.desk.web.rest.RestWorld.json;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.Code;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.ExportedRows;
import org.semel.internal.desk.web.rest.call.Parameter;
import org.semel.internal.desk.web.rest.call.Role;

/** Lists come as rows too: the same items, as far as redaction lets them pass. */
class RestExportTest {

  private static final String CANARY = "canary-4711";

  private final RestWorld rest = new RestWorld();

  /** An item of a made list. */
  public record Item(long id, String name) {}

  @Test
  void theRowsOfAListAreItsItems() {
    long first = rest.parked("=cmd|' /C calc'!A0", CANARY, CANARY);
    long second = rest.parked("2", "b", "x");
    RestReply reply = rest.get("/parked?consumer=" + rest.consumer + "&format=csv", Role.VIEWER);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.headers())
        .containsEntry("Content-Type", "text/csv;charset=utf-8")
        .containsEntry("Content-Disposition", "attachment; filename=\"semel.csv\"")
        .containsEntry("X-Content-Type-Options", "nosniff")
        .containsEntry("Cache-Control", "no-store");
    List<String> rows = rows(reply);
    assertThat(rows).hasSize(3);
    assertThat(rows.get(0)).startsWith("\"id\",\"consumer\",\"evidence.identity.key\"");
    assertThat(rows.get(1))
        .startsWith(first + ",\"" + rest.consumer + "\",\"'=cmd|' /C calc'!A0\"");
    assertThat(rows.get(2)).startsWith(second + ",").contains("\"ATTEMPTS_EXHAUSTED\"");
    assertThat(String.join("", rows)).doesNotContain(CANARY);
  }

  @Test
  void theFilterAndThePlaceOfTheListHoldForItsRows() {
    long first = rest.parked("1");
    rest.parked("2");
    String rows = "/parked?format=csv&consumer=" + rest.consumer;
    assertThat(rows(rest.get(rows + "&keys=2", Role.VIEWER))).hasSize(2);
    assertThat(rows(rest.get(rows + "&after=" + first, Role.VIEWER))).hasSize(2);
    assertThat(rows(rest.get(rows + "&reason=CONFLICT", Role.VIEWER))).hasSize(1);
    assertProblem(rest.get(rows + "&text=x", Role.VIEWER), 403, Code.ROLE_MISSING);
    assertProblem(rest.get(rows, Role.PAYLOAD), 403, Code.ROLE_MISSING);
  }

  @Test
  void intentsAndTheAuditComeAsRowsToo() {
    WaitingWork work = new WaitingWork(rest);
    List<String> intents =
        rows(rest.get("/intents?format=csv&destination=" + RestWorld.MAIL, Role.VIEWER));
    assertThat(intents.get(0)).startsWith("\"key\",");
    assertThat(intents).anyMatch(row -> row.contains(work.unknown.key().toString()));
    String delivered = "/intents?format=csv&state=DELIVERED&destination=" + RestWorld.MAIL;
    assertThat(rows(rest.get(delivered, Role.VIEWER)))
        .startsWith(intents.get(0))
        .noneMatch(row -> row.contains(work.unknown.key().toString()));
    List<String> audit = rows(rest.get("/audit?format=csv", Role.VIEWER));
    assertThat(audit.get(0)).startsWith("\"id\",\"at\",\"by.who\",\"by.why\"");
    String latest =
        json(rest.get("/audit?limit=1", Role.VIEWER))
            .getJsonArray("items")
            .getJsonObject(0)
            .getJsonNumber("id")
            .toString();
    assertThat(audit.get(1)).startsWith(latest + ",");
  }

  @ParameterizedTest
  @ValueSource(strings = {"format=json", "format=CSV", "format=", "format=csv&limit=5"})
  void whatIsNoFormatIsRefused(String format) {
    assertProblem(
        rest.get("/parked?consumer=" + rest.consumer + "&" + format, Role.VIEWER),
        400,
        Code.REQUEST_INVALID);
  }

  /** A page at a time, whoever reads however slowly, and none behind the last row. */
  @Test
  void anExportReadsPageByPageAndEnds() {
    List<Long> places = new ArrayList<>();
    CsvRows rows =
        new CsvRows(
            ExportedRows.of(
                List.of("id", "name"),
                0L,
                (place, most) -> {
                  places.add(place);
                  return items(place, most, 1_000_000);
                },
                Item::id),
            rest);
    long written = rows.first().lines().count() - 1;
    assertThat(places).containsExactly(0L);
    while (rows.hasNext()) {
      written += rows.next().lines().count();
      assertThat(places).hasSize((int) (written / 500));
    }
    assertThat(written).isEqualTo(ExportedRows.MOST);
    assertThat(places)
        .containsExactlyElementsOf(LongStream.range(0, 20).map(i -> i * 500).boxed().toList());
  }

  /** The client sees the connection break, and never half a table that looks whole. */
  @Test
  void anExportThatBreaksIsCutAndToldToTheLog() {
    CsvRows rows =
        new CsvRows(
            ExportedRows.of(
                List.of("id"),
                0L,
                (place, most) -> {
                  if (place > 0) {
                    throw new IllegalStateException(CANARY);
                  }
                  return items(place, most, 5_000);
                },
                Item::id),
            rest);
    rows.first();
    assertThatThrownBy(rows::next)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageNotContaining(CANARY)
        .cause()
        .hasMessage("the export was cut");
    assertThat(rest.failures).hasSize(1);
  }

  @Test
  void theDescriptionNamesEachListThatComesAsRows() {
    List<String> exported =
        rest.api.table().stream()
            .filter(endpoint -> endpoint.parameters().contains(Parameter.FORMAT))
            .map(endpoint -> endpoint.path().text())
            .toList();
    assertThat(exported)
        .containsExactlyInAnyOrder("/parked", "/intents", "/audit", "/plans/{id}/items");
    for (Endpoint endpoint : rest.api.table()) {
      if (endpoint.type() == Endpoint.EndpointType.VIEW) {
        assertThat(
                json(rest.get("/openapi.json", Role.VIEWER))
                    .getJsonObject("paths")
                    .getJsonObject(endpoint.path().text())
                    .getJsonObject("get")
                    .getJsonObject("responses")
                    .getJsonObject("200")
                    .getJsonObject("content")
                    .keySet())
            .as(endpoint.path().text())
            .isEqualTo(
                exported.contains(endpoint.path().text())
                    ? Set.of("application/json", "text/csv")
                    : Set.of("application/json"));
      }
    }
  }

  private static List<Item> items(long place, int most, long all) {
    return IntStream.range(0, most)
        .mapToObj(i -> new Item(place + i + 1, CANARY))
        .filter(item -> item.id() <= all)
        .toList();
  }

  private static List<String> rows(RestReply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    StringBuilder text = new StringBuilder(reply.text());
    reply.more().forEachRemaining(text::append);
    return text.toString().lines().toList();
  }
}
