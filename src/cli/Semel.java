// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Semel's command line: one file for a plain JDK 17, over the REST API.
 *
 * <pre>
 * java Semel.java parked --consumer reservations
 * java Semel.java parked 17 release --why "the price list is mended"
 * </pre>
 *
 * Words are the segments of a path, options its parameters (docs/rest.md), so that it has whatever
 * verbs the API has. With {@code --why} it acts. The API's JSON goes to the output, what is wrong
 * to the errors. It never follows a redirect, as that would send the login elsewhere.
 */
public final class Semel {

  private static final String USAGE =
      """
      usage: java Semel.java WORD... [--PARAMETER VALUE]... [--why REASON] [--all]

        java Semel.java backlog
        java Semel.java parked --consumer reservations
        java Semel.java parked 17 release --why "the price list is mended"
        java Semel.java plans --owner reservations --source PARKED --most 10000 --why "outage of the 12th"
        java Semel.java plans 4 rehearse
        java Semel.java identities remember --consumer reservations --at 2026-11-29T00:00:00Z --keys @keys.txt --why "old table"
        java Semel.java doctor

      Words and parameters are those of docs/rest.md. --why makes it an act. --all follows the pages of a list.
      --keys @FILE reads keys from a file, one a line; identities remember takes them in steps of 1000, and says how far it is.
      --idempotency-key KEY repeats an act whose outcome is unknown; the key of each act is printed if it is needed.

      SEMEL_URL       where the API is; http://localhost:8080/example/semel/api/v1 unless told
      SEMEL_USER      who acts
      SEMEL_PASSWORD  the password; no option has it, as others can read the options of a process

      exit status: 0 done · 2 wrong use or refused as malformed · 3 not logged in, or not allowed · 4 not there
                   5 not now, try again · 6 not possible as things stand · 7 outcome unknown, or the API failed
                   8 the doctor found an error
      """;

  private static final int STEP = 1_000;
  private static final int STEP_BYTES = 48 * 1024; // of 64 KiB that a request may have

  private static final int DONE = 0;
  private static final int MISUSED = 2;
  private static final int FORBIDDEN = 3;
  private static final int ABSENT = 4;
  private static final int LATER = 5;
  private static final int IMPOSSIBLE = 6;
  private static final int UNKNOWN = 7;
  private static final int UNWELL = 8;

  private static final Duration PATIENCE = Duration.ofMinutes(6); // above the longest transaction

  private final List<String> words = new ArrayList<>();
  private final Map<String, String> parameters = new LinkedHashMap<>();
  private final PrintStream out;
  private final PrintStream errors;
  private String key = UUID.randomUUID().toString();
  private boolean all;

