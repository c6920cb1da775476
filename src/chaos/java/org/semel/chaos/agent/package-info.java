// SPDX-License-Identifier: Apache-2.0
/** What the harness puts into a machine that is to die; knows nothing but the JDK. */
package org.semel.chaos.agent;
