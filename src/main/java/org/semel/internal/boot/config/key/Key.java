// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.key;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * One key of the configuration: a component of a record. The component's name is the key, {@code
 * batchBytes} is {@code batch-bytes}; its type says which values there are (see {@link ValueType}).
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {

  /** The default, as a user would write it; blank for none. */
  String fallback() default "";

  /** The allowed values, for people; of numbers and durations also the bounds. */
  String range() default "";

  /** The form that a text, or each of several names, must have; blank for any. */
  String form() default "";

  /** Where a policy file has it: section and name, with a dot between; blank for nowhere. */
  String yaml() default "";

  /** The reading of the text. */
  Notation notation() default Notation.VALUE;

  /** The sentences of the reference page. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Says {
    String value();
  }
}
