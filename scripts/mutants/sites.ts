import { itemAt } from '@nonet/language';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { type Random, randomFrom } from '@nonet/proof';

/** The sources of the generated faults: the code that reads, checks, changes, sends and stores records. */
const FOLDERS = [
  'calls',
  'files',
  'live',
  'migrate',
  'run',
  'run/dashboards',
  'run/events',
  'run/exact-calls',
  'run/imports',
  'run/lists',
  'run/single-statement',
  'run/validation',
  'session',
  'sql',
  'timers',
  'views',
  'worker',
].map((name) => `packages/engine/src/${name}`);

/** One change of a source text that makes it wrong. */
export interface Fault {
  readonly file: string;
  readonly what: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const SWAPPED: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
};

/**
 * The faults of the sources in an order that the seed determines: one of each file in turn, among those at executed
 * places, so that large files do not come first.
 */
export function faultsInTurn(
  root: string,
  { seed, isReached }: { readonly seed: number; readonly isReached: (fault: Fault) => boolean },
): Fault[] {
  // A seed for each file, so that a change of one file leaves the order of the others.
  const files = sources(root).map((file) =>
    shuffled(faultsOf(root, file), randomFrom(seed + sumOf(file))).filter(isReached),
  );
  const most = Math.max(0, ...files.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) =>
    shuffled(
      files.flatMap((faults) => faults[turn] ?? []),
      randomFrom(seed + turn),
    ),
  ).flat();
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  return items.map(() => itemAt(left.splice(random.below(left.length), 1), 0));
}

function sumOf(text: string): number {
  return Array.from(text).reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003, 0);
}

/** All faults that could be made from the sources. */
export function allFaults(root: string): Fault[] {
  return sources(root).flatMap((file) => faultsOf(root, file));
}

function faultsOf(root: string, file: string): Fault[] {
  return faultsIn(file, readFileSync(path.join(root, file), 'utf8'));
}

function sources(root: string): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  );
}

/** Every place of a source where a condition can be negated, a comparison swapped, or a call deleted. */
export function faultsIn(file: string, source: string): Fault[] {
  const faults: Fault[] = [];
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message}`);
  const line = (at: number) => source.slice(0, at).split('\n').length;
  const add = (node: Node, what: string, text: string) =>
    faults.push({ file, what: `${file}:${line(node.start)} ${what}`, start: node.start, end: node.end, text });
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(visit);
    if (!isNode(part)) return;
    const text = (node: Node) => source.slice(node.start, node.end);
    if ((part.type === 'IfStatement' || part.type === 'ConditionalExpression') && isNode(part.test)) {
      add(part.test, `negated: ${oneLine(text(part.test))}`, `!(${text(part.test)})`);
    } else if (
      (part.type === 'BinaryExpression' || part.type === 'LogicalExpression') &&
      isNode(part.left) &&
      isNode(part.right)
    ) {
      const operator = String(part.operator);
      const swapped = SWAPPED[operator];
      const between = source.slice(part.left.end, part.right.start);
      const at = part.left.end + between.indexOf(operator);
      if (swapped !== undefined)
        add(
          { type: '', start: at, end: at + operator.length },
          `${operator} for ${swapped}: ${oneLine(text(part))}`,
          swapped,
        );
    } else if (part.type === 'ExpressionStatement' && isNode(part.expression)) {
      const { expression } = part;
      const isCall = expression.type === 'CallExpression' || expression.type === 'AwaitExpression';
      if (isCall) add(part, `deleted: ${oneLine(text(part))}`, ';');
    }
    for (const inner of Object.values(part)) visit(inner);
  };
  visit(program);
  return faults;
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && 'type' in part && 'start' in part && 'end' in part;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 87)}…` : line;
}
