// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

/**
 * The bundle that {@code src/publish/bundle.sh} has made, opened: what the portal of a public
 * repository demands of it.
 */
class BundleIT {

  private static final Path KEY = Path.of("target/bundle-key.asc");
  private static final XPath XPATH = XPathFactory.newInstance().newXPath();

  private static final Map<String, byte[]> FILES = new TreeMap<>();

  @BeforeAll
  static void isOpened() throws IOException {
    File[] built =
        new File("target").listFiles((folder, name) -> name.matches("semel-.*-bundle\\.zip"));
    assertThat(built).as("mvn verify makes one before it calls the laboratory").hasSize(1);
    try (ZipFile zip = new ZipFile(built[0])) {
      for (ZipEntry entry : zip.stream().toList()) {
        FILES.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
      }
    }
  }

  @Test
  void itHoldsEachArtifactAndNothingElse() {
    assertThat(FILES.keySet()).allMatch(name -> name.startsWith("org/semel/"));
    assertThat(FILES.keySet().stream().map(name -> name.split("/", 4)[2]).distinct())
        .containsExactlyInAnyOrder(
            "semel", "semel-artemis", "semel-bom", "semel-quickstart", "semel-testkit", "semel-xa");
  }

  @ParameterizedTest
  @CsvSource({
    "semel, jar",
    "semel, war",
    "semel-artemis, rar",
    "semel-testkit, jar",
    "semel-xa, jar"
  })
  void whatHasClassesComesWithSourcesAndJavadoc(String artifact, String type) throws IOException {
    assertThat(file(artifact, "." + type)).isNotEmpty();
    assertThat(entries(artifact, "-sources.jar")).anyMatch(name -> name.endsWith(".java"));
    assertThat(entries(artifact, "-javadoc.jar"))
        .contains("index.html")
        .noneMatch(name -> name.startsWith("org/semel/internal/"));
  }

  @ParameterizedTest
  @CsvSource({
    "semel, jar",
    "semel-artemis, rar",
    "semel-bom, pom",
    "semel-quickstart, jar",
    "semel-testkit, jar",
    "semel-xa, jar"
  })
  void eachPomSaysWhatARepositoryDemandsAndNothingOfOurBuild(String artifact, String packaging)
      throws Exception {
    Document pom = pom(artifact);
    assertThat(at(pom, "/project/groupId")).isEqualTo("org.semel");
    assertThat(at(pom, "/project/artifactId")).isEqualTo(artifact);
    assertThat(
            at(
                pom,
                "concat(/project/packaging, substring('jar', 4 * boolean(/project/packaging)))"))
        .isEqualTo(packaging);
    for (String demanded :
        List.of(
            "name",
            "description",
            "url",
            "licenses/license/name",
            "licenses/license/url",
            "developers/developer/name",
            "scm/connection",
            "scm/url")) {
      assertThat(at(pom, "/project/" + demanded)).as(demanded).isNotBlank();
    }
    assertThat(at(pom, "count(/project/parent | /project/build | /project/profiles)"))
        .isEqualTo("0");
    assertThat(at(pom, "count(//repositories | //properties)")).isEqualTo("0");
    assertThat(at(pom, "count(/project/dependencies/dependency[scope = 'test'])")).isEqualTo("0");
    assertThat(new String(file(artifact, ".pom"), StandardCharsets.UTF_8))
        .as("all is filled in")
        .doesNotContain("${");
  }

  @Test
  void theJarForTheServersDriverNeedsTheDriverAndTheResourceAdapterNeedsNothing() throws Exception {
    assertThat(at(pom("semel-xa"), "count(//dependency[not(scope = 'provided')])")).isEqualTo("1");
    assertThat(at(pom("semel-xa"), "//dependency[not(scope = 'provided')]/artifactId"))
        .isEqualTo("postgresql");
    assertThat(at(pom("semel-artemis"), "count(//dependency)")).isEqualTo("0");
  }

