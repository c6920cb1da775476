// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;
import org.semel.internal.boot.config.ConfiguredNames;
import org.semel.internal.boot.config.file.ConfigWithPolicies;
import org.semel.internal.boot.config.file.PolicyFile;
import org.semel.internal.boot.routes.RouteFiles.War;

/** The policies of a WAR in YAML: {@code META-INF/semel/<consumer>.yaml}. */
public final class PolicyFiles {

  static final String FOLDER = "META-INF/semel/";

  static final List<String> ENDINGS = List.of(".yaml", ".yml");

  private static final Pattern POLICY = Pattern.compile("(" + ConfiguredNames.NAME + ")\\.ya?ml");

  private final War war;
  private final List<PolicyFile> found = new ArrayList<>();
  private final Map<String, String> owners = new HashMap<>();

  private PolicyFiles(War war) {
    this.war = war;
  }

  /** All of them, in the order of their names; one that cannot be read has a fault. */
  public static List<PolicyFile> of(War war) {
    PolicyFiles files = new PolicyFiles(war);
    String folder = "/WEB-INF/classes/" + FOLDER;
    Set<String> entries = war.entries(folder);
    if (entries != null) {
      new TreeSet<>(entries).forEach(entry -> files.add(entry, entry.substring(folder.length())));
    }
    return files.found;
  }

  /** The configuration with the policies of this WAR; the same one, if it has none. */
  static Config over(Config config, War war) {
    return ConfigWithPolicies.of(config, of(war));
  }

  private void add(String entry, String name) {
    Matcher policy = POLICY.matcher(name);
    String file = FOLDER + name;
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
            ? PolicyFile.read(file, consumer, bytes(entry))
            : PolicyFile.unreadable(
                file,
                "a second policy of the consumer " + consumer + " beside " + other + "; keep one"));
  }

  private byte[] bytes(String entry) {
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
