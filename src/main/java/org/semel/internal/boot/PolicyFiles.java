// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.semel.internal.boot.config.ConfiguredNames;
import org.semel.internal.boot.config.SemelSettings;
import org.semel.internal.boot.config.file.ConfigWithPolicies;
import org.semel.internal.boot.config.file.PolicyFile;
import org.semel.internal.boot.routes.RouteFiles.War;

/**
 * The policies of an application in YAML: {@code META-INF/semel/<consumer>.yaml} of its WAR, and
 * {@code <consumer>.yaml} of the folder outside of it that the configuration names.
 */
public final class PolicyFiles {

  static final String FOLDER = "META-INF/semel/";

  static final List<String> ENDINGS = List.of(".yaml", ".yml");

  private static final Pattern POLICY = Pattern.compile("(" + ConfiguredNames.NAME + ")\\.ya?ml");

  private final String folder;
  private final List<PolicyFile> found = new ArrayList<>();
  private final Map<String, String> owners = new HashMap<>();

  private PolicyFiles(String folder) {
    this.folder = folder;
  }

  /** All of a WAR, in the order of their names; one that cannot be read has a fault. */
  public static List<PolicyFile> of(War war) {
    PolicyFiles files = new PolicyFiles(FOLDER);
    String folder = "/WEB-INF/classes/" + FOLDER;
    Set<String> entries = war.entries(folder);
    if (entries != null) {
      new TreeSet<>(entries)
          .forEach(entry -> files.add(entry.substring(folder.length()), () -> bytes(war, entry)));
    }
    return files.found;
  }

  /**
   * All of a folder outside of the WAR, in the order of their names; an operator changes them, so
   * whatever cannot be read is a fault. What begins with a dot is of the mount.
   */
  static List<PolicyFile> outside(Path folder) {
    PolicyFiles files = new PolicyFiles(folder + "/");
    try (Stream<Path> entries = Files.list(folder)) {
      entries
          .filter(entry -> !nameOf(entry).startsWith("."))
          .sorted()
          .forEach(entry -> files.add(nameOf(entry), () -> bytes(entry)));
    } catch (IOException | UncheckedIOException e) {
      files.unreadable("is no folder that can be read; semel.policies names it");
    }
    if (!folder.isAbsolute()) {
      files.unreadable("does not begin at the root of the machine; semel.policies names it");
    }
    return files.found.stream().map(PolicyFile::outside).toList();
  }

  /**
   * The configuration with the policies of this WAR, and of the folder outside of it; the same one,
   * if there is none.
   */
  public static Config over(Config config, War war) {
    List<PolicyFile> inside = of(war);
    String folder = SemelSettings.policies(config);
    List<PolicyFile> all =
        folder.isEmpty()
            ? inside
            : Stream.of(outside(Path.of(folder)), inside).flatMap(List::stream).toList();
    return ConfigWithPolicies.of(config, all);
  }

  private void add(String name, Supplier<byte[]> yaml) {
    Matcher policy = POLICY.matcher(name);
    String file = folder + name;
    if (!policy.matches()) {
      found.add(
          PolicyFile.unreadable(
              file, "no policy is read of it; its name must be that of a consumer, and .yaml"));
      return;
    }
    String consumer = policy.group(1);
    String other = owners.putIfAbsent(consumer, file);
    found.add(
        other == null
            ? read(file, consumer, yaml)
            : PolicyFile.unreadable(
                file,
                "a second policy of the consumer " + consumer + " beside " + other + "; keep one"));
  }

  private static PolicyFile read(String file, String consumer, Supplier<byte[]> yaml) {
    try {
      return PolicyFile.read(file, consumer, yaml.get());
    } catch (UncheckedIOException e) {
      return PolicyFile.unreadable(file, "cannot be read");
    }
  }

  private void unreadable(String why) {
    found.add(PolicyFile.unreadable(folder, why));
  }

  private static String nameOf(Path entry) {
    return entry.getFileName() + (Files.isDirectory(entry) ? "/" : "");
  }

  private static byte[] bytes(Path entry) {
    try {
      return Files.readAllBytes(entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(War war, String entry) {
    try (InputStream in = war.open(entry)) {
      if (in == null) {
        throw new IOException(entry + " is listed in the WAR and cannot be read");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
