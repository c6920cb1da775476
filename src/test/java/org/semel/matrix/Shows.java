// SPDX-License-Identifier: Apache-2.0
package org.semel.matrix;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.semel.estate.ServerKind;

/**
 * The cells of the crash matrix that a test shows: the window's id, and who dies there, as in
 * {@code X8 server}. {@code docs/crash-matrix.md} is made of these.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Shows {

  /** One or more cells. */
  String[] value();

  /** The servers on which the test runs; none if it needs no server, or a small one of ours. */
  ServerKind[] on() default {};
}
