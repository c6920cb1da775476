// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProviderTest {

  private final Provider provider = new Provider();
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<String> besides = new ArrayList<>();

  @BeforeEach
  void begin() {
    provider.begin(path -> {}, besides::add);
  }

  @Test
  void aRepeatIsOneEffectAndNoEvidence() throws Exception {
    post("1", "mail", "a");
    post("1", "mail", "a");
    assertThat(provider.effects()).containsExactly("mail a");
    assertThat(besides).isEmpty();
  }

  /** By a split, say: each run has the first effect alone, and all runs agree. */
  @Test
  void anotherRequestUnderAKnownKeyIsEvidence() throws Exception {
    post("1", "mail", "a");
    post("1", "mail", "b");
    post("1", "note", "a");
    assertThat(besides).containsExactly("mail", "note");
  }

  /** A query route asks at the same address. */
  @Test
  void aQuestionIsAnsweredByWhatTookEffectAndIsNoEffect() throws Exception {
    assertThat(get("1", "mail")).isEqualTo(404);
    post("1", "mail", "a");
    assertThat(get("1", "mail")).isEqualTo(200);
    assertThat(provider.effects()).containsExactly("mail a");
    assertThat(besides).isEmpty();
  }

  private void post(String key, String path, String body) throws Exception {
    assertThat(sent(request(key, path).POST(BodyPublishers.ofString(body)))).isEqualTo(201);
  }

  private int get(String key, String path) throws Exception {
    return sent(request(key, path).GET());
  }

  private HttpRequest.Builder request(String key, String path) {
    return HttpRequest.newBuilder(URI.create(provider.address(path)))
        .header("Idempotency-Key", key);
  }

  private int sent(HttpRequest.Builder request) throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.discarding()).statusCode();
  }
}
