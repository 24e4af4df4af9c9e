import { setTimeout as delay } from 'node:timers/promises';
import type { Site } from './site.ts';

/** The answers to one client: recorded before anything is compared. */
export interface Journaled {
  readonly code: string;
  readonly id: string;
  readonly number: string;
  readonly amount: number;
  /** Whether sealing it was answered with success. */
  sealed: boolean;
}

/** Clients who take orders and seal them until they are stopped, and insist on each until it is answered. */
export class Writers {
  readonly journal: Journaled[] = [];
  /** Answers that no client may get for what it did. */
  readonly complaints: string[] = [];
  private stopped = false;
  private readonly running: readonly Promise<void>[];

  constructor(site: Site, accounts: readonly string[], count: number) {
    this.running = Array.from({ length: count }, (_, writer) => this.write(site, accounts, writer));
  }

  get count(): number {
    return this.running.length;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.running);
  }

  private async write(site: Site, accounts: readonly string[], writer: number): Promise<void> {
    for (let turn = 0; !this.stopped; turn++) {
      const code = `w${writer}-${turn}`;
      const amount = 1 + ((writer * 7 + turn) % 90);
      const body = {
        code,
        amount,
        account: accounts[(writer + turn) % accounts.length],
        lines: [{ what: 'one' }, { what: 'two' }],
      };
      const made = await site.askUntilAnswered(writer, 'POST', '/api/orders', body, `create-${code}`);
      if (made.status !== 201) {
        this.complaints.push(`create ${code}: ${made.status} ${JSON.stringify(made.body)}`);
        continue;
      }
      const { id, number } = made.body as { id: string; number: string };
      const entry: Journaled = { code, id, number, amount, sealed: false };
      this.journal.push(entry);
      if (turn % 3 !== 0) {
        const sealed = await site.askUntilAnswered(writer, 'POST', `/api/orders/${id}/seal`, {}, `seal-${code}`);
        if (sealed.status === 200) entry.sealed = true;
        else this.complaints.push(`seal ${code}: ${sealed.status} ${JSON.stringify(sealed.body)}`);
      }
      await delay(5);
    }
  }
}
