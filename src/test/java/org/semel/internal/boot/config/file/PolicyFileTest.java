// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.SemelException;
import org.semel.internal.boot.WildFlyConfig;
import org.semel.internal.boot.config.ConfiguredNames;
import org.semel.internal.boot.config.ConsumerKeys;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.engine.receive.identity.Identification;
import org.semel.internal.engine.receive.identity.IdentitySpec;

/** A policy in YAML is the same policy, and what cannot be read of it is a fault with its line. */
class PolicyFileTest {

  private static final String FILE = "META-INF/semel/orders.yaml";
  private static final String PREFIX = "semel.consumer.orders.";

  private static final Pattern PATH = Pattern.compile("(.+)\\.(.+)");

  /** Words that YAML, MicroProfile Config or a key may read otherwise than they are written. */
  private static final List<String> ANY =
      List.of(
          "1",
          "007",
          "0x1F",
          "1_000",
          "1e3",
          "60:00",
          "true",
          "no",
          "null",
          "~",
          "never",
          "30d",
          "500 ms",
          "8KiB",
          "a, b",
          "a: b",
          "#a",
          "- a",
          "x # y",
          "\"a\"",
          "it's",
          "Ärger",
          "[a]",
          "{a}",
          "*a",
          "&a",
          "!a",
          "%a",
          "@a",
          "`a`",
          "|",
          ">",
          "",
          " ",
          "header:a",
          "json:/a",
          "simple:${header.order}",
          "${my.value}",
          "${not.set}",
          "/order/0, /lines/*/sku",
          "/card:last4",
          "region = 'EU' AND amount > 100");

  /** Those that need no quotes, though YAML may take them for no text. */
  private static final List<String> PLAIN =
      List.of(
          "1",
          "007",
          "0x1F",
          "0o17",
          "1_000",
          "1e3",
          ".inf",
          "60:00",
          "2026-11-30",
          "true",
          "no",
          "off",
          "never",
          "30d",
          "500 ms",
          "8KiB",
          "a, b",
          "it's",
          "a\\b",
          "Ärger",
          "header:a",
          "json:/a",
          "nullable",
          "~a",
          "<<",
          "simple:${header.order}",
          "${my.value}",
          "${not.set}",
          "${not.set:3}",
          "\\${my.value}",
          "/order/0, /lines/*/sku",
          "/card:last4",
          "region = 'EU' AND amount > 100");

  static Stream<ConfigKey<?>> keys() {
    return ConsumerKeys.TABLE.all().stream();
  }

  @ParameterizedTest
  @MethodSource("keys")
  void aKeySaysInYamlWhatItSaysInProperties(ConfigKey<?> key) {
    List<String> values = new ArrayList<>(ANY);
    values.add(key.fallback());
    values.addAll(List.of(key.values().range().split(", (or )?| to ")));
    for (String value : values) {
      assertThat(said(inYaml(Map.of(key, value))))
          .as("%s: %s", key.yaml(), value)
          .usingRecursiveComparison()
          .isEqualTo(said(WildFlyConfig.of(properties(Map.of(key, value)))));
    }
  }

  /** Without quotes YAML itself takes some for numbers, truths or dates. */
  @ParameterizedTest
  @MethodSource("keys")
  void aKeyWithoutQuotesSaysInYamlWhatItSaysInProperties(ConfigKey<?> key) {
    List<String> values = new ArrayList<>(PLAIN);
    Stream.of(key.fallback()).filter(value -> value.matches("[\\w/].*")).forEach(values::add);
    for (String value : values) {
      assertThat(said(over(Map.of("my.value", "7"), unquoted(key, value))))
          .as("%s: %s", key.yaml(), value)
          .usingRecursiveComparison()
          .isEqualTo(said(WildFlyConfig.of(properties(Map.of(key, value)))));
    }
  }

  /** YAML reads nothing of them; a default, or a list of none, is not meant by chance. */
  @ParameterizedTest
  @MethodSource("keys")
  void aKeyThatSaysNothingIsAFault(ConfigKey<?> key) {
    for (String value :
        List.of("", "~", "null", "Null", "NULL", "!!null x", "!a", "&a", "# a", "|")) {
      PolicyFile file = unquoted(key, value);
      assertThat(file.values()).as("%s: %s", key.yaml(), value).isEmpty();
      assertThat(file.faults())
          .as("%s: %s", key.yaml(), value)
          .singleElement()
          .asString()
          .contains(key.yaml() + ": says nothing; leave it out");
    }
  }

