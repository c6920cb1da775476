// SPDX-License-Identifier: Apache-2.0
/** What a browser or a program reaches over HTTP: console and API, as servlets. */
@NullMarked
package org.semel.internal.boot.web;

import org.jspecify.annotations.NullMarked;
