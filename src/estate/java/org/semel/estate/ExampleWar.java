// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.File;
import java.nio.file.Path;
import org.jboss.shrinkwrap.api.Filters;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.ArchiveAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.importer.ExplodedImporter;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.semel.example.OrderEvent;

/**
 * The example application as its own WAR, with Semel's jar and Camel in it, as any user would build
 * his.
 */
public final class ExampleWar {

  public static final String NAME = "example.war";
  public static final String ORDERS = "orders.war";

  private ExampleWar() {}

  /** The whole application. */
  public static WebArchive build() {
    return bare(NAME)
        .addPackage("org.semel.example")
        .setWebXML(descriptor("web.xml"))
        .addAsWebInfResource(descriptor("jboss-web.xml"))
        .addAsWebInfResource(descriptor("ibm-web-bnd.xml"))
        .addAsResource("META-INF/persistence.xml")
        .addAsResource("META-INF/microprofile-config.properties");
  }

  /** The second application: an ordered consumer, and one that stores first. */
  public static WebArchive orders() {
    return bare(ORDERS)
        .addPackage("org.semel.example.orders")
        .addClasses(OrderEvent.class, OrderEvent.OrderLine.class)
        .addAsResource("META-INF/persistence.xml")
        .addAsResource("META-INF/orders.properties", "META-INF/microprofile-config.properties");
  }

  /** A WAR that embeds Semel and has nothing of its own yet. */
  public static WebArchive bare(String name) {
    return ShrinkWrap.create(WebArchive.class, name)
        .addAsWebInfResource(
            new StringAsset("<beans bean-discovery-mode=\"annotated\" version=\"4.0\"/>"),
            "beans.xml")
        .addAsLibrary(semel())
        .addAsLibraries(IndexedJars.of(libraries()));
  }

  /** One that embeds Semel twice, under two names, and has nothing else. */
  public static WebArchive twice(String name) {
    return bare(name)
        .addAsLibrary(new ArchiveAsset(semel(), ZipExporter.class), "semel-of-before.jar");
  }

  private static File descriptor(String name) {
    return Path.of("src/example/webapp/WEB-INF", name).toFile();
  }

  private static JavaArchive semel() {
    return ShrinkWrap.create(JavaArchive.class, "semel.jar")
        .as(ExplodedImporter.class)
        .importDirectory(Path.of("target/classes").toFile(), Filters.exclude("/org/semel/ra/.*"))
        .as(JavaArchive.class);
  }

  private static File[] libraries() {
    File[] jars = Path.of("target/lib").toFile().listFiles((folder, name) -> name.endsWith(".jar"));
    if (jars == null || jars.length == 0) {
      throw new IllegalStateException("the build has copied no libraries to target/lib");
    }
    return jars;
  }
}