  @Test
  void manyKeysSayInYamlWhatTheySayInProperties() {
    Random random = new Random(40);
    for (int round = 0; round < 40; round++) {
      Map<ConfigKey<?>, String> policy = new LinkedHashMap<>();
      keys()
          .filter(key -> random.nextBoolean())
          .forEach(
              key ->
                  policy.put(
                      key,
                      random.nextBoolean() ? key.fallback() : ANY.get(random.nextInt(ANY.size()))));
      assertThat(said(inYaml(policy)))
          .usingRecursiveComparison()
          .isEqualTo(said(WildFlyConfig.of(properties(policy))));
    }
  }

  /** So that a key more is a component more of the record, with its place. */
  @Test
  void eachKeyHasAPlaceOfItsOwn() {
    assertThat(keys().map(ConfigKey::yaml))
        .doesNotHaveDuplicates()
        .allMatch(path -> path.equals("strategy") || path.matches("[a-z]+\\.[a-z-]+"));
    assertThat(keys().filter(key -> !key.yaml().contains(".")).map(ConfigKey::name))
        .as("no section has the name of a key beside it")
        .containsExactly("strategy");
  }

  @Test
  void aListIsWrittenAsAListOrInOneLine() {
    assertThat(PolicyFile.read(FILE, "orders", bytes("shown:\n  fields:\n  - /a\n  - /b\n")))
        .satisfies(
            file -> {
              assertThat(file.faults()).isEmpty();
              assertThat(file.values())
                  .containsExactly(Map.entry(PREFIX + "shown-fields", "/a, /b"));
            });
    assertThat(PolicyFile.read(FILE, "orders", bytes("message: {headers: []}")).values())
        .containsExactly(Map.entry(PREFIX + "headers", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                               | : holds no policy",
        "'# nothing yet'                  | : holds no policy",
        "'just words'                     | , line 1: must be sections with keys below them",
        "'- strategy: claim'              | , line 1: must be sections with keys below them",
        "'retry:\n  attempts: [3'         | , line 2: is no YAML: ",
        "'retry:\n\tattempts: 3'          | , line 2: is no YAML: ",
        "'retry: *all'                    | , line 1: is no YAML: ",
        "'strategy: claim\n---\nretry: 1' | , line 2: is no YAML: ",
        "'retry:'                         | , line 1: retry: must be a section with keys below it",
        "'retry:\n  atte'                 | , line 2: retry: must be a section with keys below it",
        "'retry: 5'                       | , line 1: retry: must be a section with keys below it",
        "'retry: [5]'                     | , line 1: retry: must be a section with keys below it",
        "'rety:\n  attempts: 3'           | , line 1: there is no section rety; is retry meant?",
        "'attempts: 3'                    | , line 1: there is no section attempts; is retry.attempts meant?",
        "'beverages: 3'                   | , line 1: there is no section beverages; docs/configuration.md lists them all",
        "'retry:\n  atempts: 3'           | , line 2: there is no key atempts in retry; is retry.attempts meant?",
        "'retry:\n  retry-budget: 3'      | , line 2: there is no key retry-budget in retry; is retry.budget meant?",
        "'work:\n  remember: 3d'          | , line 2: there is no key remember in work; is dedup.remember meant?",
        "'work:\n  coffee: 3'             | , line 2: there is no key coffee in work; docs/configuration.md lists them all",
        "'dedup.remember: 90d'            | , line 1: dedup.remember: a name has no dot; write remember in the section dedup",
        "'dedup.remembr: 90d'             | , line 1: dedup.remembr: a name has no dot; write remembr in the section dedup; is dedup.remember meant?",
        "'retry:\n  retry.budget: 3'      | , line 2: there is no key retry.budget in retry; is retry.budget meant?",
        "'strategy:'                      | , line 1: strategy: says nothing; leave it out",
        "'message:\n  headers: ~'         | , line 2: message.headers: says nothing; leave it out, or write [] for none",
        "'message:\n  headers:\n  - a\n  -' | , line 4: message.headers: an item says nothing; leave it out",
        "'work:\n  batch: [1, 2]'         | , line 2: work.batch: must be one value, and no list",
        "'work:\n  batch: {a: 1}'         | , line 2: work.batch: must be one value, and no list",
        "'strategy: [claim]'              | , line 1: strategy: must be one value, and no list",
        "'outage:\n  exceptions: {a: 1}'  | , line 2: outage.exceptions: must be a value, or a list of values",
        "'outage:\n  exceptions: [[a]]'   | , line 2: outage.exceptions: must be a list of values",
        "'work:\n  batch: 1\n  batch: 2'  | , line 3: work.batch: stands in line 2 already",
        "'work: {}\nack: {}\nwork: {}'    | , line 3: work: stands in line 1 already",
        "'? [a]\n: b'                     | , line 1: must be a name",
        "'work:\n  batch: many'           | , line 2: must be 1 to 1000 (default: 50)",
        "'work:\n  batch: !!int many'     | , line 2: must be 1 to 1000 (default: 50)",
        "'\n\nwork:\n\n  batch: ''''    ' | , line 5: says nothing; leave it out for the default (default: 50)",
        "'dedup:\n  remember: ${none}'    | , line 2: ${...} cannot be expanded",
        "'dedup:\n  remember: 7d'         | , line 2: would forget identities while their messages can come back",
      })
  void aFaultNamesFileLineAndRemedy(String yaml, String fault) {
    assertThatThrownBy(() -> settings(over(Map.of(), policy(bytes(yaml)))))
        .isInstanceOf(SemelException.class)
        .hasMessageContaining("SEMEL-0101")
        .hasMessageContaining("1 faults")
        .hasMessageContaining(FILE + fault);
  }

  /** Each key has one notation, so that a second line for it is seen. */
  @ParameterizedTest
  @MethodSource("keys")
  void aSecondLineForAKeyIsAFaultWhateverItsNotation(ConfigKey<?> key) {
    Matcher path = PATH.matcher(key.yaml());
    if (!path.matches()) {
      assertThat(policy(bytes(key.yaml() + ": a\n\"" + key.yaml() + "\": b")).faults())
          .containsExactly(FILE + ", line 2: " + key.yaml() + ": stands in line 1 already");
      return;
    }
    String section = path.group(1) + ":\n  " + path.group(2) + ": b\n";
    for (String other :
        List.of(
            key.yaml() + ": a\n",
            "\"" + key.yaml() + "\": a\n",
            "? " + key.yaml() + "\n: a\n",
            "\"" + path.group(1) + "\": {!!str " + path.group(2) + ": a}\n",
            path.group(1) + ": {}\n")) {
      assertThat(policy(bytes(section + other)).faults()).as(other).hasSize(1);
      assertThat(policy(bytes(other + section)).faults()).as(other).hasSize(1);
    }
    assertThat(policy(bytes(section + "  '" + path.group(2) + "': a")).faults())
        .containsExactly(FILE + ", line 3: " + key.yaml() + ": stands in line 2 already");
  }

  @Test
  void bytesThatAreNoTextAreAFault() {
    assertThat(policy("dedup: {formerly: Ärger}".getBytes(ISO_8859_1)).faults())
        .containsExactly(FILE + ": is not UTF-8");
    assertThat(policy("work:\n  batch: \u0000".getBytes(UTF_8)).faults())
        .singleElement()
        .asString()
        .startsWith(FILE + ": is no YAML: ");
  }

  /** A text that names itself, or grows as it is expanded, costs nothing: it is not expanded. */
  @Test
  void anAnchorThatNamesItselfEnds() {
    assertThat(policy(bytes("outage:\n  exceptions: &a [*a]")).faults()).hasSize(1);
    assertThat(policy(bytes("work: &a\n  batch: *a")).faults()).hasSize(1);
  }

  @Test
  void allFaultsOfAllFilesAreToldAtOnceBesideThoseOfOtherSources() {
    PolicyFile orders = policy(bytes("rety: {}\nwork:\n  batch: many\n  workers: [1]\n"));
    PolicyFile returns =
        PolicyFile.read("META-INF/semel/returns.yaml", "returns", bytes("dedup:\n  remember: 1x"));
    assertThatThrownBy(() -> settings(over(Map.of("semel.look-timeout", "2s"), orders, returns)))
        .hasMessageContaining("5 faults")
        .hasMessageContaining(FILE + ", line 1: there is no section rety")
        .hasMessageContaining(PREFIX + "batch = many, in " + FILE + ", line 3: must be 1 to 1000")
        .hasMessageContaining(FILE + ", line 4: work.workers: must be one value")
        .hasMessageContaining("1x, in META-INF/semel/returns.yaml, line 2: must be 1h to 3650d")
        .hasMessageContaining("semel.look-timeout: there is no such key");
  }

  @Test
  void aKeyThatPropertiesOfTheSameRankHaveTooIsAFaultThatNamesBoth() {
    assertThatThrownBy(
            () -> settings(over(Map.of(PREFIX + "batch", "7"), policy(bytes("work:\n  batch: 8")))))
        .hasMessageContaining("1 faults")
        .hasMessageContaining(
            PREFIX + "batch: set twice, in " + FILE + ", line 2 and in PropertiesConfigSource")
        .hasMessageContaining("leave one of them");
  }

  @Test
  void aSourceOfAHigherRankOverrulesAFileAsItOverrulesProperties() {
    Config config =
        ConfigWithPolicies.of(
            WildFlyConfig.builder()
                .withSources(new PropertiesConfigSource(Map.of(PREFIX + "batch", "7"), "up", 300))
                .withSources(new PropertiesConfigSource(Map.of(PREFIX + "workers", "2"), "low", 99))
                .build(),
            List.of(policy(bytes("work:\n  batch: 8\n  workers: 3"))));
    assertThat(settings(config).consumer("orders").keys())
        .satisfies(
            keys -> {
              assertThat(keys.batch()).isEqualTo(7);
              assertThat(keys.workers()).isEqualTo(3);
            });
  }

  @Test
  void whatHoldsForAllFillsWhatAFileLeavesOut() {
    Settings settings =
        settings(
            over(Map.of("semel.consumer-defaults.workers", "3"), policy(bytes("strategy: claim"))));
    assertThat(settings.consumer("orders").keys().workers()).isEqualTo(3);
  }

  @Test
  void aPasswordIsNeverQuoted() {
    assertThatThrownBy(
            () -> settings(over(Map.of(), policy(bytes("source:\n  password: secret-word")))))
        .hasMessageContaining("user and password belong together")
        .message()
        .doesNotContain("secret-word");
  }

  private static PolicyFile policy(byte[] yaml) {
    return PolicyFile.read(FILE, "orders", yaml);
  }

  private static Config over(Map<String, String> properties, PolicyFile... files) {
    return ConfigWithPolicies.of(WildFlyConfig.of(properties), List.of(files));
  }

  private static Config inYaml(Map<ConfigKey<?>, String> policy) {
    PolicyFile file = policy(bytes(written(policy)));
    assertThat(file.faults()).isEmpty();
    return over(Map.of("my.value", "7"), file);
  }

  private static PolicyFile unquoted(ConfigKey<?> key, String value) {
    return policy(bytes(key.yaml().replace(".", ":\n  ") + ": " + value));
  }

  /** As YAML, each value in double quotes. */
  private static String written(Map<ConfigKey<?>, String> policy) {
    Map<String, StringBuilder> sections = new TreeMap<>();
    policy.forEach(
        (key, value) -> {
          String quoted = '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
          Matcher path = PATH.matcher(key.yaml());
          boolean deep = path.matches();
          sections
              .computeIfAbsent(deep ? path.group(1) : key.yaml(), name -> new StringBuilder())
              .append(deep ? "\n  %s: %s".formatted(path.group(2), quoted) : " " + quoted);
        });
    StringBuilder yaml = new StringBuilder();
    sections.forEach((name, keys) -> yaml.append(name).append(':').append(keys).append('\n'));
    return yaml.isEmpty() ? "work: {}" : yaml.toString();
  }

  private static Map<String, String> properties(Map<ConfigKey<?>, String> policy) {
    Map<String, String> properties = new TreeMap<>();
    policy.forEach((key, value) -> properties.put(PREFIX + key.name(), value));
    properties.put("my.value", "7");
    return properties;
  }

  /** The values, and the faults without their places. */
  private record Said(ConsumerKeys keys, List<String> faults) {}

  private static Said said(Config config) {
    ConfigSection<ConsumerKeys> section =
        new ConfigSection<>(config, ConsumerKeys.TABLE, PREFIX, "semel.consumer-defaults.");
    return new Said(
        section.read(),
        section.faults().stream()
            .map(fault -> fault.replaceFirst(", in META-INF.*?, line \\d+", ""))
            .toList());
  }

  private static Settings settings(Config config) {
    return Settings.read(
        config,
        new ConfiguredNames(Set.of("orders"), Set.of()),
        new IdentitySpec(text -> message -> Identification.of(Optional.of(text), "simple")));
  }

  private static byte[] bytes(String yaml) {
    return yaml.getBytes(UTF_8);
  }
}
