// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.edge.camel.provider.SendingEnd;
import org.semel.internal.edge.camel.provider.SendingEnd.Certainty;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Verdict;
import org.semel.promises.Promises;
import org.semel.promises.PromisesIndex;

/**
 * The reference pages say what the code says. {@code mvn test -Dtest=ReferencePagesTest
 * -Dsemel.docs=write} writes them anew.
 */
class ReferencePagesTest {

  private static final String YAML =
      """

      ## A policy in YAML

      `META-INF/semel/<consumer>.yaml` in `WEB-INF/classes` is the policy of one consumer: the same keys, in sections. Each is read
      as its line in a properties file would be, expressions included; a list may be written as one.

      ```yaml
      strategy: claim
      source:
        connection-factory: jms/semelLocal
      ack:
        protocol: store-first
      dedup:
        identity: property:orderId
        remember: 30d
      message:
        headers: [traceparent, orderId]
      retry:
        attempts: 8
        backoff-most: 10m
        terminal:
          - com.example.OrderRefused
      replay:
        horizon: 7d
        rule: forbidden
      ```

      The file has the rank of a properties file in the WAR (100): a value of a lower rank is overruled by it, and one of a higher rank
      overrules it, as environment variables and system properties do. A key that stands in a file and in a source of the same rank is a
      fault that names both places. A line of the active profile (`%prod.semel.…`) has the rank of its source, and so is such a fault in a
      properties file of the WAR; a file of the profile (`microprofile-config-prod.properties`) ranks higher, and overrules.
      The configuration of the server and of the application stays as it is, with its profile, interceptors and converters. Its other
      sources do not see what a file says: `${semel.consumer.orders.batch}` is expanded in such files alone. A secret that a handler of
      the provider decodes (`${handler::secret}`) stands in another source, under a name that the file gives: `${my.password}`.

      Faults are also a second file of one consumer (`.yml`), a section or key that is not known, a name with a dot, a second line for
      a key, a list where a value belongs, and any other file in that folder. Nothing after a name, `~` and `null` say nothing, and are
      faults; `[]` is a list of none. A fault names file and line.
      A policy in a jar, be it in `WEB-INF/lib`, in an EAR or made by Maven's `archiveClasses`, is not read: if it is of a consumer that
      a route names and says anything else than the file that is read, it is a fault that names the jar. A file whose consumer no route
      names is reported at the start (`SEMEL-0111`).

      **Outside of the WAR:** where `semel.policies` names a folder of the machine (`-Dsemel.policies=/etc/shop`), `<consumer>.yaml` in it
      is read, too, and overrules the WAR line by line, by its rank of 200: a policy is changed without a new WAR, and holds from the
      application's next start on. Environment variables and system properties (300, 400) overrule both. The same faults are found in it;
      what begins with a dot, as in a ConfigMap that Kubernetes mounts, is not read. Give each application a folder of its own.

      Only the text of values counts: nothing is made of tags, and nothing is expanded but `${...}`. What holds for all consumers,
      destinations and Semel itself stay properties.
      """;

  @Test
  void configuration() throws IOException {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Configuration

        MicroProfile Config reads all keys: from `META-INF/microprofile-config.properties` in the WAR, system properties,
        environment variables and every source that the server adds. A consumer's policy may stand in a
        [file of its own](#a-policy-in-yaml). Every key has a default. One error at start lists all faults.

        `${other.key}` and `${other.key:default}` stand for the value of another key. An expression that cannot be expanded is a
        fault. So is a key under `semel.` that these tables do not list. A key with an empty value is a fault, unless its default is
        empty or its value is a list: `headers=` admits none. Environment variables of the command line (`SEMEL_URL`, `SEMEL_USER`,
        `SEMEL_PASSWORD`) and those that Kubernetes makes for a service (`SEMEL_SERVICE_HOST`, `SEMEL_PORT`) are no keys.

        A rule in Camel's Simple language (`simple:${header.tenant}`, also as a part) is not expanded, because that language uses the
        same brackets. Elsewhere write `\\${` for a plain `${`; in a properties file that is `\\\\${`.
        A dollar before another dollar is one dollar: write `$$$$` for two. A password without an expression is taken as it is written.

        Durations are written `500ms`, `2s`, `3m`, `1h`, `7d`; sizes `1024`, `8KiB`, `32MiB`.

        *This page is generated from the code; a test compares the two.*
        """);
    page.append(YAML);
    section(page, "Semel", "`semel.<key>`", SemelSettings.TABLE.all());
    section(
        page,
        "Roles",
        "`semel.role.<name>.<key>`, with the name of a role as the server knows it; see"
            + " [scopes](rest.md#roles-for-a-part-of-the-estate)",
        RoleKeys.TABLE.all());
    section(
        page,
        "Consumers",
        "`semel.consumer.<name>.<key>`, with the name after `inbox:`; or `semel.consumer-defaults.<key>` for all consumers."
            + "\nThe last column says where `META-INF/semel/<name>.yaml` has the key",
        ConsumerKeys.TABLE.all());
    section(
        page,
        "Destinations",
        "`semel.destination.<name>.<key>`, with the name after `intent:`; or `semel.destination-defaults.<key>` for"
            + " all destinations",
        DestinationKeys.TABLE.all());
    assertPage("docs/configuration.md", page.toString());
  }

  @Test
  void codes() throws IOException {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Codes

        Every line for operators, in a log or an exception, begins with one of these codes.

        The urgency says how soon somebody must look. *At once*: wake a person; work stands still until somebody acts, or the
        promise may not hold. *Working hours*: it may end by itself, and other work goes on. Without one, there is no hurry.
        [Alerts](../observability/runbooks.md) say when many of a kind are too many.

        *This page is generated from the code; a test compares the two.*

        | code | urgency | name | meaning |
        | --- | --- | --- | --- |
        """);
    for (Code code : inOrder()) {
      page.append(
          "| `%s` | %s | %s | %s |%n"
              .formatted(code.text(), urgency(code), code.name(), code.meaning()));
    }
    assertPage("docs/codes.md", page.toString());
  }

