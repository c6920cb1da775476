// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Shows what each engine does in its own way: layout, focus, keys, dialogs, selection, scrolling,
 * requests that fail, storage, history, and how a page is refused what its policy forbids. All
 * other tests of the console ask what our script makes of an answer, which is the same script in
 * each engine; they run in one, {@link Browser#ofTheBuild}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag("in-each-engine")
@interface InEachEngine {}
