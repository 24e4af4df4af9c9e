import { createHash } from 'node:crypto';
import { type Plan, scriptsOfPage, sourceOfGiven } from '@nonet/language';
import { pageClient } from './page-client.ts';

export interface ServedPage {
  readonly html: string;
  readonly policy: string;
  readonly etag: string;
}

const CLIENT = `"use strict";(${pageClient.toString()})()`;

const served = new WeakMap<Plan, Map<string, ServedPage>>();

/** A given page as a frame loads it: its client, the file as it is, and what the browser is to let it do. */
export function servedPage(plan: Plan, file: string): ServedPage {
  let pages = served.get(plan);
  if (pages === undefined) served.set(plan, (pages = new Map()));
  let page = pages.get(file);
  if (page === undefined) pages.set(file, (page = servedPageOf(sourceOfGiven(plan, { file }))));
  return page;
}

function servedPageOf(source: string): ServedPage {
  const html = `<!doctype html><script>${CLIENT}</script>\n${source}`;
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
  return { html, policy: policyFor([CLIENT, ...scriptsOfPage(source)]), etag };
}

/**
 * An origin of its own, and no network. Only the scripts that stand in the file run: not those that a text of a record
 * would bring, if the page writes it as markup.
 */
function policyFor(scripts: readonly string[]): string {
  const hashes = scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${[...new Set(hashes)].join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    'media-src data: blob:',
    "connect-src 'none'",
    "frame-src 'none'",
    "worker-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}
