// SPDX-License-Identifier: Apache-2.0
/**
 * Identities and fingerprints of messages: the rules that a policy names, the reader of JSON and
 * CloudEvents, the profiles of fingerprints, and the form of a key as an operator sees it.
 */
@NullMarked
package org.semel.internal.engine.receive.identity;

import org.jspecify.annotations.NullMarked;
