import type { Proof } from './proofs.ts';

/** One run of one proof. */
export interface Round {
  readonly proof: string;
  /** When it began, RFC 3339. */
  readonly at: string;
  /** The commit that was tried. */
  readonly commit: string;
  /** The arguments that repeat it. */
  readonly arguments: readonly string[];
  readonly seconds: number;
  readonly tried: number;
  readonly faults: number;
  /** The end of what it printed, if anything was found or it broke down; null otherwise. */
  readonly output: string | null;
}

/** The figures in what a script has printed; null if it did not come to its end. */
export function figuresIn(proof: Proof, output: string): { readonly tried: number; readonly faults: number } | null {
  const tried = [...output.matchAll(new RegExp(proof.tried, withAll(proof.tried)))];
  const faults = proof.faults.exec(output)?.[1];
  if (tried.length === 0 || faults === undefined) return null;
  return {
    tried: tried.reduce((sum, found) => sum + Number(found[1]), 0),
    faults: faults === 'no' ? 0 : Number(faults),
  };
}

function withAll({ flags }: RegExp): string {
  return flags.includes('g') ? flags : `${flags}g`;
}

/**
 * What a proof says of the share of cases that show a fault, with a probability of 95 %: where none of `tried` showed one, it is
 * below 3 / tried (Hanley and Lippman-Hand, JAMA 249, 1983: "If nothing goes wrong, is everything all right?").
 */
export function boundOf(tried: number, faults: number): string {
  if (tried === 0) return 'nothing was tried';
  return faults === 0 ? `below ${(3 / tried).toPrecision(1)}` : `${(faults / tried).toPrecision(2)} had one`;
}

/** One line for each proof: what it tried in these rounds and in all that are kept. */
export function tableOf(proofs: readonly Proof[], now: readonly Round[], kept: readonly Round[]): string {
  const rows = proofs.flatMap(({ name, cases }) => {
    const rounds = now.filter(({ proof }) => proof === name);
    if (rounds.length === 0) return [];
    const all = kept.filter(({ proof }) => proof === name);
    const [tried, faults, seconds] = [sum(rounds, 'tried'), sum(rounds, 'faults'), sum(rounds, 'seconds')];
    const [allTried, allFaults] = [sum(all, 'tried'), sum(all, 'faults')];
    return [
      [
        name,
        `${grouped(tried)} ${cases}`,
        grouped(faults),
        boundOf(tried, faults),
        `${(seconds / 60).toFixed(1)} min`,
        `${grouped(allFaults)} in ${grouped(allTried)}, ${boundOf(allTried, allFaults)}`,
      ],
    ];
  });
  const heads = ['proof', 'tried', 'faults', 'share with a fault', 'took', 'in all rounds that are kept'];
  const widths = heads.map((head, at) => Math.max(...[heads, ...rows].map((row) => (row[at] ?? head).length)));
  return [heads, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function sum(rounds: readonly Round[], of: 'tried' | 'faults' | 'seconds'): number {
  return rounds.reduce((total, round) => total + round[of], 0);
}

function grouped(number: number): string {
  return Math.round(number).toLocaleString('en-GB');
}
