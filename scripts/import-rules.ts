import path from 'node:path';

/** A broken import rule: its place and its message. */
export interface Violation {
  readonly file: string;
  readonly message: string;
}

/** Which packages a package may import. `types`: only its types. */
const PACKAGES: Readonly<Record<string, Readonly<Record<string, 'all' | 'types'>>>> = {
  language: {},
  client: { language: 'types' },
  given: {},
  engine: { language: 'all', given: 'all' },
  server: { language: 'all', engine: 'all', client: 'types' },
  ui: { language: 'all', client: 'all' },
  proof: { language: 'all', client: 'all', given: 'all' },
  browser: {},
  cli: { browser: 'all', language: 'all', client: 'types', engine: 'all', server: 'all', proof: 'all' },
  testing: { browser: 'all', language: 'all', engine: 'all', server: 'all', client: 'all', proof: 'all', cli: 'all' },
};

/** Each of these is known to one package only; `testing` may use them as well. */
const OWNERS: readonly { readonly name: RegExp; readonly owner: string }[] = [
  { name: /^pg$/, owner: 'engine' },
  { name: /^(quickjs-emscripten-core|@jitl\/.*)$/, owner: 'given' },
  { name: /^(acorn|parse5)$/, owner: 'language' },
  { name: /^(fastify|@fastify\/.*)$/, owner: 'server' },
  { name: /^(react|react-dom|@mantine\/.*)(\/.*)?$/, owner: 'ui' },
  { name: /^(playwright-core|@sparticuz\/chromium)$/, owner: 'browser' },
];

/** The stages of the language, each knowing only those before it. */
const LANGUAGE_STAGES = [
  'collections.ts',
  'points.ts',
  'search',
  'source',
  'vocabulary',
  'messages',
  'diagnostics',
  'syntax',
  'expression',
  'model',
  'check',
  'plan',
  'difference',
  'report',
  'answer',
];
/** The table of all codes imports what the stages declare, and `check` ends with a plan. */
const EXEMPT = new Set(['packages/language/src/check/check.ts']);

interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

const STATEMENT = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\s+from\s+)?['"]([^'"]+)['"]/g;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** The imports of one source text. */
export function importsOf(source: string): Import[] {
  return [
    ...[...source.matchAll(STATEMENT)].map(([, typeOnly, specifier = '']) => ({
      specifier,
      typeOnly: typeOnly !== undefined,
    })),
    ...[...source.matchAll(DYNAMIC)].map(([, specifier = '']) => ({ specifier, typeOnly: false })),
  ];
}

/** Checks the source files of `packages/`, by path from the root, against the rules of docs/architecture.md. */
export function findViolations(files: ReadonlyMap<string, string>): Violation[] {
  const violations: Violation[] = [];
  const graph = new Map<string, string[]>();
  for (const [file, source] of files) {
    const edges: string[] = [];
    graph.set(file, edges);
    for (const found of importsOf(source)) {
      const target = found.specifier.startsWith('.')
        ? path.posix.join(path.posix.dirname(file), found.specifier)
        : null;
      if (target) edges.push(target);
      const message = target ? judgeRelative(file, target) : judgePackage(file, found);
      if (message) violations.push({ file, message });
    }
  }
  return [...violations, ...findUnlistedChecks(graph), ...findCycles(graph)];
}

/** Further entries of a package beside its index, for importers that should not load the whole package. */
const FURTHER_ENTRIES: ReadonlySet<string> = new Set([
  '@nonet/engine/ephemeral-postgres',
  '@nonet/engine/own-tables',
  '@nonet/testing/database',
  '@nonet/testing/standby',
  '@nonet/testing/statement-proxy',
  '@nonet/testing/tiers',
]);

const packageOf = (file: string) => file.split('/')[1] ?? '';
/** Whether a file is a test or a fixture. */
const isTest = (file: string) => /\.test\.tsx?$|\/fixtures\//.test(file);

function judgeRelative(file: string, target: string): string | null {
  if (packageOf(file) !== packageOf(target))
    return `${target} is another package's: import it as @nonet/${packageOf(target)}`;
  if (target === `packages/${packageOf(file)}/src/index.ts` && !isTest(file))
    return "a package's index is not imported from inside it";
  const from = stageOf(file);
  const to = stageOf(target);
  if (from !== null && to !== null && to > from && !EXEMPT.has(file) && !isTest(file)) {
    return `${LANGUAGE_STAGES[from]} may not know ${LANGUAGE_STAGES[to]} (${target})`;
  }
  const point = checkPointOf(file);
  const other = checkPointOf(target);
  if (point && other && point !== other) return `the checks of ${point} may not know those of ${other}`;
  return null;
}

function judgePackage(file: string, { specifier, typeOnly }: Import): string | null {
  const own = packageOf(file);
  const nonet = /^@nonet\/([a-z]+)(\/.*)?$/.exec(specifier);
  if (nonet) {
    const [, name = '', entry] = nonet;
    if (entry && !FURTHER_ENTRIES.has(specifier))
      return `${specifier}: another package is imported only through its index`;
    if (name === 'testing' ? isTest(file) : name === own) return null;
    const allowed = PACKAGES[own]?.[name];
    if (isTest(file) && allowed) return null;
    if (!allowed) return `${own} may not import ${specifier}`;
    if (allowed === 'types' && !typeOnly) return `${own} may import only types from ${specifier}`;
    return null;
  }
  if (own === 'language' && specifier.startsWith('node:') && !isTest(file))
    return `language is pure: it may not import ${specifier}`;
  const owned = OWNERS.find(({ name }) => name.test(specifier));
  if (owned && owned.owner !== own && own !== 'testing' && !isTest(file))
    return `${specifier} belongs to ${owned.owner}`;
  return null;
}

function stageOf(file: string): number | null {
  const stage = /^packages\/language\/src\/([^/]+)/.exec(file)?.[1];
  const index = stage ? LANGUAGE_STAGES.indexOf(stage) : -1;
  return index < 0 ? null : index;
}

function checkPointOf(file: string): string | null {
  return /^packages\/language\/src\/check\/checks\/([^/]+)\//.exec(file)?.[1] ?? null;
}

function findUnlistedChecks(graph: ReadonlyMap<string, readonly string[]>): Violation[] {
  const list = graph.get('packages/language/src/check/checks/list.ts') ?? [];
  return [...graph.keys()]
    .filter((file) => checkPointOf(file) !== null && !isTest(file) && !list.includes(file))
    .map((file) => ({ file, message: 'this check is not in check/checks/list.ts' }));
}

function findCycles(graph: ReadonlyMap<string, readonly string[]>): Violation[] {
  const violations: Violation[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    if (done.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) {
      violations.push({ file, message: `import cycle: ${[...path.slice(start), file].join(' → ')}` });
      return;
    }
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return violations;
}
