// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.ConfigSourceInterceptor;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SecretKeysHandler;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.Converter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.boot.WildFlyConfig;
import org.semel.internal.boot.config.key.ConfiguredValue;
import org.semel.internal.boot.config.key.ConfiguredValue.Text;
import org.semel.internal.boot.config.key.ConfiguredValue.Unexpandable;
import org.semel.internal.boot.config.key.PlacedSource;

/** A policy file answers for its own keys; nothing else is read otherwise because of it. */
class ConfigWithPoliciesTest {

  private static final String FILE = "META-INF/semel/orders.yaml";
  private static final String BATCH = "semel.consumer.orders.batch";
  private static final String FORMERLY = "semel.consumer.orders.formerly";

  private static final Map<String, String> OTHERS =
      Map.of(
          "a", "7",
          "b", "${a}8",
          "blank", "",
          "name", "a",
          "escaped", "\\${a}",
          "dollars", "$$$$x$$",
          "backslash", "\\\\${a}",
          "lost", "${none}",
          "loop", "${loop}");

  @Test
  void interceptorsConvertersAndProfileOfTheConfigurationStay() {
    ConfigSourceInterceptor upper =
        (context, name) -> {
          var value = context.proceed(name);
          return name.equals("a") ? value.withValue(value.getValue() + "!") : value;
        };
    Config given =
        WildFlyConfig.builder()
            .withProfile("dev")
            .withInterceptors(upper)
            .withConverter(Duration.class, 500, (Converter<Duration>) text -> Duration.ofDays(1))
            .withSources(
                new PropertiesConfigSource(
                    Map.of("a", "one", "p", "none", "%dev.p", "dev", "${x}", "y"), "test", 100))
            .build();
    Config with = ConfigWithPolicies.of(given, List.of(policy("work: {batch: '${a}${p}'}")));
    assertThat(with.getValue("a", String.class)).isEqualTo("one!");
    assertThat(with.getValue("p", String.class)).isEqualTo("dev");
    assertThat(with.getValue("p", Duration.class)).isEqualTo(Duration.ofDays(1));
    assertThat(with.getValue(BATCH, String.class)).isEqualTo("one!dev");
    assertThat(with.getValue(BATCH, Duration.class)).isEqualTo(Duration.ofDays(1));
    assertThat(with.getConverter(Duration.class)).isEqualTo(given.getConverter(Duration.class));
    assertThat(with.unwrap(given.getClass())).isSameAs(given);
    assertThat(with.getPropertyNames()).contains("a", "p", BATCH);
  }

  /** Some are lost, and are so in both. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "$",
        "$$",
        "$$$$",
        "$a",
        "a}",
        "${a",
        "${a}",
        "x${a}y${b}",
        "${b}",
        "\\${a}",
        "\\\\${a}",
        "$${a}",
        "${escaped}",
        "${dollars}",
        "${backslash}",
        "${blank}",
        "${blank:7}",
        "${none}",
        "${none:}",
        "${none:${b}}",
        "${none:${none}}",
        "${none:a:b}",
        "${${name}}",
        "${lost}",
        "${lost:7}",
        "${loop}",
        "${ a }",
        "${}",
        "{a}",
      })
  void anExpressionIsExpandedAsInProperties(String text) {
    Config with =
        ConfigWithPolicies.of(
            WildFlyConfig.builder()
                .withSources(new PropertiesConfigSource(OTHERS, "test", 100))
                .withSources(new PropertiesConfigSource(Map.of("here", text), "here", 100))
                .build(),
            List.of(policy("dedup: {formerly: '" + text + "'}")));
    assertThat(ConfiguredValue.of(with, FORMERLY)).isEqualTo(ConfiguredValue.of(with, "here"));
    assertThat(ConfiguredValue.plain(with, FORMERLY))
        .isEqualTo(ConfiguredValue.plain(with, "here"));
  }

  @Test
  void aFileMayNameAKeyOfAFileAndNoneItself() {
    Config with =
        ConfigWithPolicies.of(
            WildFlyConfig.of(OTHERS),
            List.of(
                policy("work:\n  batch: ${" + FORMERLY + "}1\ndedup:\n  formerly: ${b}"),
                PolicyFile.read(
                    "two",
                    "two",
                    ("work:\n  batch: ${semel.consumer.two.workers}\n"
                            + "  workers: ${semel.consumer.two.batch:3}")
                        .getBytes(UTF_8))));
    assertThat(with.getValue(BATCH, Integer.class)).isEqualTo(781);
    assertThat(ConfiguredValue.of(with, "semel.consumer.two.batch"))
        .isInstanceOf(Unexpandable.class);
    assertThat(PlacedSource.placeOf(with, "semel.consumer.two.batch")).contains("two, line 2");
    assertThatThrownBy(() -> with.getValue("semel.consumer.two.workers", String.class))
        .isInstanceOf(RuntimeException.class);
  }

  /** It is the application's configuration that has the handler, and gives what a file names. */
  @Test
  void aSecretThatAHandlerGivesIsNamedAndNotHeldByAFile() {
    Config given =
        WildFlyConfig.builder()
            .withSecretKeysHandlers(
                new SecretKeysHandler() {
                  @Override
                  public String decode(String secret) {
                    return secret + " decoded";
                  }

                  @Override
                  public String getName() {
                    return "vault";
                  }
                })
            .withSources(new PropertiesConfigSource(Map.of("a", "${vault::x}"), "test", 100))
            .build();
    assertThat(formerly(given, "${a}")).isEqualTo(new Text("x decoded"));
    assertThat(formerly(given, "\\${vault::x}")).isEqualTo(new Text("${vault::x}"));
    assertThat(formerly(given, "${vault::x}")).isEqualTo(new Unexpandable("${vault::x}"));
  }

