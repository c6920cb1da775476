// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

/**
 * A setting outside its safe range.
 *
 * @param value as it is
 * @param range in which it would be safe
 * @param danger what can happen, a sentence
 */
public record UnsafeSetting(String name, String value, String range, String danger) {}
