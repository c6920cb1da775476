// SPDX-License-Identifier: Apache-2.0
package org.semel.it.endpoints;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** An application with endpoints of its own, at its root. */
@ApplicationPath("/")
public class OwnApplication extends Application {}
