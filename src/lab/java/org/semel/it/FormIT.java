// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.it.ApiClient.json;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.semel.estate.ServerKind;
import org.semel.estate.Users;
import org.semel.internal.desk.web.console.WebKit;

/** Operators who log in at a page of the application, on a server that our files have prepared. */
@OnEachServer
class FormIT {

  private static final String APPLICATION = "form";
  private static final String WAR = APPLICATION + ".war";

  private final ServerKind kind;
  private final SharedEstate estate;

  FormIT(ServerKind kind) {
    this.kind = kind;
    estate = SharedEstate.of(kind);
  }

  @BeforeParameterizedClassInvocation
  static void deploy(ServerKind kind) throws java.io.IOException {
    if (kind == ServerKind.LIBERTY) {
      SharedEstate.of(kind)
          .liberty()
          .configure("form-logins", Files.readString(Path.of("server-config/liberty/form.xml")));
    }
    SharedEstate.of(kind).server().deploy(LoginWar.form(WAR));
  }

  @AfterParameterizedClassInvocation
  static void undeploy(ServerKind kind) {
    SharedEstate.of(kind).server().undeploy(WAR);
    if (kind == ServerKind.LIBERTY) {
      SharedEstate.of(kind).liberty().reset("form-logins");
    }
  }

  @Test
  void whoLogsInAtThePageUsesConsoleAndApiUntilTheSessionEnds() {
    ApiClient operator = browser();
    assertThat(operator.page().body()).contains("j_security_check");
    HttpResponse<String> page = login(operator, Users.OPERATOR.password());
    assertThat(page.body()).contains("<title>Semel</title>");
    assertThat(json(operator.get("/")).getString("user")).isEqualTo("operator");
    assertThat(
            operator.send("post", "/parked/999999999/release", "{\"why\":\"a test\"}").statusCode())
        .isEqualTo(404);
    assertThat(operator.send("post", "/identities/forget", "{}").statusCode()).isEqualTo(403);
    Sessions.of(kind).end(operator, WAR);
    assertThatNobodyIsLoggedIn(operator.get("/backlog"));
  }

  @Test
  void theApiTellsWhoIsNotLoggedInAndShowsThemNoForm() {
    assertThatNobodyIsLoggedIn(nobody().get("/backlog"));
    for (String cookie : List.of("JSESSIONID=unknown", "LtpaToken2=unknown")) {
      assertThatNobodyIsLoggedIn(nobody().with("Cookie", cookie).get("/backlog"));
    }
    ApiClient wrong = browser();
    wrong.page();
    assertThat(login(wrong, "wrong").body()).contains("j_security_check");
    assertThatNobodyIsLoggedIn(wrong.get("/backlog"));
  }

  @Test
  void noScriptReadsTheCookieOfALoginAndNoForeignSiteCausesItsSending() {
    ApiClient operator = browser();
    List<String> cookies = new ArrayList<>(ApiClient.cookies(operator.page()));
    cookies.addAll(ApiClient.cookies(login(operator, Users.OPERATOR.password())));
    assertThat(cookies)
        .anyMatch(cookie -> cookie.matches("(JSESSIONID|LtpaToken2)=.*"))
        .allMatch(cookie -> cookie.contains("SameSite=Lax"))
        .allMatch(cookie -> cookie.contains("HttpOnly"));
  }

  @Test
  void theAddressOfAScreenShowsThatScreenAfterTheLogin() {
    WebKit browser = ScreenInBrowser.open(estate.server().httpPort(), APPLICATION);
    browser.until("document.querySelector('form button') !== null");
    browser.script(
        """
        document.querySelector('[name=j_username]').value = '%s';
        document.querySelector('[name=j_password]').value = '%s';
        document.querySelector('form button').click();
        """
            .formatted(Users.OPERATOR.user(), Users.OPERATOR.password()));
    ScreenInBrowser.assertThatItIsShown(browser);
  }

  private static HttpResponse<String> login(ApiClient browser, String password) {
    return browser.form("/j_security_check", "j_username=operator&j_password=" + password);
  }

  private static void assertThatNobodyIsLoggedIn(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(401);
    assertThat(json(response).getString("code")).isEqualTo("SEMEL-0811");
  }

  private ApiClient browser() {
    return ApiClient.browser(estate.server().httpPort(), APPLICATION);
  }

  private ApiClient nobody() {
    return ApiClient.nobody(estate.server().httpPort(), APPLICATION);
  }
}