  private static ConfiguredValue formerly(Config given, String text) {
    return ConfiguredValue.of(
        ConfigWithPolicies.of(given, List.of(policy("dedup: {formerly: '" + text + "'}"))),
        FORMERLY);
  }

  @Test
  void whatIsNotSetIsMissingAsBefore() {
    Config with = ConfigWithPolicies.of(WildFlyConfig.of(OTHERS), List.of(policy("work: {}")));
    assertThat(with.getOptionalValue(BATCH, String.class)).isEmpty();
    assertThatThrownBy(() -> with.getValue(BATCH, String.class))
        .isInstanceOf(NoSuchElementException.class);
    assertThat(with.getConfigValue(BATCH).getRawValue()).isNull();
  }

  @Test
  void aLineOfTheActiveProfileIsALineOfItsSource() {
    assertThat(PlacedSource.faults(profiled("dev", 100)))
        .singleElement()
        .asString()
        .startsWith(BATCH + ": set twice, in " + FILE + ", line 1 and in ")
        .contains("its properties");
    assertThat(PlacedSource.faults(profiled("prod", 100))).isEmpty();
    assertThat(profiled("prod", 100).getValue(BATCH, Integer.class)).isEqualTo(8);
  }

  @Test
  void aLineOfTheActiveProfileOverrulesByTheRankOfItsSource() {
    assertThat(PlacedSource.faults(profiled("dev", 101))).isEmpty();
    assertThat(profiled("dev", 101).getValue(BATCH, Integer.class)).isEqualTo(7);
    assertThat(PlacedSource.placeOf(profiled("dev", 101), BATCH)).isEmpty();
    assertThat(PlacedSource.faults(profiled("dev", 99))).isEmpty();
    assertThat(profiled("dev", 99).getValue(BATCH, Integer.class)).isEqualTo(8);
    assertThat(PlacedSource.placeOf(profiled("dev", 99), BATCH)).contains(FILE + ", line 1");
  }

  @Test
  void aHigherRankThatCannotBeExpandedHolds() {
    Config given =
        WildFlyConfig.builder()
            .withSources(new PropertiesConfigSource(Map.of(BATCH, "${none}"), "higher", 300))
            .build();
    Config with = ConfigWithPolicies.of(given, List.of(policy("work: {batch: 8}")));
    assertThat(ConfiguredValue.of(with, BATCH)).isEqualTo(new Unexpandable("${none}"));
  }

  private static Config profiled(String profile, int rank) {
    SmallRyeConfigBuilder builder = WildFlyConfig.builder().withProfile(profile);
    return ConfigWithPolicies.of(
        builder
            .withSources(
                new PropertiesConfigSource(Map.of("%dev." + BATCH, "7"), "its properties", rank))
            .build(),
        List.of(policy("work: {batch: 8}")));
  }

  private static PolicyFile policy(String yaml) {
    return PolicyFile.read(FILE, "orders", yaml.getBytes(UTF_8));
  }
}
