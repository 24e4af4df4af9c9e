import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  ACCOUNT_MAIL_PARTS,
  ACCOUNT_MAILS,
  EXACT_CALL_ACTIONS,
  EXACT_CALL_PARTS,
  EXACT_CALL_SETTINGS,
  FEED_PARTS,
  FIELD_RULES,
  FIELD_TYPES,
  FUNCTIONS,
  MAIL_PARTS,
  NOTICE_PARTS,
  OUTBOUND_CALL_PARTS,
  PAPER_PARTS,
  RECEIVED_MAIL_PARTS,
  POINT_TITLES,
  POINTS,
  pointNumber,
  PRODUCT_CONSTANTS,
  SCREEN_KINDS,
  SCREEN_PARTS,
  STANDARD_ERRORS,
  TIME_UNITS,
  VERBS,
} from '@nonet/language';

// The language on one page, and the index of the documentation for agents: `node scripts/grammar.ts` writes both anew.

const root = new URL('../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');
const spans = (words: Iterable<string>): string => [...words].map((word) => `\`${word}\``).join(', ');

/** The document that the page ends with. */
export const EXAMPLE = read('scripts/grammar/example.md').trim();

/** The values that the vocabulary of the language states. */
const VALUES: Readonly<Record<string, string>> = {
  points: POINTS.map((point) => `## ${pointNumber(point)}. ${POINT_TITLES[point]}`).join('\n'),
  screenParts: spans(SCREEN_PARTS),
  screenKinds: spans(Object.values(SCREEN_KINDS).map(({ written }) => written)),
  fieldTypes: spans(FIELD_TYPES),
  fieldRules: spans(FIELD_RULES),
  verbs: spans(Object.keys(VERBS)),
  outboundParts: spans(OUTBOUND_CALL_PARTS),
  mailParts: spans(MAIL_PARTS),
  noticeParts: spans(NOTICE_PARTS),
  paperParts: spans(PAPER_PARTS),
  receivedParts: spans(RECEIVED_MAIL_PARTS),
  feedParts: spans(FEED_PARTS),
  accountParts: spans(ACCOUNT_MAIL_PARTS),
  accountMails: ACCOUNT_MAILS.join(', '),
  exactSettings: spans(EXACT_CALL_SETTINGS),
  exactParts: spans(EXACT_CALL_PARTS),
  exactActions: spans(EXACT_CALL_ACTIONS),
  standardErrors: Object.keys(STANDARD_ERRORS).join(', '),
  constants: Object.entries(PRODUCT_CONSTANTS)
    .map(([name, { example }]) => `${name} (${example})`)
    .join(', '),
  functions: Object.values(FUNCTIONS)
    .map(({ usage }) => `\`${usage}\``)
    .join(', '),
  units: Object.keys(TIME_UNITS).join(', '),
  example: EXAMPLE,
};

/** `docs/language/grammar.md`. @throws Error if the template names what there is not, or leaves something out. */
export function grammar(): string {
  const used = new Set<string>();
  const text = read('scripts/grammar/template.md').replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    const value = VALUES[name];
    if (value === undefined) throw new Error(`The template names ${name}, which is nothing of the vocabulary.`);
    used.add(name);
    return value;
  });
  const unused = Object.keys(VALUES).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`The template does not name ${unused.join(', ')}.`);
  return text;
}

/** `docs/llms.txt`, as https://llmstxt.org describes it: every page with its title. */
export function llmsTxt(files: readonly string[]): string {
  const line = (file: string) => `- [${/^# (.+)$/m.exec(read(`docs/${file}`))?.[1] ?? file}](${file})`;
  const rest = files.filter((file) => file !== 'language/grammar.md');
  return `# Nonet

> A product is one Markdown document of nine points. Nonet checks it like a compiler, runs it (PostgreSQL, HTTP API, user interface), and tests the product against it. What the document does not state does not happen, and is listed as a gap.

Read the first page before you write a document. \`nonet docs <page>\` prints each of them; \`nonet mcp\` serves them, with tools that check, compare, try and test. Work in a loop: write, \`nonet check --format json\`, \`nonet explain <code>\`, until there is no error; then ask people what is open (\`nonet ask --format json\`), and invent nothing.

## The language

${line('language/grammar.md')}: all of it in short
${rest
  .filter((file) => file.startsWith('language/'))
  .map(line)
  .join('\n')}

## Cookbook

${rest
  .filter((file) => file.startsWith('cookbook/'))
  .map(line)
  .join('\n')}

## Running a product

${rest
  .filter((file) => !file.includes('/') && file !== 'agents.md')
  .map(line)
  .join('\n')}

## For agents

${rest
  .filter((file) => file === 'agents.md' || file.startsWith('skills/'))
  .map(line)
  .join('\n')}
`;
}

const RECIPES = readdirSync(new URL('docs/cookbook/', root))
  .filter((file) => file !== 'README.md')
  .toSorted()
  .map((file) => `cookbook/${file}`);

/** The pages of the documentation that are packed. */
export const PAGES: readonly string[] = [
  'language/grammar.md',
  'language/README.md',
  'language/1-purpose.md',
  'language/2-screens.md',
  'language/3-entities.md',
  'language/4-states.md',
  'language/5-rules.md',
  'language/6-roles.md',
  'language/7-calls.md',
  'language/8-errors.md',
  'language/9-constants.md',
  'language/expressions.md',
  'language/changes.md',
  'language/glossary.md',
  'language/requirements.md',
  'language/api.md',
  'language/api-examples.md',
  'language/api-problems.md',
  'language/api-dev.md',
  'cookbook/README.md',
  ...RECIPES,
  'first-document.md',
  'import.md',
  'operations.md',
  'kubernetes.md',
  'failover.md',
  'ci.md',
  'versions.md',
  'agents.md',
  'skills/nonet/SKILL.md',
];

if (import.meta.main)
  for (const [file, generate] of [
    ['docs/language/grammar.md', grammar],
    ['docs/llms.txt', () => llmsTxt(PAGES)],
  ] as const) {
    const text = generate();
    const place = new URL(file, root);
    const isRight = existsSync(place) && readFileSync(place, 'utf8') === text;
    if (!isRight) writeFileSync(place, text);
    process.stdout.write(`${file} is ${isRight ? 'right' : 'written anew'}: ${text.length} characters.\n`);
  }
