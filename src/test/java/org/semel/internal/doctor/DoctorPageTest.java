// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The page about the doctor ends in all that it knows; {@code -Dsemel.docs=write} writes it anew.
 */
class DoctorPageTest {

  private static final Path PAGE = Path.of("docs/doctor.md");
  private static final String HEAD = "| code | severity | what it means | what to do |";

  @Test
  void thePageHasEverySymptomWithWhatItMeansAndWhatToDo() throws IOException {
    List<String> rows =
        Arrays.stream(Symptom.values())
            .sorted(
                Comparator.comparing(Symptom::severity)
                    .reversed()
                    .thenComparing(each -> each.code().text()))
            .map(DoctorPageTest::row)
            .toList();
    List<String> page = Files.readAllLines(PAGE);
    int table = page.indexOf(HEAD) + 2;
    if (System.getProperty("semel.docs", "").equals("write")) {
      Files.write(PAGE, Stream.concat(page.subList(0, table).stream(), rows.stream()).toList());
      page = Files.readAllLines(PAGE);
    }
    assertThat(page.subList(table, page.size()))
        .as("write it anew with -Dsemel.docs=write")
        .isEqualTo(rows);
  }

  private static String row(Symptom symptom) {
    return "| `%s` | %s | %s | %s |"
        .formatted(
            symptom.code().text(),
            symptom.severity().name().toLowerCase(Locale.ROOT),
            symptom.meaning(),
            symptom.remedy());
  }
}
