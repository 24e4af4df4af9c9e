/**
 * One way to find a fault: the derived tests of a document, pairs of its databases, the derived tests on records of a
 * former version, or putting to use a document that asks more of its records, or renames them.
 */
export interface Probe {
  readonly kind: 'derived' | 'pairs' | 'grown' | 'narrowed' | 'renamed';
  /** The document or documents, from the root of the repository. */
  readonly file: string;
}

const derived = (file: string): Probe => ({ kind: 'derived', file });

const EXAMPLES = ['expenses', 'petclinic', 'reading-room', 'realworld', 'todo-backend'];
/** Documents of our own tests, by their package. */
const FIXTURES = {
  cli: ['desks', 'notes', 'pairs/cases', 'tool-shed'],
  engine: [
    'baskets',
    'bell',
    'branches',
    'erasure',
    'leases',
    'lending',
    'mails',
    'merge',
    'notices',
    'orders',
    'projects',
    'reminders',
    'retention',
    'shelves',
    'tags',
    'votes',
    'wiki',
    'workshop',
  ],
  server: ['counter', 'desk', 'field-rules', 'given/accounts', 'rooms', 'shop', 'stock'],
} as const;

/** All probes. Those that execute a fault's place look for it, the quickest first. */
export const PROBES: readonly Probe[] = [
  { kind: 'pairs', file: 'packages/cli/src/fixtures/pairs/cases.md' },
  { kind: 'grown', file: 'packages/engine/src/fixtures/grown/after.md' },
  { kind: 'narrowed', file: 'packages/engine/src/fixtures/narrowings.ts' },
  { kind: 'renamed', file: 'packages/engine/src/fixtures/renamed.ts' },
  ...Object.entries(FIXTURES).flatMap(([home, names]) =>
    names.map((name) => derived(`packages/${home}/src/fixtures/${name}.md`)),
  ),
  ...EXAMPLES.map((name) => derived(`examples/${name}/spec.md`)),
];

export const nameOf = ({ kind, file }: Probe): string => `${kind} ${file}`;
