/** One proof that tries random cases for a time, by a script of its own. */
export interface Proof {
  /** The name of its script: `npm run <name>`. */
  readonly name: string;
  /** The name of a case, in the plural. */
  readonly cases: string;
  /** Its part of the whole time, beside those of the others. */
  readonly share: number;
  /** Whether its numbers begin with a seed. */
  readonly hasSeed: boolean;
  /** The arguments of one round that takes about so many seconds. */
  readonly arguments: (seconds: number) => readonly string[];
  /**
   * Reads the lines that the script ends with: `tried`, the number of cases, in one or several of them, and `faults`, in
   * one. A script that breaks down before has no such lines, and counts as a fault.
   */
  readonly tried: RegExp;
  readonly faults: RegExp;
}

const forSeconds = (seconds: number): readonly string[] => ['--seconds', String(Math.max(1, Math.round(seconds)))];

/** The expressions that both readings judge in a second, on two cores. */
const EXPRESSIONS_A_SECOND = 60;

/** All proofs, in the order in which they run. */
export const PROOFS: readonly Proof[] = [
  {
    name: 'fuzz',
    cases: 'documents',
    share: 1,
    hasSeed: true,
    arguments: forSeconds,
    tried: /^(\d+) documents from seed/m,
    faults: /: (\d+) with faults$/m,
  },
  {
    name: 'agree',
    cases: 'expressions',
    share: 1,
    hasSeed: true,
    arguments: (seconds) => ['--expressions', String(Math.max(100, Math.round(seconds * EXPRESSIONS_A_SECOND)))],
    tried: /^(\d+) expressions with/m,
    faults: /: (\d+) disagreements/m,
  },
  {
    name: 'oracle',
    cases: 'permission documents',
    share: 2,
    hasSeed: true,
    arguments: forSeconds,
    tried: /^(\d+) documents from seed/m,
    faults: /: (\d+) documents differ$/m,
  },
  {
    name: 'pairs',
    cases: 'pairs of worlds',
    share: 3,
    hasSeed: true,
    arguments: forSeconds,
    tried: /: (\d+) pairs from seed/gm,
    faults: /^(no|\d+) answers? tells? them apart$/m,
  },
  {
    name: 'products',
    cases: 'products',
    share: 3,
    hasSeed: true,
    arguments: (seconds) => [...forSeconds(seconds), '--shrinking-seconds', '60'],
    tried: /^(\d+) products from seed/m,
    faults: /: (\d+) faults of \d+ causes$/m,
  },
  {
    name: 'soak',
    cases: 'acknowledged writes',
    share: 2,
    hasSeed: false,
    // Some 80 s on two cores. It is repeated until its time is over.
    arguments: () => '--kills 8 --database 4 --races 400 --keys 40 --transfers 80'.split(' '),
    tried: /^(\d+) orders acknowledged/m,
    faults: /: (\d+) faults$/m,
  },
];
