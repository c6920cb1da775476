// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

/**
 * One key of the configuration: all that is to be said of it stands here, for the reader and for
 * the reference page alike.
 *
 * @param name the last part of the key
 * @param fallback what holds if it is not set, as a user would write it; blank for nothing
 * @param values what may be written, and how it is understood
 * @param meaning a sentence or two for the reference page
 */
record Key<T>(String name, String fallback, Values<T> values, String meaning) {}
