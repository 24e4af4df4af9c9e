import { createHash } from 'node:crypto';
import type { DevEvent } from '@nonet/client';
import {
  type ApiTokens,
  createApiTokens,
  createSecondFactors,
  createSessions,
  type RunningEngine,
  type SecondFactors,
  type Sessions,
} from '@nonet/engine';
import { languagesOf, type Plan } from '@nonet/language';

/** The product that the server serves at one moment: one plan, on one engine. */
export interface Running {
  readonly plan: Plan;
  readonly engine: RunningEngine;
  readonly sessions: Sessions;
  readonly apiTokens: ApiTokens;
  readonly secondFactors: SecondFactors;
  /** The document's own language (9, `LOCALE`), also if this is a translation. */
  readonly ownLanguage: string;
  /** The further languages in which the document has words (8, `message (nl)`). */
  readonly languages: readonly string[];
  /** The same product in one of them. */
  inLanguage(language: string): Running;
  /** Changes with the document. */
  readonly revision: string;
  /** The checker's diagnostics of this document: gaps, warnings, hints. */
  readonly diagnostics: readonly DevDiagnostic[];
  /** In development: the e-mail addresses of the stand-ins for roles that no demo record has. */
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

/** Writes words that were offered into the document; answers whether they were offered. */
export type ChooseOffer = (text: string) => Promise<boolean>;

/**
 * The product that a server serves, replaceable while it runs: `nonet dev` replaces it when the document changes, and
 * on errors the former one continues running. A request keeps the product it began with.
 */
export class Product {
  #running: Running | null = null;
  #failure: DevFailure | null = null;
  #choose: ChooseOffer | null = null;
  readonly #listeners = new Set<(event: DevEvent) => void>();

  /** Without a first product (its document has errors) every answer is UNAVAILABLE until there is one. */
  constructor(first: Servable | null) {
    if (first) this.#running = running(first);
  }

  current(): Running | null {
    return this.#running;
  }

  /** Null if the newest document is the one that runs. */
  failure(): DevFailure | null {
    return this.#failure;
  }

  /** Replaces the engine. The caller closes the former one when its last requests are answered. */
  replace(next: Servable): Running {
    this.#running = running(next);
    this.#failure = null;
    this.#notify({ kind: 'reload', revision: this.#running.revision });
    return this.#running;
  }

  /** The document was changed and can't be served: the former product goes on. `choose` writes words that the failure offers. */
  fail(failure: DevFailure, choose: ChooseOffer | null = null): void {
    this.#failure = failure;
    this.#choose = choose;
    this.#notify(failure);
  }

  /** Writes words that the failure offers; answers whether it offers them. */
  async choose(text: string): Promise<boolean> {
    return this.#failure?.kind === 'refused' && this.#choose !== null && this.#choose(text);
  }

  /**
   * Notes that the document has the behaviour of the running product again. Answers whether it had failed meanwhile.
   */
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
    secondFactors: createSecondFactors(pool, index),
    revision,
    diagnostics,
    standIns,
  };
  return base;
}
