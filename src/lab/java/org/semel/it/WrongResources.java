// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.ResourceAdapterArchive;

/** Resources that a person could add to a Liberty, each wrong in one way. */
final class WrongResources {

  /** A data source that takes no part in transactions over two resources. */
  static final String LOCAL =
      server(
          """
          <dataSource jndiName="jdbc/plain" type="javax.sql.DataSource" isolationLevel="TRANSACTION_READ_COMMITTED">
            <jdbcDriver libraryRef="semel-jdbc" javax.sql.DataSource="org.postgresql.ds.PGSimpleDataSource"/>
            %s
          </dataSource>
          """
              .formatted(properties()));

  private static final String XA_DATA_SOURCE =
      """
      <dataSource jndiName="jdbc/%s" type="javax.sql.XADataSource" %s recoveryAuthDataRef="semel-database">
        <jdbcDriver libraryRef="%s" javax.sql.XADataSource="%s"/>
        %s
      </dataSource>
      """;

  private static final String OURS = "org.semel.xa.PostgresXADataSource";
  private static final String READ_COMMITTED = "isolationLevel=\"TRANSACTION_READ_COMMITTED\"";

  private WrongResources() {}

  /** All of them, for a server whose folder holds {@link #stockAdapter}. */
  static String all() {
    return server(
        dataSource("split", READ_COMMITTED + " containerAuthDataRef=\"semel-database\"", OURS)
            + dataSource("stock", READ_COMMITTED, "org.postgresql.xa.PGXADataSource")
            + dataSource("strict", "isolationLevel=\"TRANSACTION_SERIALIZABLE\"", OURS)
            + XA_DATA_SOURCE.formatted("driverless", READ_COMMITTED, "nothing", OURS, properties())
            + """
            <library id="nothing"><fileset dir="${server.config.dir}/none" includes="*.jar"/></library>
            <resourceAdapter id="stock" location="${server.config.dir}/stock.rar">
              <properties.stock ConnectionParameters="host=${semel.server.broker.host};port=${semel.server.broker.port}" UserName="${semel.server.broker.user}" Password="${semel.server.broker.password}" ReconnectAttempts="0"/>
            </resourceAdapter>
            <connectionFactory jndiName="jms/stockXA" recoveryAuthDataRef="semel-broker">
              <properties.stock consumerWindowSize="0" reconnectAttempts="0"/>
            </connectionFactory>
            <connectionFactory jndiName="jms/unrecovered">
              <properties.artemis consumerWindowSize="0" reconnectAttempts="0"/>
            </connectionFactory>
            """);
  }

  /** Artemis' adapter without our class, as somebody would pack it. */
  static void stockAdapter(Path folder) {
    File[] built =
        new File("target/publish/artemis")
            .listFiles((dir, name) -> name.matches("semel-artemis-.*\\.rar"));
    ShrinkWrap.create(ZipImporter.class, "stock.rar")
        .importFrom(built[0])
        .as(ResourceAdapterArchive.class)
        .setResourceAdapterXML(new StringAsset(stockDescriptor()))
        .as(ZipExporter.class)
        .exportTo(folder.resolve("stock.rar").toFile(), true);
  }

  private static String stockDescriptor() {
    try {
      return Files.readString(Path.of("src/rar/ra.xml"))
          .replace(
              "org.semel.ra.ArtemisAdapter",
              "org.apache.activemq.artemis.ra.ActiveMQResourceAdapter");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String dataSource(String name, String settings, String driver) {
    return XA_DATA_SOURCE.formatted(name, settings, "semel-jdbc", driver, properties());
  }

  private static String properties() {
    return """
    <properties serverName="${semel.server.db.host}" portNumber="${semel.server.db.port}" databaseName="${semel.server.db.name}" user="${semel.server.db.user}" password="${semel.server.db.password}"/>""";
  }

  private static String server(String elements) {
    return "<server>\n" + elements + "</server>\n";
  }
}
