// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.engine.receive.identity.Identification.Identified;
import org.semel.internal.engine.receive.identity.Identification.Unidentifiable;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/** How far a document is read, and where a pointer leads in it. */
class JsonLimitsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"[; ]", "{#a#:; }"})
  void aDocumentMayBeAsDeepAsTheLimitAndNoDeeper(String mark, String close) {
    String open = mark.replace('#', '"');
    int inner = JsonReader.DEEPEST - 1;
    assertThat(idBeside(nested(open, inner, close))).isEqualTo(new Identified("1"));
    assertThat(idBeside(nested(open, inner + 1, close))).isInstanceOf(Unidentifiable.class);
  }

  @Test
  void aDocumentMayHaveAsManyNamesAsTheLimitAndNotOneMore() {
    assertThat(idBeside(names(JsonReader.MOST_NAMES - 2))).isEqualTo(new Identified("1"));
    assertThat(idBeside(names(JsonReader.MOST_NAMES - 1))).isInstanceOf(Unidentifiable.class);
  }

  @Test
  void namesOfObjectsThatAreClosedDoNotCount() {
    String half = names(JsonReader.MOST_NAMES / 2);
    assertThat(idBeside("[" + half + "," + half + "," + half + "]")).isEqualTo(new Identified("1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "/a/1; {'b':{'a':[9]},'a':[[1,2],'x']}; x",
        "/a/2; {'a':[{'n':1},[2],'x']}; x",
        "/a/0; {'a':['x']}; x",
        "/a/10; {'a':[0,1,2,3,4,5,6,7,8,9,'x']}; x",
        "/a/b; {'c':[1,{'b':2}],'a':{'c':{'b':3},'b':'x'}}; x",
        "/1; ['y','x']; x",
        "/~01; {'~1':'x'}; x",
        "/a/b/c; {'a':{'b':{'c':7}}}; 7",
        "/a; {'a':'x'}; x"
      })
  void aPointerLeadsToTheValueItNames(String pointer, String body, String key) {
    assertThat(at(pointer, body)).isEqualTo(new Identified(key));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "/a/1; {'a':['x']}",
        "/a/01; {'a':['x','y']}",
        "/a/-; {'a':['x']}",
        "/a/1000000000; {'a':['x']}",
        "/a/b; {'a':'b'}",
        "/a/b; {'a':{'c':1},'b':'x'}",
        "/a/0; {'a':[],'b':'x'}",
        "/b/c; {'a':{'b':{'c':1}}}",
        "/a; {'a':true}",
        "/a; {'a':['x']}",
        "/a; 7"
      })
  void aPointerThatLeadsToNoTextOrNumberFindsNoIdentity(String pointer, String body) {
    assertThat(at(pointer, body))
        .isInstanceOfSatisfying(
            Unidentifiable.class,
            none -> assertThat(none.reason()).isEqualTo(ParkingReason.NO_IDENTITY));
  }

  @Test
  void aBodyThatIsReadTwiceTellsTheSameTwice() {
    Message sound = Messages.text("{\"id\":\"1\",\"a\":[\"x\"]}");
    Message broken = Messages.text("{\"id\":");
    for (int i = 0; i < 2; i++) {
      assertThat(IdentityRules.json("/id").identify(sound)).isEqualTo(new Identified("1"));
      assertThat(IdentityRules.json("/a/0").identify(sound)).isEqualTo(new Identified("x"));
      assertThat(IdentityRulesTest.reason(IdentityRules.json("/id"), broken))
          .isEqualTo(ParkingReason.NOT_JSON);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "application/cloudevents+json, /s|1",
    "Application/CloudEvents+JSON; charset=utf-8, /s|1",
    "application/json, /h|2"
  })
  void theContentTypeSaysWhereAnEventKeepsItsAttributes(String type, String key) {
    Message event =
        Messages.typed(
            type, "{\"id\":\"1\",\"source\":\"/s\"}", Map.of("ce_id", "2", "ce_source", "/h"));
    assertThat(IdentityRules.cloudEvent().identify(event)).isEqualTo(new Identified(key));
  }

  private static Identification at(String pointer, String body) {
    return IdentityRules.json(pointer).identify(Messages.text(body.replace('\'', '"')));
  }

  private static Identification idBeside(String value) {
    return IdentityRules.json("/id")
        .identify(Messages.text("{\"id\":\"1\",\"data\":" + value + "}"));
  }

  private static String nested(String open, int depth, String close) {
    return open.repeat(depth) + "1" + close.repeat(depth);
  }

  private static String names(int count) {
    StringBuilder names = new StringBuilder("{\"0\":0");
    for (int i = 1; i < count; i++) {
      names.append(",\"").append(i).append("\":0");
    }
    return names + "}";
  }

  @Test
  void whoeverFindsNoIdentityInABodyIsToldWhatIsWrongWithIt() {
    assertThat(IdentityRules.json("/id").identify(Messages.text("{")))
        .isEqualTo(new Unidentifiable(ParkingReason.NOT_JSON, "the body is not well-formed JSON"));
  }
}
