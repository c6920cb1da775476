// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.assertProblem;
import static org.semel.internal.desk.web.rest.RestWorld.json;
import static org.semel.internal.desk.web.rest.RestWorld.key;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.desk.web.rest.call.Role;

/** Kept messages that are listed, and planned by the same filter. */
class RestKeptTest {

  private final RestWorld rest = new RestWorld();

  @Test
  void whatAFilterOfKeptMessagesListsIsWhatAPlanFreezes() {
    rest.kept("1", "a");
    long second = rest.kept("2", "a");
    rest.kept("3", "a");
    String since = rest.operations.kept().show(second, 0).orElseThrow().kept().toString();
    assertThat(listed("&since=" + since)).isEqualTo(2);
    assertThat(frozen("\"since\":\"" + since + "\"")).isEqualTo(2);
    assertThat(listed("&until=" + since)).isEqualTo(1);
    assertThat(frozen("\"until\":\"" + since + "\"")).isEqualTo(1);
    assertThat(listed("&keys=1%0A3%0A9")).isEqualTo(2);
    assertThat(frozen("\"keys\":\"1\\n3\\n9\"")).isEqualTo(2);
    String id = rest.operations.kept().show(second, 0).orElseThrow().message().origin().messageId();
    assertThat(frozen("\"messageId\":\"" + id + "\",\"keys\":\"2\"")).isEqualTo(1);
  }

  @Test
  void pagesOfAFilteredListKeepTheFilter() {
    rest.kept("1", "a");
    rest.kept("2", "a");
    rest.kept("3", "a");
    RestReply first =
        rest.get("/kept?consumer=" + rest.consumer + "&keys=1%0A3&limit=1", Role.VIEWER);
    String next = json(first).getString("next");
    assertThat(json(rest.get(next, Role.VIEWER)).getJsonArray("items").getJsonObject(0).toString())
        .contains("\"key\":\"3\"");
  }

  /** Headers are payload: nobody finds out about them by searching. */
  @Test
  void whoAsksForATypeOfEventsMayReadPayload() {
    String list = "/kept?consumer=" + rest.consumer + "&type=order.created";
    rest.kept("1", "a");
    assertProblem(rest.get(list, Role.VIEWER), 403, Code.ROLE_MISSING);
    assertThat(rest.get(list, Role.VIEWER, Role.PAYLOAD).status()).isEqualTo(200);
    assertProblem(
        rest.post("/plans", plan("KEPT", "\"type\":\"order.created\""), key()),
        403,
        Code.ROLE_MISSING);
  }

  /** A plan must never be of more than was meant. */
  @Test
  void aConditionThatDoesNotNarrowAPlanIsRefused() {
    rest.kept("1", "a");
    rest.parked("1");
    for (String wrong : List.of("\"reason\":\"GAP\"", "\"group\":\"x\"", "\"text\":\"x\"")) {
      assertProblem(rest.post("/plans", plan("KEPT", wrong), key()), 400, Code.REQUEST_INVALID);
    }
    for (String wrong : List.of("\"type\":\"x\"", "\"upTo\":7")) {
      assertProblem(rest.post("/plans", plan("PARKED", wrong), key()), 400, Code.REQUEST_INVALID);
    }
  }

  private int listed(String filter) {
    RestReply reply = rest.get("/kept?consumer=" + rest.consumer + filter, Role.VIEWER);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return json(reply).getJsonArray("items").size();
  }

  private int frozen(String filter) {
    RestReply reply = rest.post("/plans", plan("KEPT", filter), key());
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return json(reply).getJsonObject("plan").getJsonObject("progress").getInt("size");
  }

  private String plan(String source, String filter) {
    return "{\"owner\":\"%s\",\"source\":\"%s\",\"most\":9,\"why\":\"rebuilt\",%s}"
        .formatted(rest.consumer, source, filter);
  }
}
