// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs an application's routes with Semel in this virtual machine, over a real PostgreSQL, a real
 * Artemis and a real Narayana. Each test method that declares a parameter of type {@link Trial} is
 * given a new one.
 *
 * <p>Database and broker start once for all tests of a virtual machine, and end with it. Each run
 * of a trial has a database of its own, made from Semel's scripts and {@link #scripts}, and starts
 * the application anew: CDI, persistence units, Camel and Semel, as a server does. The policy is
 * the application's own: {@code META-INF/microprofile-config.properties} and {@code
 * META-INF/semel/*.yaml}.
 *
 * <p>By Arquillian the same class runs inside a deployed application, over the database, the broker
 * and the configuration of that: {@link #beans}, {@link #scripts}, {@link #providers} and {@link
 * #policy} say nothing there.
 *
 * <p>Tests run one after the other: a virtual machine has one transaction manager.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(TrialParameter.class)
public @interface SemelTest {

  /**
   * The classes of the application's CDI beans: its routes, and all that they call or inject. No
   * other class of the application becomes a bean.
   */
  Class<?>[] beans();

  /**
   * SQL scripts of the application's own tables, as resources of the class path, in the order in
   * which they run. They run as the owner of the database; the application runs as role {@code
   * semel}, to which they must grant what it needs.
   */
  String[] scripts() default {};

  /**
   * Keys of the configuration that hold the addresses of external systems. Each is set to an
   * address of the kit's own, which answers every {@code POST} with {@code 201} and counts what it
   * was sent, once for each {@code Idempotency-Key}.
   */
  String[] providers() default {};

  /** Lines {@code key=value} that overrule the application's own policy. */
  String[] policy() default {};
}
