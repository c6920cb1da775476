// SPDX-License-Identifier: Apache-2.0
// How the console writes what the API says.

import { el } from './dom.js';

const LONGEST = 300;

// Controls, and what turns the direction of text or hides: an id must look like what it is.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Text of others: hidden characters are named, and what is too long is cut, with its length. */
export function visible(text, longest = LONGEST) {
  const all = text === undefined || text === null ? '' : String(text);
  const part = all.length > longest ? all.slice(0, longest) : all;
  const named = part.replace(HIDDEN, (c) => `\u27e8U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}\u27e9`);
  return all.length > longest ? `${named}… (${all.length} characters)` : named;
}

/** Text of others as an element that no neighbour's direction reaches. */
export function foreign(text, longest) {
  return el('bdi', {}, visible(text, longest));
}

/** A moment, in UTC to the second. */
export function moment(instant) {
  if (!instant) {
    return '–';
  }
  return el('time', { datetime: instant, title: visible(instant) }, utc(instant));
}

function utc(instant) {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? visible(instant) : `${at.toISOString().slice(0, 19).replace('T', ' ')}Z`;
}

/** A length of time in its largest unit, such as `3 min`. */
export function age(seconds) {
  const all = Math.max(0, Math.floor(seconds));
  for (const [unit, length] of [['d', 86400], ['h', 3600], ['min', 60]]) {
    if (all >= 2 * length) {
      return `${Math.floor(all / length)} ${unit}`;
    }
  }
  return `${all} s`;
}

/** `1 message`, `2 messages`. */
export function count(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

/** The seconds of a duration such as `PT26H3M1.5S`. */
export function secondsOf(duration) {
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^P(?:(-?\d+)D)?T?(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?[\d.]+)S)?$/.exec(duration) ?? [];
  return Number(days) * 86400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