  @Test
  void theBomNamesEachArtifactAndTheCamelThatTheJarAsksFor() throws Exception {
    Document bom = pom("semel-bom");
    for (String artifact : List.of("semel", "semel-artemis", "semel-testkit", "semel-xa")) {
      assertThat(at(bom, "//dependency[artifactId = '" + artifact + "']/version"))
          .as(artifact)
          .isEqualTo(at(bom, "/project/version"));
    }
    assertThat(at(bom, "//dependency[artifactId = 'camel-bom']/version"))
        .isNotBlank()
        .isEqualTo(at(pom("semel"), "//dependency[artifactId = 'camel-jms']/version"));
  }

  @Test
  void theJarForApplicationsAndTheTestKitSayWhatTheyBringAlong() {
    assumeTrue(
        FILES.keySet().stream().anyMatch(name -> name.endsWith("-cyclonedx.json")),
        "offline, no SBOM is made");
    for (String artifact : List.of("semel", "semel-testkit")) {
      assertThat(new String(file(artifact, "-cyclonedx.json"), StandardCharsets.UTF_8))
          .contains("\"CycloneDX\"", "camel-core-engine");
      assertThat(file(artifact, "-cyclonedx.xml")).isNotEmpty();
    }
  }

  @Test
  void eachFileHasItsChecksums() throws Exception {
    for (String name : artifacts()) {
      assertThat(text(name + ".md5")).as(name).isEqualTo(digest("MD5", name));
      assertThat(text(name + ".sha1")).as(name).isEqualTo(digest("SHA-1", name));
      assertThat(text(name + ".sha256")).as(name).isEqualTo(digest("SHA-256", name));
      assertThat(text(name + ".sha512")).as(name).isEqualTo(digest("SHA-512", name));
    }
  }

  @Test
  void eachFileIsSigned(@TempDir Path home) throws Exception {
    assumeTrue(Files.exists(KEY), "there was no gpg to sign with");
    Path ring = home.resolve("ring");
    assertThat(gpg(home, "--dearmor", "--output", ring.toString(), KEY.toAbsolutePath().toString()))
        .isZero();
    for (String name : artifacts()) {
      Path file = Files.write(home.resolve("file"), FILES.get(name));
      Path signature =
          Files.write(home.resolve("file.asc"), FILES.getOrDefault(name + ".asc", new byte[0]));
      assertThat(
              gpg(
                  home,
                  "--no-default-keyring",
                  "--keyring",
                  ring.toString(),
                  "--verify",
                  signature.toString(),
                  file.toString()))
          .as("signature of %s", name)
          .isZero();
    }
  }

  private static int gpg(Path home, String... words) throws IOException, InterruptedException {
    List<String> command =
        Stream.concat(
                Stream.of("gpg", "--homedir", home.toString(), "--batch", "--no-autostart"),
                Stream.of(words))
            .toList();
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private static List<String> artifacts() {
    return FILES.keySet().stream()
        .filter(name -> !name.matches(".*\\.(asc|md5|sha1|sha256|sha512)"))
        .collect(Collectors.toList());
  }

  private static byte[] file(String artifact, String ending) {
    List<String> names =
        FILES.keySet().stream()
            .filter(
                name ->
                    name.matches(
                        "org/semel/"
                            + artifact
                            + "/([^/]+)/"
                            + artifact
                            + "-\\1\\Q"
                            + ending
                            + "\\E"))
            .toList();
    assertThat(names).as(artifact + "-VERSION" + ending).hasSize(1);
    return FILES.get(names.get(0));
  }

  private static List<String> entries(String artifact, String ending) throws IOException {
    try (ZipInputStream zip =
        new ZipInputStream(new ByteArrayInputStream(file(artifact, ending)))) {
      Stream.Builder<String> names = Stream.builder();
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        names.add(entry.getName());
      }
      return names.build().toList();
    }
  }

  private static Document pom(String artifact) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(file(artifact, ".pom")));
  }

  private static String at(Document pom, String path) throws XPathExpressionException {
    return XPATH.evaluate(path, pom);
  }

  private static String text(String name) {
    return new String(FILES.getOrDefault(name, new byte[0]), StandardCharsets.US_ASCII);
  }

  private static String digest(String algorithm, String name) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(FILES.get(name)));
  }
}
