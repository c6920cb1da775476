// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs a class of tests once on each server that {@code -Dsemel.server} names, on all of them if
 * there is no such property. The constructor takes the {@link org.semel.estate.ServerKind}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass(name = "{0}")
@MethodSource("org.semel.it.AskedServers#all")
@interface OnEachServer {}
