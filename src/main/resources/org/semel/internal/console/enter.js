// SPDX-License-Identifier: Apache-2.0
// Leads to the login whoever has none, and keeps the place that the address names.

import { keepPlace } from './place.js';

keepPlace();
location.replace('login');
