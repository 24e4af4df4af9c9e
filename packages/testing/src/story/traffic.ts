import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The requests of a page over the network, from the moment that it is watched. */
export interface Traffic {
  /** Every address that was asked for. */
  readonly addresses: readonly string[];
  /** Resolves when no request is in progress and everything is drawn, including lazy parts. */
  settle(): Promise<void>;
}

/** Streams never end, and Chromium does not say of a manifest that it has come. */
const WITHOUT_END = /\/(?:events|manifest\.webmanifest)$/;

export function watchTraffic(page: Page): Traffic {
  const addresses: string[] = [];
  const underWay = new Set<string>();
  page.on('request', (request) => {
    addresses.push(request.url());
    if (!WITHOUT_END.test(new URL(request.url()).pathname)) underWay.add(request.url());
  });
  page.on('requestfinished', (request) => underWay.delete(request.url()));
  page.on('requestfailed', (request) => underWay.delete(request.url()));
  return {
    addresses,
    settle: async () => {
      await expect.poll(() => [...underWay]).toEqual([]);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    },
  };
}
