// SPDX-License-Identifier: Apache-2.0
// Makes elements. What the API says becomes a text node or a plain attribute, never markup.

const REFUSED = /^(on|style$|src|srcdoc$|action$|formaction$|xlink)/i;
const SVG = 'http://www.w3.org/2000/svg';

/** An element; `on` holds listeners by event. A string among the children becomes a text node. */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for a picture. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(node, { on = {}, ...attributes }, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== undefined && value !== null) {
      set(node, name, value === true ? '' : String(value));
    }
  }
  for (const [event, listener] of Object.entries(on)) {
    node.addEventListener(event, listener);
  }
  node.append(...present(children));
  return node;
}

function set(node, name, value) {
  if (REFUSED.test(name) || (name === 'href' && !value.startsWith('#'))) {
    throw new Error(`no attribute of ours: ${name}`);
  }
  node.setAttribute(name, value);
}

/** Replaces what `node` holds. */
export function show(node, ...children) {
  node.replaceChildren(...present(children));
}

function present(children) {
  return children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false);
}
