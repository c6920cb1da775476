// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.semel.pages.GeneratedTable;

/**
 * The page about the doctor ends in all that it knows; {@code -Dsemel.docs=write} writes it anew.
 */
class DoctorPageTest {

  private static final GeneratedTable TABLE =
      new GeneratedTable(
          Path.of("docs/doctor.md"), "| code | severity | what it means | what to do |");

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
    TABLE.assertHas(rows);
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
