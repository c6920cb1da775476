// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A key for {@code localhost}, and its certificate, which nobody has signed but itself. */
public final class SelfSigned {

  public static final String PASSWORD = "changeit";
  private static final String ALIAS = "localhost";

  private SelfSigned() {}

  /** Made in {@code folder} by the JDK's own tool. */
  public static KeyStore keys(Path folder)
      throws IOException, GeneralSecurityException, InterruptedException {
    Path file = folder.resolve("keys.p12");
    Process made = new ProcessBuilder(command(file)).inheritIO().start();
    if (made.waitFor() != 0) {
      throw new IllegalStateException("keytool has ended with " + made.exitValue());
    }
    return KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
  }

  /** The key of {@code keys} as servers read it that are not written in Java. */
  public static Path key(KeyStore keys, Path file) throws IOException, GeneralSecurityException {
    byte[] key = keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded();
    return Files.writeString(file, text("PRIVATE KEY", key));
  }

  public static Path certificate(KeyStore keys, Path file)
      throws IOException, GeneralSecurityException {
    return Files.writeString(file, text("CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()));
  }

  private static String[] command(Path file) {
    return new String[] {
      Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
      "-genkeypair",
      "-alias",
      ALIAS,
      "-keyalg",
      "EC",
      "-dname",
      "CN=localhost",
      "-ext",
      "SAN=dns:localhost",
      "-storetype",
      "PKCS12",
      "-storepass",
      PASSWORD,
      "-keystore",
      file.toString()
    };
  }

  /** As RFC 7468 has it. */
  private static String text(String label, byte[] content) {
    return "-----BEGIN %s-----\n%s\n-----END %1$s-----\n"
        .formatted(label, Base64.getMimeEncoder().encodeToString(content));
  }
}
