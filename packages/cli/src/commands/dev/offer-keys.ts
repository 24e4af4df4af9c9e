import { bold, dim } from '../../terminal.ts';
import type { Offer } from './offers.ts';

/** One key chooses an offer. */
const MOST = 9;
const INTERRUPT = '\u0003';

/** Offers words in the terminal: a key writes one of them. Without a terminal they are only printed. */
export class OfferKeys {
  readonly #choose: (offer: Offer) => void;
  #offers: readonly Offer[] = [];

  constructor(choose: (offer: Offer) => void) {
    this.#choose = choose;
  }

  /** The lines that say what may be written, and with which key; the keys work until there are other offers. */
  offer(offers: readonly Offer[]): readonly string[] {
    const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
    this.#offers = isTerminal ? offers.slice(0, MOST) : [];
    this.#listen(this.#offers.length > 0);
    if (offers.length === 0) return [];
    if (!isTerminal) return ['What may be written:', ...offers.map(({ text }) => `  ${text}`)];
    return [
      'Press a key to write it into the document:',
      ...this.#offers.map(({ text }, at) => `  ${bold(String(at + 1))}  ${text}`),
      ...offers.slice(MOST).map(({ text }) => `  ${dim('–')}  ${text}`),
    ];
  }

  close(): void {
    this.offer([]);
  }

  #listen(isOpen: boolean): void {
    const { stdin } = process;
    if (!stdin.isTTY || stdin.isRaw === isOpen) return;
    stdin.setRawMode(isOpen);
    if (isOpen) stdin.on('data', this.#pressed).resume();
    else stdin.off('data', this.#pressed).pause();
  }

  readonly #pressed = (keys: Buffer): void => {
    for (const key of keys.toString()) {
      // A raw terminal sends no signal by itself.
      if (key === INTERRUPT) process.kill(process.pid, 'SIGINT');
      const chosen = /[1-9]/.test(key) ? this.#offers[Number(key) - 1] : undefined;
      if (chosen === undefined) continue;
      this.close();
      this.#choose(chosen);
    }
  };
}
