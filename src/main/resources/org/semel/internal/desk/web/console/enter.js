// SPDX-License-Identifier: Apache-2.0
// Leads to the login a user who has none, and keeps the place that the address names. Leads no one in a circle: whom a login
// has led back here goes on by hand.

import { keepPlace } from './place.js';

if (keepPlace()) {
  location.replace('login');
} else {
  document.getElementById('again').hidden = false;
}
