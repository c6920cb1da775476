// SPDX-License-Identifier: Apache-2.0
// Which screen a place shows.

import { el } from './dom.js';
import { Screen } from './screen.js';
import { Overview } from './overview.js';
import { Find } from './find.js';
import { Doctor } from './doctor.js';
import { Dossier } from './dossier.js';
import { Conflicts } from './conflicts.js';
import { Parked } from './parked.js';
import { ParkedCase } from './case.js';
import { Intents } from './intents.js';
import { Intent } from './intent.js';
import { Plans } from './plans.js';
import { Plan } from './plan.js';
import { Gaps } from './gaps.js';
import { InDoubt } from './indoubt.js';
import { Audit } from './audit.js';
import { Kept } from './kept.js';
import { KeptList } from './keptlist.js';

/** Those that the page leads to from everywhere. */
const SCREENS = [
  { step: '', name: 'Overview' },
  { step: 'parked', name: 'Parked' },
  { step: 'conflicts', name: 'Conflicts' },
  { step: 'kept', name: 'Kept' },
  { step: 'intents', name: 'Intents' },
  { step: 'plans', name: 'Plans' },
  { step: 'gaps', name: 'Gaps' },
  { step: 'in-doubt', name: 'In doubt', ofEverything: true },
  { step: 'audit', name: 'Audit', ofEverything: true },
  { step: 'doctor', name: 'Doctor', ofEverything: true },
];

/** Those that a user may see; all, as long as no one is known. */
export function screensOf(user) {
  return SCREENS.filter(({ step, ofEverything }) => !ofEverything || !user?.scopes?.length || user.links.includes(`/${step}`));
}

const LISTS = { '': Overview, find: Find, identity: Dossier, parked: Parked, conflicts: Conflicts, kept: KeptList, intents: Intents, plans: Plans, gaps: Gaps, 'in-doubt': InDoubt, audit: Audit, doctor: Doctor };
const ONES = { parked: ParkedCase, intents: Intent, plans: Plan, kept: Kept };

class NoScreen extends Screen {
  heading() {
    return 'No such screen';
  }

  async read() {
    return {};
  }

  draw() {
    return el('p', {}, 'This address has no screen. ', el('a', { href: '#/' }, 'To the overview'));
  }
}

for (const [name, type] of Object.entries({ none: NoScreen, ...LISTS, case: ParkedCase, intent: Intent, plan: Plan, 'kept-one': Kept })) {
  customElements.define(`semel-${name || 'overview'}`, type);
}

/** The screen of a place, not read yet. */
export function screenOf(place) {
  const [first = '', second, ...more] = place.steps;
  const types = second === undefined ? LISTS : ONES;
  const type = more.length === 0 && Object.hasOwn(types, first) ? types[first] : NoScreen;
  const screen = new type();
  screen.place = place;
  return screen;
}
