// SPDX-License-Identifier: Apache-2.0
// The API, and nothing else of the server. Every path stands here, as the API's table has it.

import { visible } from './text.js';

const BASE = 'api/v1';

const PATHS = {
  index: 'GET /',
  backlog: 'GET /backlog',
  consumers: 'GET /consumers',
  destinations: 'GET /destinations',
  doctor: 'GET /doctor',
  find: 'GET /find',
  dossier: 'GET /identities',
  forget: 'POST /identities/forget',
  erase: 'POST /identities/erase',
  setAside: 'POST /stored/set-aside',
  parked: 'GET /parked',
  parkedCase: 'GET /parked/{id}',
  failureGroups: 'GET /failure-groups',
  parkedBody: 'POST /parked/{id}/body',
  release: 'POST /parked/{id}/release',
  withdraw: 'POST /parked/{id}/withdraw',
  keptMessages: 'GET /kept',
  kept: 'GET /kept/{id}',
  keptBody: 'POST /kept/{id}/body',
  replay: 'POST /kept/{id}/replay',
  intents: 'GET /intents',
  intentGroups: 'GET /intent-groups',
  intent: 'GET /intents/{key}',
  intentBody: 'POST /intents/{key}/body',
  retryIntent: 'POST /intents/{key}/retry',
  withdrawIntent: 'POST /intents/{key}/withdraw',
  intentDelivered: 'POST /intents/{key}/delivered',
  plans: 'GET /plans',
  plan: 'GET /plans/{id}',
  planContents: 'GET /plans/{id}/contents',
  planItems: 'GET /plans/{id}/items',
  freeze: 'POST /plans',
  rehearse: 'POST /plans/{id}/rehearse',
  approvePlan: 'POST /plans/{id}/approve',
  startPlan: 'POST /plans/{id}/start',
  pausePlan: 'POST /plans/{id}/pause',
  resumePlan: 'POST /plans/{id}/resume',
  withdrawPlan: 'POST /plans/{id}/withdraw',
  gaps: 'GET /gaps',
  declareLost: 'POST /gaps/declare-lost',
  aggregate: 'GET /aggregates',
  setBack: 'POST /aggregates/set-back',
  pauses: 'GET /pauses',
  pauseConsumer: 'POST /consumers/{consumer}/pause',
  resumeConsumer: 'POST /consumers/{consumer}/resume',
  pauseDestination: 'POST /destinations/{destination}/pause',
  resumeDestination: 'POST /destinations/{destination}/resume',
  inDoubt: 'GET /in-doubt',
  audit: 'GET /audit',
};

/** A refusal of the API, or no answer of it. */
export class Problem extends Error {
  constructor(status, body, retryAfter = null) {
    super(body.detail || body.title);
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** In one sentence, for a person. */
  sentence() {
    const again = this.retryAfter ? ` Try again in ${this.retryAfter} s.` : '';
    const { title, code, kind } = this.body;
    const failure = kind ? ` ${kind}.` : '';
    const detail = this.message === title ? '' : ` ${this.message}`;
    return visible(`${title}${detail}${failure}${again}${code ? ` (${code})` : ''}`, 1000);
  }
}

/** Asks for what is behind `name`; `values` fill the path, and the rest the query. */
export async function look(name, values = {}, signal = undefined) {
  const { path, rest } = target(PATHS[name], values);
  const query = new URLSearchParams(Object.entries(rest).filter(([, value]) => value !== undefined && value !== '')).toString();
  return answer(`${path}${query ? `?${query}` : ''}`, { signal });
}

/** Does an act. The same `key` again is the same act, done once; what only reads needs none. */
export async function act(name, values, key = undefined) {
  const { path, rest } = target(PATHS[name], values);
  const headers = { 'Content-Type': 'application/json', ...(key ? { 'Idempotency-Key': key } : {}) };
  return answer(path, { method: 'POST', headers, body: JSON.stringify(rest) });
}

/** A key for an act that begins. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The parameters of the link to the next page; none if this is the last. */
export function nextOf(page) {
  return page.next ? Object.fromEntries(new URLSearchParams(page.next.split('?')[1] ?? '')) : undefined;
}

function target(row, values) {
  const rest = { ...values };
  const path = row.split(' ')[1].replace(/\{(\w+)\}/g, (_, place) => {
    const value = rest[place];
    delete rest[place];
    return encodeURIComponent(value);
  });
  return { path, rest };
}

/** Who is logged in, and with which roles; asked once. */
export function me() {
  asked ??= look('index').catch((failure) => {
    asked = null;
    throw failure;
  });
  return asked;
}

let asked = null;

async function answer(path, { headers = {}, ...options }) {
  const response = await fetch(BASE + path, {
    ...options,
    headers: { Accept: 'application/json', 'X-Semel-Console': '1', ...headers },
    cache: 'no-store',
    credentials: 'same-origin',
    redirect: 'error',
  });
  const body = await read(response);
  if (!response.ok) {
    throw new Problem(response.status, body, response.headers.get('Retry-After'));
  }
  return body;
}

async function read(response) {
  try {
    return await response.json();
  } catch {
    return { title: `Status ${response.status}.`, detail: 'The answer is not JSON.' };
  }
}