  @Test
  void causes() throws IOException {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Causes

        What a failure is follows from its cause alone: not from where it shows (the route, a flush, the prepare, the commit, the
        receipt), from who stands beside the message, from the protocol, the batch or the load.

        *This page is generated from the code; a test compares the two.*

        ## Verdicts

        | verdict | what follows |
        | --- | --- |
        """);
    for (Verdict verdict : Verdict.values()) {
      page.append("| %s | %s |%n".formatted(verdict.words(), verdict.meaning()));
    }
    page.append(
        """

        ## Causes

        The lines stand in order of strength. Of all that an exception, what caused it and what was suppressed by it tell, the last
        line counts.

        What passes is held against a message in one case only: if it stops that message each time, while it is alone. The last
        column says when a stop counts. After the policy's `deliveries` the message is parked as `DELIVERIES_EXHAUSTED`.

        | cause | how it shows | verdict | what ends it, if it never ends |
        | --- | --- | --- | --- |
        """);
    for (Cause cause : Cause.values()) {
      page.append(
          "| `%s` | %s | %s | %s |%n"
              .formatted(cause, cause.shows(), cause.verdict().words(), cause.bound().words()));
    }
    assertPage("docs/causes.md", page.toString());
  }

  @Test
  void sendings() throws IOException {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Sendings

        Whether an intent can have taken effect follows from what happened to it and from how far it had got: not from the protocol,
        the load or the attempt. What no line names is unknown.

        The same holds over HTTP, TLS, a proxy, and `jms:` with each kind of connection factory. The exception is a pool of Artemis' XA
        connections outside a transaction: [nothing is sent over it](routes.md#which-connection-factory-a-provider-route-sends-over).

        *This page is generated from the code; a test compares the two.*

        ## What is known

        | known | what follows |
        | --- | --- |
        """);
    for (Certainty known : Certainty.values()) {
      page.append("| %s | %s |%n".formatted(known.words(), known.meaning()));
    }
    page.append(
        """

        ## What happened

        A class stands for those that extend it. Where more than one line fits, what tells of a lost answer goes first, then what is
        refused by name, then what tells that nothing was sent.

        A broker's refusal by name is believed if the client's call for this message throws it: one that makes connection, session,
        queue or producer, or the send of Artemis' client, which sends once. Other clients may send again by themselves, and a commit
        may speak of any message.

        | line | what happened | class, status | how far it got | known |
        | --- | --- | --- | --- | --- |
        """);
    for (SendingEnd end : SendingEnd.values()) {
      page.append(
          "| `%s` | %s | %s | %s | %s |%n"
              .formatted(
                  end, end.happened(), end.signs(), end.reach().words(), end.certainty().words()));
    }
    assertPage("docs/sendings.md", page.toString());
  }

  @Test
  void promises() throws IOException {
    assertPage("docs/promises/README.md", PromisesIndex.of(Promises.pages(Promises.DIRECTORY)));
  }

  private static String urgency(Code code) {
    return switch (code.urgency()) {
      case NONE -> "";
      case LATER -> "working hours";
      case AT_ONCE -> "at once";
    };
  }

  /** By number: whoever meets one looks it up. */
  private static List<Code> inOrder() {
    return Arrays.stream(Code.values()).sorted(Comparator.comparing(Code::text)).toList();
  }

  private static void section(
      StringBuilder page, String title, String form, List<ConfigKey<?>> keys) {
    page.append("%n## %s%n%n%s.%n%n".formatted(title, form));
    boolean yaml = keys.stream().anyMatch(key -> !key.yaml().isEmpty());
    page.append("| key | default | allowed | meaning |" + (yaml ? " in YAML |" : "") + "\n");
    page.append("| --- | --- | --- | --- |" + (yaml ? " --- |" : "") + "\n");
    for (ConfigKey<?> key : keys) {
      String fallback = key.fallback().isEmpty() ? "" : "`" + key.fallback() + "`";
      page.append(
          "| `%s` | %s | %s | %s |%s%n"
              .formatted(
                  key.name(),
                  fallback,
                  key.values().range(),
                  key.meaning(),
                  yaml ? " `" + key.yaml() + "` |" : ""));
    }
  }

  private static void assertPage(String path, String page) throws IOException {
    Path file = Path.of(path);
    if (System.getProperty("semel.docs", "").equals("write")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, page);
    }
    assertThat(file)
        .as("write it anew with -Dsemel.docs=write")
        .usingCharset(UTF_8)
        .hasContent(page.stripTrailing());
  }
}
