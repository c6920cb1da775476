// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.json;
import static org.semel.internal.desk.web.rest.RestWorld.key;

import jakarta.json.JsonObject;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.watch.redaction.ShownFields;
import org.semel.internal.desk.web.rest.call.Role;

/** Who may look sees the fields that a consumer's policy allows, and nothing beside them. */
class RestFieldsTest {

  private static final String SECRET = "secret-4711";
  private static final String BODY =
      """
      {"order":"17","mail":"secret-4711","card":"4111111111111111","evil":"a\\u202eb\\u0000c"}""";

  private final RestWorld rest = new RestWorld();

  @Test
  void aParkedMessageShowsTheAllowedFieldsAndNothingElseOfItsBody() {
    rest.fields = ShownFields.whole("/order").and(ShownFields.masked("/card:last4"));
    long id = rest.parked("1", BODY, SECRET);
    RestReply reply = rest.get("/parked/" + id, Role.VIEWER);
    JsonObject body = json(reply).getJsonObject("message").getJsonObject("body");
    assertThat(body.getJsonObject("shown").toString())
        .isEqualTo(
            "{\"is\":\"AllowedFields\",\"fields\":["
                + "{\"at\":\"/order\",\"text\":\"17\",\"isWhole\":true},"
                + "{\"at\":\"/card\",\"text\":\"…1111\",\"isWhole\":false}],\"isComplete\":true}");
    assertThat(body).containsOnlyKeys("form", "size", "shown");
    assertThat(reply.text()).doesNotContain(SECRET, "4111111111111111");
  }

  @Test
  void aDossierShowsThemAndNoListDoes() {
    rest.fields = ShownFields.whole("/order");
    rest.parked("1", BODY, SECRET);
    RestReply dossier = rest.get("/identities?consumer=" + rest.consumer + "&key=1", Role.VIEWER);
    assertThat(dossier.text()).contains("\"at\":\"/order\"").doesNotContain(SECRET);
    RestReply list = rest.get("/parked?consumer=" + rest.consumer, Role.VIEWER);
    assertThat(list.text()).doesNotContain("\"shown\"", "/order");
  }

  @Test
  void ofManyParkedMessagesTheDossierShowsThoseOfTheLatest() {
    rest.fields = ShownFields.whole("/number");
    IntStream.range(0, 9).forEach(i -> rest.parked("1", "{\"number\":" + (100 + i) + "}", SECRET));
    String dossier =
        rest.get("/identities?consumer=" + rest.consumer + "&key=1", Role.VIEWER).text();
    assertThat(dossier).contains("\"108\"", "\"101\"").doesNotContain("\"100\"");
  }

  @Test
  void aKeptMessageShowsThemToo() {
    rest.fields = ShownFields.whole("/order");
    long id = rest.kept("1", BODY);
    RestReply reply = rest.get("/kept/" + id, Role.VIEWER);
    assertThat(reply.text()).contains("\"at\":\"/order\"").doesNotContain(SECRET);
    rest.fields = ShownFields.NONE;
    assertThat(rest.get("/kept/" + id, Role.VIEWER).text()).doesNotContain("\"shown\"");
  }

  @Test
  void withoutAPolicyAViewSaysFormAndSize() {
    long id = rest.parked("1", BODY, SECRET);
    JsonObject body =
        json(rest.get("/parked/" + id, Role.ADMIN)).getJsonObject("message").getJsonObject("body");
    assertThat(body).containsOnlyKeys("form", "size");
  }

  @Test
  void ofWhatIsNoJsonSizeAndDigestAreShown() {
    rest.fields = ShownFields.whole("/order");
    long id = rest.parked("1", SECRET, "x");
    RestReply reply = rest.get("/parked/" + id, Role.VIEWER);
    JsonObject shown =
        json(reply).getJsonObject("message").getJsonObject("body").getJsonObject("shown");
    assertThat(shown.getString("why")).isEqualTo("NOT_JSON");
    assertThat(shown.getString("digest")).hasSize(64);
    assertThat(reply.text()).doesNotContain(SECRET);
  }

  @Test
  void whatAFieldHoldsCannotMisleadATerminalOrAPage() {
    rest.fields = ShownFields.whole("/evil");
    long id = rest.parked("1", BODY, "x");
    assertThat(rest.get("/parked/" + id, Role.VIEWER).text())
        .contains("a\\u202eb\\u0000c")
        .doesNotContain("\u202e");
  }

  /** Who may read payload reads it as before; an act says nothing of a body. */
  @Test
  void whoReadsThePayloadSeesTheWholeBody() {
    rest.fields = ShownFields.whole("/order");
    long id = rest.parked("1", BODY, "x");
    RestReply reply = rest.post("/parked/" + id + "/body", "{\"why\":\"x\"}", key(), Role.PAYLOAD);
    assertThat(json(reply).getJsonObject("message").getJsonObject("body").getString("text"))
        .contains(SECRET);
  }
}
