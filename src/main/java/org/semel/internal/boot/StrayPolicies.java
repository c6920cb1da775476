// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.semel.internal.boot.config.file.PolicyFile;

/**
 * Policies that the class loader finds where none is read: in a jar of the WAR, also one that the
 * WAR's own classes are packed into, or in a library of the EAR.
 *
 * @param read those that are read
 */
record StrayPolicies(List<PolicyFile> read) {

  /** Each one of these consumers, as a fault. */
  List<String> faults(Collection<String> consumers, @Nullable ClassLoader application) {
    List<String> faults = new ArrayList<>();
    if (application != null) {
      consumers.forEach(consumer -> look(consumer, application, faults));
    }
    return faults;
  }

  private void look(String consumer, ClassLoader application, List<String> faults) {
    for (String ending : PolicyFiles.ENDINGS) {
      String file = PolicyFiles.FOLDER + consumer + ending;
      try {
        for (URL found : Collections.list(application.getResources(file))) {
          if (!isRead(file, found)) {
            faults.add(
                "%s: is not read; the policy of %s belongs in the WAR, as WEB-INF/classes/%s"
                    .formatted(found, consumer, file));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Whether it is the file that is read, or says the same: addresses of one file differ from server
   * to server.
   */
  private boolean isRead(String file, URL found) throws IOException {
    for (PolicyFile policy : read) {
      if (policy.getName().equals(file) && policy.says(bytes(found))) {
        return true;
      }
    }
    return false;
  }

  private static byte[] bytes(URL found) throws IOException {
    URLConnection connection = found.openConnection();
    connection.setUseCaches(false); // or the jar stays open after an undeployment
    try (InputStream in = connection.getInputStream()) {
      return in.readAllBytes();
    }
  }
}
