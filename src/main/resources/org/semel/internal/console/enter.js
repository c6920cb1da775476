// SPDX-License-Identifier: Apache-2.0
// Leads to the login whoever has none, and keeps the place that the address names. Leads nobody in a circle: whom a login
// has led back here goes on by hand.

import { keepPlace } from './place.js';

if (keepPlace()) {
  location.replace('login');
} else {
  document.getElementById('again').hidden = false;
}
