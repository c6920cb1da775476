// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class DeliveredBodyTest {

  /** Each intent is noted, also one that goes out over JMS. */
  @Test
  void anApplicationWithoutAnHttpClientCanNoteWhatItDelivers() throws ClassNotFoundException {
    Class<?> linked = Class.forName(DeliveredBody.class.getName(), true, new WithoutHttpClient());
    assertThat(linked).isNotSameAs(DeliveredBody.class);
  }

  /** Defines the class anew, and finds none of the client's. */
  private static final class WithoutHttpClient extends ClassLoader {

    WithoutHttpClient() {
      super(DeliveredBody.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("org.apache.hc.")) {
        throw new ClassNotFoundException(name);
      }
      return name.equals(DeliveredBody.class.getName())
          ? defined(name)
          : super.loadClass(name, resolve);
    }

    private Class<?> defined(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = getParent().getResourceAsStream(file)) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
