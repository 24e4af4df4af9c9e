import { createHash } from 'node:crypto';
import type { DevEvent } from '@nonet/client';
import { type ApiTokens, createApiTokens, createSessions, type RunningEngine, type Sessions } from '@nonet/engine';
import { languagesOf, type Plan } from '@nonet/language';

/** What the server serves at one moment: one plan, on one engine. */
export interface Running {
  readonly plan: Plan;
  readonly engine: RunningEngine;
  readonly sessions: Sessions;
  readonly apiTokens: ApiTokens;
  /** The document's own language (9, `LOCALE`), whichever this is in. */
  readonly ownLanguage: string;
  /** The languages that the document has words in beside its own (8, `message (nl)`). */
  readonly languages: readonly string[];
  /** The same in one of them. */
  inLanguage(language: string): Running;
  /** Changes with the document. */
  readonly revision: string;
  /** What the checker has to say about this document: gaps, warnings, hints. */
  readonly diagnostics: readonly DevDiagnostic[];
  /** In development: the e-mail addresses of those who stand in for roles that no demo record has. */
  readonly standIns: readonly string[];
}

/** A product to serve: an engine on its migrated database. */
export interface Servable {
  readonly engine: RunningEngine;
  readonly diagnostics?: readonly DevDiagnostic[];
  readonly standIns?: readonly string[];
}

export type DevDiagnostic = Extract<DevEvent, { kind: 'errors' }>['diagnostics'][number];
/** Why the newest document is not the one that runs. */
export type DevFailure = Exclude<DevEvent, { kind: 'reload' }>;

/**
 * The product that a server serves, replaceable while it runs: `nonet dev` replaces it when the document changes, and
 * on errors the former one goes on running. A request keeps the product it began with.
 */
export class Product {
  #running: Running | null = null;
  #failure: DevFailure | null = null;
  readonly #listeners = new Set<(event: DevEvent) => void>();

  /** Without a first product (its document has errors) everything is answered by UNAVAILABLE until there is one. */
  constructor(first: Servable | null) {
    if (first) this.#running = running(first);
  }

  current(): Running | null {
    return this.#running;
  }

  /** Null where the newest document is the one that runs. */
  failure(): DevFailure | null {
    return this.#failure;
  }

  /** Puts another engine in place. Whoever replaces closes the former one, when its last requests are answered. */
  replace(next: Servable): Running {
    this.#running = running(next);
    this.#failure = null;
    this.#notify({ kind: 'reload', revision: this.#running.revision });
    return this.#running;
  }

  /** The document was changed and can't be served: the former product goes on. */
  fail(failure: DevFailure): void {
    this.#failure = failure;
    this.#notify(failure);
  }

  /** The document says again what the running product does. Whether it had failed meanwhile. */
  recover(): boolean {
    const failed = this.#failure !== null;
    this.#failure = null;
    if (failed && this.#running) this.#notify({ kind: 'reload', revision: this.#running.revision });
    return failed;
  }

  /** Returns how to stop listening. */
  subscribe(listener: (event: DevEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #notify(event: DevEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function running({ engine, diagnostics = [], standIns = [] }: Servable): Running {
  const { plan, pool, index } = engine;
  const translated = new Map<string, Running>();
  const revision = createHash('sha256').update(JSON.stringify(plan)).digest('base64url').slice(0, 16);
  const base: Running = {
    plan,
    engine,
    ownLanguage: plan.settings.locale,
    languages: languagesOf(plan),
    inLanguage(language) {
      let running = translated.get(language);
      if (running === undefined) {
        const words = engine.inLanguage(language);
        running = { ...base, engine: words, plan: words.plan };
        translated.set(language, running);
      }
      return running;
    },
    sessions: createSessions(pool, index),
    apiTokens: createApiTokens(pool, index),
    revision,
    diagnostics,
    standIns,
  };
  return base;
}
