import { Refusal } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import { standInsOf } from '@nonet/proof';
import { planFor } from '../check-document.ts';
import type { DocumentSource } from '../document.ts';
import { TrialDatabases } from '../lanes/databases.ts';
import { type ProofHost, startProofHost } from '../proof-host.ts';

/** A product that is tried: its database is its own and temporary, and no call leaves this machine. */
export interface Trial {
  readonly url: string;
  /** The demo people, and a stand-in for each role that none of them holds. */
  readonly people: readonly Person[];
  /** The cookie of a session of a person. */
  signIn(id: string): Promise<string>;
  setTime(at: string): void;
  /** Does what is due: timers and calls. */
  settle(): Promise<void>;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly roles: readonly string[];
}

/** A product that nobody asks is ended after this time, in milliseconds. */
const IDLE_MILLISECONDS = 10 * 60_000;

/** The products that are tried, one at a time. */
export class Trials {
  #running: { readonly plan: string; readonly started: Promise<StartedTrial> } | null = null;
  #idle: NodeJS.Timeout | undefined;

  /** @throws {Failure} if the document has errors. */
  async of(document: DocumentSource): Promise<Trial> {
    const plan = planFor(document);
    const key = JSON.stringify(plan);
    clearTimeout(this.#idle);
    if (this.#running?.plan !== key) {
      await this.close();
      const started = startTrial(plan);
      this.#running = { plan: key, started };
      // One that did not start is tried again.
      started.catch(() => (this.#running = null));
    }
    this.#idle = setTimeout(() => void this.close(), IDLE_MILLISECONDS).unref();
    return this.#running.started;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const running = this.#running;
    this.#running = null;
    if (running !== null) await (await running.started.catch(() => null))?.close();
  }
}

interface StartedTrial extends Trial {
  close(): Promise<void>;
}

async function startTrial(plan: Plan): Promise<StartedTrial> {
  const databases = new TrialDatabases();
  let host: ProofHost | null = null;
  const close = async () => {
    await host?.close();
    await databases.close();
  };
  try {
    const databaseUrl = await databases.another();
    const now = new Date().toISOString();
    const started = await startProofHost({ plan, databaseUrl, now });
    host = started;
    return {
      url: started.url,
      people: [...(await demoPeople(started)), ...(await standIns(started, plan, now))],
      signIn: (id) => started.signIn(id),
      setTime: (at) => started.setTime?.(at),
      settle: async () => started.settle?.(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function demoPeople({ url }: ProofHost): Promise<Person[]> {
  const answer = await fetch(new URL('/api/-/dev/accounts', url));
  return (await answer.json()) as Person[];
}

/** A role whose people the document admits only with values that a person has to invent has none. */
async function standIns(host: ProofHost, plan: Plan, now: string): Promise<Person[]> {
  const people: Person[] = [];
  for (const { email, name, roles, fields } of standInsOf(plan, now, host.environment)) {
    try {
      const id = (await host.addAccount?.({ id: '', email, name, roles, fields })) ?? null;
      if (id !== null) people.push({ id, email, name, roles });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return people;
}
