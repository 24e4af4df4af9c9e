import { GIVEN_CODES } from '../../../diagnostics/codes/given.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Type } from '../../../expression/type.ts';
import { type as plain } from '../../../expression/types.ts';
import type { GivenBy, GivenResult } from '../../../model/constants.ts';
import { givenPath, readGivenBy } from '../../../syntax/given.ts';
import type { Included } from '../../../syntax/include.ts';
import type { Prose } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { type ModuleFunction, readModule } from './module.ts';
import type { Part } from '../words.ts';

/** By the word behind the parameters: the type of a given function's result. */
const RESULTS: Readonly<Record<GivenResult, Type>> = {
  boolean: plain('boolean'),
  integer: plain('integer'),
  decimal: { kind: 'decimal', scale: null, nullable: false },
  text: plain('text'),
  date: plain('date'),
};

/** The types of values that a function can be given. */
const PARAMETERS: ReadonlySet<Type['kind']> = new Set([
  'text',
  'enum',
  'boolean',
  'integer',
  'decimal',
  'money',
  'date',
  'time',
  'datetime',
  'unknown',
]);

const MISSING: Exclude<Included, { readonly kind: 'file' }> = { kind: 'missing' };

export interface GivenTerm {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly type: Type }[];
  /** The words behind the parameters. */
  readonly result: Part;
  readonly heading: Part;
  readonly paragraph: Prose;
}

/** The type of what a given function gives. */
export function typeOfResult(result: GivenResult): Type {
  return RESULTS[result];
}

/** Reads what gives a term (`given by functions.js#ibanValid`). Null if it has mistakes, which are reported. */
export function readGiven(context: Context, term: GivenTerm): GivenBy | null {
  const { name, parameters, result, heading, paragraph } = term;
  const stated = readGivenBy(paragraph.text);
  if (stated === null) {
    context.report('N573', GIVEN_CODES.N573, { name, because: 'form' }, paragraph.span);
    return null;
  }
  const bad = parameters.find(({ type }) => !PARAMETERS.has(type.kind));
  if (bad !== undefined) {
    context.report('N578', GIVEN_CODES.N578, { name, what: 'parameter', found: bad.name }, heading.span);
    return null;
  }
  if (!isResult(result.text)) {
    const [found, span] = result.text === '' ? [null, heading.span] : [result.text, result.span];
    context.report('N578', GIVEN_CODES.N578, { name, what: 'result', found }, span);
    return null;
  }
  const file = functionIn(context, term, stated);
  return file === null ? null : { file, exported: stated.exported, result: result.text };
}

function isResult(text: string): text is GivenResult {
  return Object.hasOwn(RESULTS, text);
}

/** The path of the file, if it has the function. */
function functionIn(
  context: Context,
  { paragraph, parameters }: GivenTerm,
  { file, exported }: { readonly file: string; readonly exported: string },
): string | null {
  const { span } = paragraph;
  const [main] = context.tree.files;
  const path = main === undefined ? null : givenPath(main, paragraph, file);
  const included: Included =
    path === null
      ? { kind: 'outside' }
      : (context.tree.given.find((given) => given.path === path)?.included ?? MISSING);
  if (path === null || included.kind !== 'file') {
    const { kind: because, reason = null } = included.kind === 'file' ? MISSING : included;
    context.report('N574', GIVEN_CODES.N574, { path: path ?? file, because, reason }, span);
    return null;
  }
  const module = readModule(included.text);
  switch (module.kind) {
    case 'not read': {
      const { line, column, reason } = module;
      context.report('N575', GIVEN_CODES.N575, { path, line, column, reason }, span);
      return null;
    }
    case 'imports':
      context.report('N577', GIVEN_CODES.N577, { path, line: module.line, from: module.from }, span);
      return null;
    case 'module': {
      const found = module.functions.get(exported);
      if (found === undefined) {
        const offered = nearest(exported, [...module.functions.keys()]);
        context.report('N576', GIVEN_CODES.N576, { path, exported, nearest: offered }, span);
        return null;
      }
      const because = wrongForm(found, parameters.length);
      if (because === null) return path;
      context.report('N579', GIVEN_CODES.N579, { path, line: found.line, exported, because }, span);
      return null;
    }
  }
}

function wrongForm(
  { isAsync, isGenerator, least, most }: ModuleFunction,
  given: number,
): 'async' | 'generator' | { readonly takes: number; readonly given: number } | null {
  if (isAsync) return 'async';
  if (isGenerator) return 'generator';
  if (given >= least && given <= most) return null;
  return { takes: given < least ? least : most, given };
}