  private Semel(PrintStream out, PrintStream errors) {
    this.out = out;
    this.errors = errors;
  }

  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream errors = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    System.exit(new Semel(out, errors).run(arguments));
  }

  private int run(String[] arguments) {
    try {
      read(arguments);
      return acts() ? actInSteps() : view();
    } catch (IllegalArgumentException e) {
      errors.println(e.getMessage());
      return MISUSED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }

  private void read(String[] arguments) {
    for (int i = 0; i < arguments.length; i++) {
      String argument = arguments[i];
      if (argument.equals("--all")) {
        all = true;
      } else if (!argument.startsWith("--")) {
        words.add(argument);
      } else if (++i == arguments.length) {
        throw new IllegalArgumentException(argument + " needs a value.\n\n" + USAGE);
      } else if (argument.equals("--idempotency-key")) {
        key = arguments[i];
      } else {
        parameters.put(argument.substring(2), arguments[i]);
      }
    }
    if (words.isEmpty()) {
      throw new IllegalArgumentException(USAGE);
    }
  }

  private boolean acts() {
    return parameters.containsKey("why") || words.get(words.size() - 1).equals("rehearse");
  }

  private int view() throws InterruptedException {
    if (fromFile()) {
      parameters.put("keys", String.join("\n", keysOfFile()));
    }
    String next = path() + (parameters.isEmpty() ? "" : "?" + query());
    int status = DONE;
    while (next != null && status == DONE) {
      HttpResponse<String> answer;
      try {
        answer = send(request(next).GET().build());
      } catch (IOException e) {
        errors.println("Nothing answers at " + base() + ": " + e);
        return LATER;
      }
      status = told(answer);
      next = all ? member(answer.body(), "next") : null;
    }
    return status;
  }

  /** Once; a file with keys is remembered in steps, each with an idempotency key of its own. */
  private int actInSteps() throws InterruptedException {
    if (!fromFile()) {
      return act(key);
    }
    List<String> keys = keysOfFile();
    if (!words.equals(List.of("identities", "remember"))) {
      parameters.put("keys", String.join("\n", keys));
      return act(key);
    }
    for (int from = 0; from < keys.size(); ) {
      int to = endOfStep(keys, from);
      parameters.put("keys", String.join("\n", keys.subList(from, to)));
      int status = act(key + "-" + from);
      if (status != DONE) {
        errors.println(
            "The keys from " + keys.get(from) + " on were not sent, or are in question; " + from + " were.");
        return status;
      }
      errors.println(to + " of " + keys.size() + " keys");
      from = to;
    }
    return DONE;
  }

  /** As many as a request can hold in any case: JSON writes six characters for some. */
  private static int endOfStep(List<String> keys, int from) {
    int size = 0;
    int to = from;
    while (to < keys.size() && to - from < STEP) {
      size += quoted(keys.get(to)).getBytes(StandardCharsets.UTF_8).length;
      if (to > from && size > STEP_BYTES) {
        break;
      }
      to++;
    }
    return to;
  }

  private boolean fromFile() {
    return parameters.getOrDefault("keys", "").startsWith("@");
  }

  /** One a line, without the mark that some editors put before the first. */
  private List<String> keysOfFile() {
    String file = parameters.get("keys").substring(1);
    try {
      List<String> keys =
          Files.readString(Path.of(file))
              .replaceFirst("^\uFEFF", "")
              .lines()
              .filter(line -> !line.isBlank())
              .toList();
      if (keys.isEmpty()) {
        throw new IllegalArgumentException(file + " has no key.");
      }
      return keys;
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " cannot be read: " + e);
    }
  }

  private int act(String key) throws InterruptedException {
    HttpRequest request =
        request(path())
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(HttpRequest.BodyPublishers.ofString(json()))
            .build();
    try {
      int status = told(send(request));
      return status == UNKNOWN || status == LATER ? repeatable(status) : status;
    } catch (IOException e) {
      errors.println("It is unknown whether it took place: " + e);
      return repeatable(UNKNOWN);
    }
  }

  private int repeatable(int status) {
    errors.println("Repeat it with --idempotency-key " + key + ": it acts once at the most.");
    return status;
  }

  private int told(HttpResponse<String> answer) {
    if (answer.statusCode() == 200 || answer.statusCode() == 202) {
      out.println(answer.body());
      boolean unwell =
          words.equals(List.of("doctor")) && "ERROR".equals(member(answer.body(), "worst"));
      return unwell ? UNWELL : DONE;
    }
    String code = member(answer.body(), "code");
    String detail = member(answer.body(), "detail");
    errors.println(
        answer.statusCode()
            + (code == null ? "" : " " + code)
            + (detail == null ? "" : " " + detail));
    boolean later = answer.headers().firstValue("Retry-After").isPresent();
    return switch (answer.statusCode()) {
      case 400, 405, 413, 415 -> MISUSED;
      case 401, 403 -> FORBIDDEN;
      case 404 -> ABSENT;
      case 409 -> later ? LATER : IMPOSSIBLE;
      case 421, 422 -> IMPOSSIBLE;
      case 503 -> LATER;
      default -> UNKNOWN;
    };
  }

  private static HttpResponse<String> send(HttpRequest request)
      throws IOException, InterruptedException {
    return HttpClient.newBuilder()
        .connectTimeout(Duration.ofSeconds(10))
        .followRedirects(HttpClient.Redirect.NEVER)
        .build()
        .send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base() + path))
            .timeout(PATIENCE)
            .header("Accept", "application/json");
    String user = System.getenv("SEMEL_USER");
    if (user != null) {
      String login = user + ":" + System.getenv().getOrDefault("SEMEL_PASSWORD", "");
      byte[] bytes = login.getBytes(StandardCharsets.UTF_8);
      request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(bytes));
    }
    return request;
  }

  private static String base() {
    String url = System.getenv("SEMEL_URL");
    return url == null
        ? "http://localhost:8080/example/semel/api/v1"
        : url.replaceFirst("/+$", "");
  }

  private String path() {
    return words.stream().map(word -> "/" + encoded(word)).collect(Collectors.joining());
  }

  private String query() {
    return parameters.entrySet().stream()
        .map(one -> encoded(one.getKey()) + "=" + encoded(one.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** All values are texts: the API reads a number from one. */
  private String json() {
    return parameters.entrySet().stream()
        .map(one -> quoted(one.getKey()) + ":" + quoted(one.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  /** A member that is a text: within a text of JSON no quote stands bare, so none is mistaken. */
  private static String member(String json, String name) {
    Matcher found =
        Pattern.compile("\"" + name + "\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(json);
    return found.find() ? found.group(1).replace("\\\"", "\"").replace("\\\\", "\\") : null;
  }
}
