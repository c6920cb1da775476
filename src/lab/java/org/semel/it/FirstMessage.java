// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.semel.estate.ServerKind;
import org.semel.estate.Unpacked;
import org.semel.pages.Markdown;

/**
 * The first message as the page of the first WAR prints it: how it is sent, what is asked of the
 * database then, and what that shows. What is typed differs by ports, and by a user whom no test
 * has added before.
 */
final class FirstMessage {

  private static final Path PAGE = Path.of("docs/first-war.md");

  /** The quickstart, as a user has copied and built it. */
  private static final Path FOLDER = Path.of("target/quickstart");

  private static final Pattern ASKED = Pattern.compile("-c '([^']*)'");

  private final SharedEstate estate;
  private final String typed;
  private final Map<String, String> environment;

  private FirstMessage(SharedEstate estate, String reaching, Map<String, String> environment) {
    this.estate = estate;
    this.typed = reaching + "\n" + sending()[0];
    this.environment = environment;
  }

  /** What the page prints for this kind of server. */
  static FirstMessage printedFor(ServerKind kind, SharedEstate estate) {
    return switch (kind) {
      case WILDFLY ->
          new FirstMessage(
              estate,
              fence("add-user.sh")
                  .replace("localhost:8080", "localhost:" + estate.server().httpPort()),
              Map.of(
                  "JBOSS_HOME",
                  Unpacked.wildFly().home().toString(),
                  "JAVA_OPTS",
                  usersIn(estate.wildFly().configuration().getParent())));
      case LIBERTY ->
          new FirstMessage(
              estate,
              fence("semel-artemis.rar").replace("tcp://localhost:61616", estate.artemis().url()),
              Map.of(
                  "WLP",
                  Unpacked.liberty().home().toString(),
                  "SERVER",
                  estate.liberty().folder().toString()));
    };
  }

  /** The server of a test has its data elsewhere than at home. */
  private static String usersIn(Path configuration) {
    return "-Djboss.server.config.user.dir=%1$s -Djboss.domain.config.user.dir=%1$s"
        .formatted(configuration);
  }

  /** What is typed to send, and what is typed to ask then. */
  private static String[] sending() {
    return fence("SendPayment").split("(?=psql )", 2);
  }

  private static String fence(String word) {
    return Markdown.read(PAGE).fences().stream()
        .map(fence -> String.join("\n", fence.text()))
        .filter(text -> text.contains(word))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(PAGE + " prints no " + word));
  }

  /** Types it; gives all that is printed then. */
  String send() {
    try {
      ProcessBuilder shell =
          new ProcessBuilder("sh", "-eu", "-c", typed.replace(" producer ", " newcomer "))
              .directory(FOLDER.toFile())
              .redirectErrorStream(true);
      shell.environment().putAll(environment);
      Process run = shell.start();
      run.getOutputStream().close();
      String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (run.waitFor() != 0) {
        throw new IllegalStateException(typed + "\n" + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What the database answers now to all that the page asks: its rows. */
  List<String> answers() {
    List<String> rows = new ArrayList<>();
    ASKED
        .matcher(sending()[1])
        .results()
        .map(asked -> asked.group(1))
        .forEach(
            asked -> {
              String columns = asked.substring("SELECT ".length(), asked.indexOf(" FROM"));
              rows.addAll(
                  estate.postgres.texts(
                      "SELECT concat_ws(' | ', %s) FROM (%s) asked".formatted(columns, asked)));
            });
    return rows;
  }

  /** The rows that the page shows, once the provider has answered. */
  List<String> shown() {
    return Arrays.stream(fence("---+---").split("\n\n"))
        .flatMap(table -> table.lines().skip(2))
        .map(row -> Stream.of(row.split(" \\| ")).map(String::strip).collect(joining(" | ")))
        .map(row -> row.replace("pending", "delivered"))
        .toList();
  }
}
