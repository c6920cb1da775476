// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.util.regex.Pattern;

/**
 * Environment variables that look like keys of ours and have another reader: Semel's command line,
 * and applications that find a service by the variables that Kubernetes gives each pod for each
 * service of its namespace (<a
 * href="https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables">documentation</a>).
 */
final class ForeignVariables {

  private static final Pattern COMMAND_LINE = Pattern.compile("SEMEL_(URL|USER|PASSWORD)");

  private static final Pattern SERVICE =
      Pattern.compile(
          "SEMEL_([A-Z0-9_]+_)?"
              + "(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?"
              + "|PORT|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

  private ForeignVariables() {}

  static boolean holds(String variable) {
    return COMMAND_LINE.matcher(variable).matches() || SERVICE.matcher(variable).matches();
  }
}
