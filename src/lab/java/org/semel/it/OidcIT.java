// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.it.ApiClient.json;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.semel.estate.ServerKind;
import org.semel.estate.Users;

/**
 * Operators who log in at a provider of OpenID Connect, on a server that our files have switched to
 * it. The last test switches it off again.
 */
@ParameterizedClass(name = "{0}")
@EnumSource
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OidcIT {

  private static final String APPLICATION = "guarded";
  private static final String WAR = APPLICATION + ".war";
  private static final String WHY = "{\"why\":\"a test\"}";

  private static final Map<String, Set<String>> CALLERS =
      Map.of(
          "vera", Set.of("semel-viewer"),
          "otto", Set.of("semel-operator"),
          "ada", Set.of("semel-admin"),
          "paul", Set.of("semel-payload"),
          "anna", Set.of("semel-approver"),
          "nora", Set.of("company-guest"),
          "olga", Set.of("semel-viewer", "semel-approver"));

  private static OidcProvider provider;
  private static OidcLogins logins;

  private final ServerKind kind;

  OidcIT(ServerKind kind) {
    this.kind = kind;
  }

  @BeforeParameterizedClassInvocation
  static void switchOn(ServerKind kind) {
    provider = new OidcProvider();
    logins = OidcLogins.of(kind, LoginWar.basic(WAR), provider);
    logins.on();
  }

  @AfterParameterizedClassInvocation
  static void end() {
    logins.close();
    provider.close();
  }

  @Test
  @Order(1)
  void eachUserOfTheProviderMayDoWhatThePageOfRolesSaysAndNothingElse() {
    RoleMatrix matrix =
        RoleMatrix.of(
            json(loggedIn("vera", Set.of("semel-viewer")).get("/openapi.json"))
                .getJsonObject("paths"));
    CALLERS.forEach((user, roles) -> matrix.holdsFor(loggedIn(user, roles), roles));
    matrix.holdsForAPart(
        loggedIn("tom", Set.of(LoginWar.TEAM)), LoginWar.WORTH, "reservations", "confirmation");
    matrix.asksForALogin(nobody());
  }

  @Test
  @Order(2)
  void theAuditKnowsAUserByTheNameThatTheProviderGives() {
    ApiClient ada = loggedIn("ada", Set.of("semel-admin"));
    assertThat(json(ada.get("/")).getString("user")).isEqualTo("ada");
  }

  @Test
  @Order(3)
  void whoIsNotLoggedInIsToldSoByTheApiAndSentNowhere() {
    assertThatNobodyIsLoggedIn(nobody().get("/backlog"));
    for (String cookie : List.of("JSESSIONID=unknown", "LtpaToken2=unknown")) {
      assertThatNobodyIsLoggedIn(nobody().with("Cookie", cookie).get("/backlog"));
    }
    ApiClient foreign = nobody().with("Authorization", "Bearer x.y.z");
    if (kind == ServerKind.WILDFLY) {
      assertThatNobodyIsLoggedIn(nobody().as(Users.VIEWER).get("/backlog"));
      assertThatNobodyIsLoggedIn(foreign.get("/backlog"));
    } else { // a Liberty still takes the application's own logins, and refuses others in its words
      assertThat(nobody().as(Users.VIEWER).get("/backlog").statusCode()).isEqualTo(200);
      assertThat(foreign.get("/backlog").statusCode()).isEqualTo(401);
    }
  }

  @Test
  @Order(4)
  void aSessionThatHasEndedIsNoneAnyMore() {
    ApiClient vera = loggedIn("vera", Set.of("semel-viewer"));
    assertThat(vera.get("/backlog").statusCode()).isEqualTo(200);
    Sessions.of(kind).end(vera, WAR);
    assertThatNobodyIsLoggedIn(vera.get("/backlog"));
  }

  @Test
  @Order(5)
  void noScriptReadsACookieOfALoginAndNoForeignSiteCausesItsSending() {
    provider.expect("vera", Set.of("semel-viewer"));
    List<String> cookies = ApiClient.cookies(browser().page());
    assertThat(cookies)
        .hasSizeGreaterThanOrEqualTo(2)
        .allSatisfy(
            cookie ->
                assertThat(cookie)
                    .containsIgnoringCase("HttpOnly")
                    .containsIgnoringCase("SameSite=Lax"));
  }

  @Test
  @Order(6)
  void aForeignPageChangesNothingThoughTheBrowserSendsTheLogin() {
    ApiClient ada = loggedIn("ada", Set.of("semel-admin"));
    for (Map.Entry<String, String> foreign :
        Map.of("Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example").entrySet()) {
      HttpResponse<String> refused =
          ada.with(foreign.getKey(), foreign.getValue())
              .send("post", "/destinations/confirmation/pause", WHY);
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(json(refused).getString("code")).isEqualTo("SEMEL-0813");
    }
    assertThat(json(ada.get("/pauses")).getJsonArray("items")).isEmpty();
    assertThat(
            ada.with("Sec-Fetch-Site", "same-origin")
                .send("post", "/parked/999999999/release", WHY)
                .statusCode())
        .isEqualTo(404);
  }

  @Test
  @Order(7)
  void theAddressOfAScreenShowsThatScreenAfterTheLoginAtTheProvider() {
    provider.expect("vera", Set.of("semel-viewer"));
    ScreenInBrowser.assertThatItIsShown(
        ScreenInBrowser.open(logins.server().httpPort(), APPLICATION));
  }

  @Test
  @Order(8)
  void switchedOffTheApplicationAsksForTheLoginsThatItsOwnDescriptorSays() {
    logins.off();
    HttpResponse<String> page = browser().page();
    assertThat(page.statusCode()).as(page.uri() + " " + page.body()).isEqualTo(401);
    assertThat(page.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Basic");
    HttpResponse<String> backlog = nobody().as(Users.VIEWER).get("/backlog");
    assertThat(backlog.statusCode()).as(backlog.body()).isEqualTo(200);
  }

  private static void assertThatNobodyIsLoggedIn(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(401);
    assertThat(json(response).getString("code")).isEqualTo("SEMEL-0811");
  }

  private ApiClient loggedIn(String user, Set<String> roles) {
    provider.expect(user, roles);
    ApiClient browser = browser();
    browser.page(); // the way in has one step more than a client of the JDK takes at once
    HttpResponse<String> page = browser.page();
    assertThat(page.statusCode()).as(user + ": " + page.body()).isEqualTo(200);
    assertThat(page.body()).contains("console.js");
    return browser;
  }

  private ApiClient browser() {
    return ApiClient.browser(logins.server().httpPort(), APPLICATION);
  }

  private ApiClient nobody() {
    return ApiClient.nobody(logins.server().httpPort(), APPLICATION);
  }
}
