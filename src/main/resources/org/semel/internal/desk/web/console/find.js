// SPDX-License-Identifier: Apache-2.0
// What has an id, whatever it is.

import { el } from './dom.js';
import { look } from './api.js';
import { Screen } from './screen.js';
import { linkTo, placeOfTarget } from './links.js';
import { count, foreign, visible } from './text.js';
import { hashOf } from './place.js';

export class Find extends Screen {
  heading() {
    return 'Find';
  }

  async read(signal) {
    const q = this.place.params.q ?? '';
    const found = q ? await look('find', { q }, signal) : { items: [] };
    const places = found.items.map(({ what, target }) => ({ what, target, place: placeOfTarget(target) }));
    if (places.length === 1 && places[0].place && !this.readAt) {
      const { steps, params } = places[0].place;
      location.replace(hashOf(steps, params));
    }
    return { q, places };
  }

  draw({ q, places }) {
    if (!q) {
      return el('p', {}, 'Type the key of an identity or of an intent, the number of a parked or kept message or of a plan, the JMSMessageID of a parked or kept message, or what a provider calls an effect.');
    }
    return [
      el('p', {}, places.length === 0 ? 'Nothing in this database has the id ' : `${count(places.length, 'thing')} in this database with the id `, foreign(q), '.'),
      places.length === 0 ? el('p', {}, 'By a JMSMessageID a message is found that was parked or kept, as long as its row is there.') : null,
      el('ul', { class: 'hits' }, places.map(hit)),
    ];
  }
}

function hit({ what, target, place }) {
  const words = `${what} ${visible(place ? (place.params.consumer ?? place.steps[1]) : target)}`;
  const line = place ? linkTo(place.steps, place.params, words) : foreign(words);
  if (place) {
    line.setAttribute('data-first', '');
    line.setAttribute('data-focus', target);
  }
  return el('li', { 'data-row': target }, line);
}
