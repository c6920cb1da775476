// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.semel.estate.ExampleWar;
import org.semel.estate.ServerKind;
import org.semel.it.endpoints.OwnOrders;

/**
 * What becomes of an application's own REST endpoints beside our jar. WildFly takes Jackson for all
 * JSON of an application in which it finds it, and Camel brings it; Open Liberty does not.
 */
class WildFlyEndpointsIT {

  private static final String NAME = "endpoints.war";

  /** What first-war.md says to write into web.xml. */
  private static final String DESCRIPTOR =
      """
      <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
        <context-param>
          <param-name>resteasy.preferJacksonOverJsonB</param-name>
          <param-value>false</param-value>
        </context-param>
      </web-app>
      """;

  private final SharedEstate estate = SharedEstate.of(ServerKind.WILDFLY);
  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void withOneLineInItsDescriptorTheyAnswerAsWithoutTheJarAndWithoutItByJackson() throws Exception {
    String without = answers(ShrinkWrap.create(WebArchive.class, NAME));
    assertThat(without)
        .contains("\"order-no\":\"17\"", "\"day\":\"2026-11-30\"", "200 18 of 2026-12-01");
    assertThat(answers(ExampleWar.bare(NAME).setWebXML(new StringAsset(DESCRIPTOR))))
        .isEqualTo(without);
    assertThat(answers(ExampleWar.bare(NAME))).contains("\"day\":[2026,11,30]");
  }

  private String answers(WebArchive war) throws Exception {
    estate.server().deploy(war.addPackage(OwnOrders.class.getPackage()));
    try {
      return answer(request().GET())
          + answer(
              request()
                  .header("Content-Type", "application/json")
                  .POST(
                      HttpRequest.BodyPublishers.ofString(
                          "{\"order-no\": \"18\", \"day\": \"2026-12-01\", \"unknown\": 1}")));
    } finally {
      estate.server().undeploy(NAME);
    }
  }

  private String answer(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return response.statusCode() + " " + response.body() + "\n";
  }

  private HttpRequest.Builder request() {
    int port = estate.server().httpPort();
    return HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/endpoints/orders"));
  }
}
