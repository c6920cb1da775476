// SPDX-License-Identifier: Apache-2.0
package org.semel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java that pages show compiles, by the release that an application may still have. */
class SnippetsTest {

  @TempDir private Path classes;

  @Test
  void whatThePagesShowCompiles() {
    List<Piece> pieces = Markdown.all().stream().flatMap(SnippetsTest::pieces).toList();
    assertThat(pieces).hasSizeGreaterThan(10);
    assertThat(faults(pieces)).isEmpty();
  }

  /** Otherwise a page could teach what it wants. */
  @Test
  void aCallThatDoesNotExistIsFound() {
    assertThat(faults(List.of(new Piece("page:1", List.of("operations.parked().shred(17, by);")))))
        .singleElement()
        .asString()
        .startsWith("page:1")
        .contains("shred");
  }

  private static Stream<Piece> pieces(Markdown page) {
    return page.fences().stream()
        .filter(fence -> fence.language().equals("java"))
        .map(fence -> new Piece(page.at(fence.line()), fence.text()));
  }

  private List<String> faults(List<Piece> pieces) {
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    List<String> options =
        List.of(
            "--release",
            "17",
            "-proc:none",
            "-cp",
            classPath(),
            "-d",
            classes.toString(),
            "-nowarn");
    ToolProvider.getSystemJavaCompiler().getTask(null, null, said, options, null, pieces).call();
    return said.getDiagnostics().stream()
        .filter(fault -> fault.getKind() == Diagnostic.Kind.ERROR)
        .map(SnippetsTest::told)
        .toList();
  }

  private static String told(Diagnostic<? extends JavaFileObject> fault) {
    String where = fault.getSource() instanceof Piece piece ? piece.where : "";
    return where + " " + fault.getMessage(Locale.ROOT);
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /** A piece of Java, in a package of its own. */
  private static final class Piece extends SimpleJavaFileObject {

    private final String where;
    private final List<String> text;

    Piece(String where, List<String> text) {
      super(URI.create("string:///" + home(where) + "/Piece.java"), Kind.SOURCE);
      this.where = where;
      this.text = text;
    }

    private static String home(String where) {
      return "p" + where.replaceAll("\\W", "_");
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return Stage.set(home(where), text);
    }
  }
}
