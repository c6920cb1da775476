// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the bodies of JMS messages, as much of them as the policy allows, and never runs a
 * producer's classes.
 */
@NullMarked
package org.semel.internal.edge.jms.body;

import org.jspecify.annotations.NullMarked;
