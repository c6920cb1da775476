// SPDX-License-Identifier: Apache-2.0
package org.semel;

import jakarta.inject.Qualifier;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks what Semel itself uses, to be injected into beans of the application:
 *
 * <pre>{@code @Inject @Semel DataSource dataSource;}</pre>
 *
 * That is the data source of {@code semel.data-source}: what is written through it on a thread of a
 * consumer's route is part of the transaction in which the consumer claims. It is the same one on
 * every server and every thread, also where a thread knows no names in {@code java:comp}. Never
 * null; it may be injected before Semel has started, and hands out connections once it has ({@link
 * IllegalStateException} before).
 */
@Qualifier
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.METHOD, ElementType.TYPE})
public @interface Semel {}
