// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** What the build hands out, and what it must not. */
class ArtifactsIT {

  private static final String SCRIPT = "org/semel/postgresql/migrations/V1__semel.sql";

  @Test
  void theWarHoldsSemelItsScriptsAndNoPartOfTheServer() throws IOException {
    List<String> war = entries("semel", ".war");
    assertThat(war)
        .contains(
            "WEB-INF/classes/org/semel/internal/boot/SemelListener.class",
            "WEB-INF/classes/" + SCRIPT,
            "WEB-INF/classes/org/semel/version.properties")
        .anyMatch(name -> name.matches("WEB-INF/lib/prometheus-metrics-core-.*"))
        .noneMatch(name -> name.matches("WEB-INF/lib/microprofile-.*"))
        .noneMatch(name -> name.matches("WEB-INF/classes/org/semel/(example|ra)/.*"))
        .noneMatch(
            name ->
                name.matches(
                    "WEB-INF/lib/(jakarta\\.(jakartaee|jms|transaction|persistence|servlet|enterprise)|hibernate|narayana|artemis|postgresql).*"));
  }

  @Test
  void theJarHoldsTheSameForThoseWhoEmbedIt() throws IOException {
    assertThat(entries("semel", ".jar"))
        .contains("org/semel/internal/boot/SemelListener.class", SCRIPT)
        .contains("META-INF/services/org/apache/camel/component/inbox")
        .noneMatch(name -> name.matches("org/semel/(example|ra)/.*"));
  }

  @Test
  void theXaJarHoldsTheDataSourceAndNothingElse() throws IOException {
    assertThat(entries("publish/xa", "semel-xa", ".jar"))
        .contains("org/semel/xa/PostgresXADataSource.class")
        .filteredOn(name -> name.endsWith(".class"))
        .allMatch(name -> name.startsWith("org/semel/xa/"));
  }

  @Test
  void theResourceAdapterHoldsOneClassOfOursAndNothingThatTheServerHas() throws IOException {
    List<String> rar = entries("publish/artemis", "semel-artemis", ".rar");
    assertThat(rar)
        .contains("META-INF/ra.xml")
        .anyMatch(name -> name.startsWith("artemis-jakarta-ra-"))
        .anyMatch(name -> name.startsWith("slf4j-jdk14-"))
        .noneMatch(name -> name.matches("(jakarta\\.|camel|spring|hibernate|artemis-server).*"))
        .filteredOn(name -> name.startsWith("semel-"))
        .singleElement()
        .asString()
        .endsWith("-ra.jar");
    assertThat(entries("publish/artemis", "semel-artemis", "-ra.jar"))
        .filteredOn(name -> name.endsWith(".class"))
        .containsExactly("org/semel/ra/ArtemisAdapter.class");
  }

  private static List<String> entries(String artifact, String ending) throws IOException {
    return entries(".", artifact, ending);
  }

  private static List<String> entries(String below, String artifact, String ending)
      throws IOException {
    File[] found =
        new File("target", below)
            .listFiles(
                (folder, name) ->
                    name.matches(artifact + "-[0-9][^-]*(-SNAPSHOT)?\\Q" + ending + "\\E"));
    assertThat(found).as(artifact + "-VERSION" + ending).hasSize(1);
    try (JarFile jar = new JarFile(found[0])) {
      return jar.stream().map(ZipEntry::getName).toList();
    }
  }
}
