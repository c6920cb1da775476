// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler.CompilationTask;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.semel.estate.ServerKind;

/**
 * The quickstart's own test, as a user has compiled it, inside a server: by the class that the page
 * of the kit prints, and by Arquillian. Only the server and the place of the WAR are put into it.
 */
final class OwnTestInServer {

  private static final Path PAGE = Path.of("docs/testkit.md");
  private static final Path BUILT = Path.of("target/quickstart/target");
  private static final String PLACE = "com/example/payments/";
  private static final String NAME = "PaymentsInServerIT";

  private final ServerKind kind;
  private final Path classes = SharedEstate.directory("own-test-");

  OwnTestInServer(ServerKind kind) {
    this.kind = kind;
  }

  /** Runs it in the WAR that the user's build has made; gives what became of it. */
  TestExecutionResult run() {
    return run(BUILT.resolve("payments.war"));
  }

  /** The same in a WAR in which this class is another one. */
  TestExecutionResult run(String name, String source) {
    try {
      compile(name, source);
      Path war = classes.resolve("payments.war");
      ShrinkWrap.create(ZipImporter.class, "payments.war")
          .importFrom(BUILT.resolve("payments.war").toFile())
          .as(WebArchive.class)
          .addAsResource(classes.resolve(PLACE + name + ".class").toFile(), PLACE + name + ".class")
          .as(ZipExporter.class)
          .exportTo(war.toFile());
      return run(war);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private TestExecutionResult run(Path war) {
    try (URLClassLoader users = new URLClassLoader(urls(), getClass().getClassLoader())) {
      compile(NAME, printed(war));
      Thread thread = Thread.currentThread();
      ClassLoader before = thread.getContextClassLoader();
      thread.setContextClassLoader(users);
      try {
        return executed(users.loadClass(PLACE.replace('/', '.') + NAME));
      } finally {
        thread.setContextClassLoader(before);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What the page prints, for this server and this WAR. */
  private String printed(Path war) throws IOException {
    List<String> page = Files.readAllLines(PAGE);
    String printed =
        page.stream()
            .dropWhile(line -> !line.equals("    @ExtendWith(ArquillianExtension.class)"))
            .takeWhile(line -> line.isEmpty() || line.startsWith("    "))
            .collect(Collectors.joining("\n"));
    return """
        package com.example.payments;
        import java.io.File;
        import org.jboss.arquillian.container.test.api.Deployment;
        import org.jboss.arquillian.junit5.ArquillianExtension;
        import org.jboss.shrinkwrap.api.ShrinkWrap;
        import org.jboss.shrinkwrap.api.importer.ZipImporter;
        import org.jboss.shrinkwrap.api.spec.WebArchive;
        import org.junit.jupiter.api.extension.ExtendWith;
        import org.semel.testkit.SemelTest;
        """
        + printed
            .replace("target/payments.war", war.toString())
            .replace(
                "@Deployment",
                "@Deployment @org.jboss.arquillian.container.test.api.TargetsContainer(\""
                    + kind
                    + "\")");
  }

  private void compile(String name, String source) throws IOException {
    Path file = Files.writeString(classes.resolve(name + ".java"), source);
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files =
        ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
      CompilationTask task =
          ToolProvider.getSystemJavaCompiler()
              .getTask(
                  said,
                  files,
                  null,
                  List.of(
                      "-proc:none", "-parameters", "-cp", classPath(), "-d", classes.toString()),
                  null,
                  files.getJavaFileObjects(file));
      assertThat(task.call()).as("%s", said).isTrue();
    }
  }

  private static TestExecutionResult executed(Class<?> test) {
    TestExecutionResult[] last = {TestExecutionResult.aborted(null)};
    Launcher launcher =
        LauncherFactory.create(
            LauncherConfig.builder()
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .build());
    launcher.execute(
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(test)).build(),
        new TestExecutionListener() {
          @Override
          public void executionFinished(TestIdentifier one, TestExecutionResult result) {
            if (one.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
              last[0] = result;
            }
          }
        });
    return last[0];
  }

  private URL[] urls() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (Path one : usersPath()) {
      urls.add(one.toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }

  private List<Path> usersPath() {
    return List.of(classes, BUILT.resolve("test-classes"), BUILT.resolve("classes"));
  }

  private String classPath() {
    return Stream.concat(
            usersPath().stream().map(Path::toString),
            Stream.of(
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path"))))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
