import { isOneOf } from '../../../collections.ts';
import { CONSTANTS_CODES } from '../../../diagnostics/codes/constants.ts';
import { GIVEN_CODES } from '../../../diagnostics/codes/given.ts';
import type { Scope, Terms } from '../../../expression/scope.ts';
import { QUERY_FORMS } from '../../../expression/syntax.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Type } from '../../../expression/type.ts';
import type { Decisions, GivenBy, Term } from '../../../model/constants.ts';
import { givenBy } from '../../../syntax/given.ts';
import type { Prose, Section } from '../../../syntax/tree.ts';
import { FUNCTIONS } from '../../../vocabulary/functions.ts';
import type { Context } from '../../context.ts';
import { readType } from '../../declare/field-type.ts';
import { typeOf } from '../../declare/schema.ts';
import { POLICIES, readDecisionTable } from './decision-table.ts';
import { readGiven, typeOfResult } from './given.ts';
import { type Blocks, readBlocks } from '../blocks.ts';
import { checkName, reportTwice } from '../names.ts';
import { userType } from '../types.ts';
import { contentOf, type Part, part, splitList, unquoted } from '../words.ts';

export function isTerms(item: Section): boolean {
  return item.heading.text.trim().toLowerCase() === 'terms';
}

interface Draft {
  readonly name: Part;
  readonly parameters: readonly { readonly name: string; readonly type: Type }[];
  readonly section: Section;
  readonly blocks: Blocks<keyof typeof POLICIES>;
  /** The words behind the parameters: the type of what a given function gives. */
  readonly result: Part;
  /** The paragraph `given by …`, where the term is not stated here. */
  readonly paragraph: Prose | undefined;
}

type Body =
  | { readonly expression: Expression; readonly decisions?: Decisions }
  | { readonly expression: null; readonly given: GivenBy }
  | 'not shown'
  | null;

/**
 * Reads the terms of point 9 (`9.leave_days`). `announce` gets all of them before the first is checked. A term is
 * checked when another term first needs it, or in the document's order, so that one that calls itself is found.
 */
export function resolveTerms(
  context: Context,
  point: Section | undefined,
  entities: ReadonlySet<string>,
  announce: (terms: Terms) => void,
): readonly Term[] {
  const drafts = new Map<string, Draft>();
  let areOpen = context.schema.constantsAreOpen === true;
  for (const item of point?.sections.filter(isTerms) ?? []) {
    const { marker } = readBlocks(context, item, { tables: {}, where: 'terms' });
    if (marker?.value === 'not shown') {
      areOpen = true;
      context.gap('9.terms', 'terms', marker.span);
    }
    for (const section of item.sections) {
      const draft = readDraft(context, section, entities);
      if (draft === null) continue;
      const first = drafts.get(draft.name.text);
      if (first) reportTwice(context, 'term', draft.name, first.name);
      else drafts.set(draft.name.text, draft);
    }
  }

  const bodies = new Map<string, Body>();
  const asked: string[] = [];
  const bodyOf = (draft: Draft): Body => {
    const name = draft.name.text;
    const known = bodies.get(name);
    if (known !== undefined) return known;
    asked.push(name);
    const body = readBody(context, draft);
    asked.pop();
    bodies.set(name, body);
    return body;
  };
  announce({
    names: () => drafts.keys(),
    find(name) {
      const draft = drafts.get(name);
      if (draft === undefined) return areOpen ? { name, parameters: null, body: 'not shown' } : null;
      const from = asked.indexOf(name);
      if (from >= 0) return { circle: [...asked.slice(from), name] };
      const body = bodyOf(draft);
      return {
        name,
        parameters: draft.parameters,
        body: body === 'not shown' ? body : (body?.expression ?? null),
        ...(isGiven(body) && { given: typeOfResult(body.given.result) }),
      };
    },
  });
  return [...drafts.values()].map((draft) => {
    const body = bodyOf(draft);
    return {
      clause: `9.${draft.name.text}`,
      name: draft.name.text,
      meaning: draft.blocks.prose,
      parameters: draft.parameters,
      expression: body === 'not shown' ? null : (body?.expression ?? null),
      ...(isStated(body) && body.decisions && { decisions: body.decisions }),
      ...(isGiven(body) && { given: body.given }),
    };
  });
}

function isGiven(body: Body): body is { readonly expression: null; readonly given: GivenBy } {
  return body !== null && body !== 'not shown' && 'given' in body;
}

function isStated(body: Body): body is { readonly expression: Expression; readonly decisions?: Decisions } {
  return body !== null && body !== 'not shown' && body.expression !== null;
}

/** `leave_days(who User, from date, to date)` with prose and a fenced `expr` block. */
function readDraft(context: Context, section: Section, entities: ReadonlySet<string>): Draft | null {
  const heading = unquoted(section.heading);
  const match = /^([^\s()]+)\s*\((.*)\)([\w\s]*)$/s.exec(heading.text);
  if (!match) {
    context.report('N904', CONSTANTS_CODES.N904, { heading: heading.text }, heading.span);
    return null;
  }
  const name = part(heading, 0, match[1]?.length ?? 0);
  if (!checkName(context, 'term', name)) return null;
  if (Object.hasOwn(FUNCTIONS, name.text) || isOneOf(QUERY_FORMS, name.text)) {
    context.report('N905', CONSTANTS_CODES.N905, { name: name.text }, name.span);
    return null;
  }
  context.place(`9.${name.text}`, section.heading.span);
  const inside = part(heading, heading.text.indexOf('(') + 1, heading.text.lastIndexOf(')'));
  const result = part(heading, heading.text.lastIndexOf(')') + 1, heading.text.length);
  const parameters: { name: string; type: Type }[] = [];
  for (const words of inside.text === '' ? [] : splitList(inside)) {
    const read = readParameter(context, words, entities);
    if (read === null) return null;
    const { name: parameter, type } = read;
    if (parameters.some((other) => other.name === parameter.text)) reportTwice(context, 'parameter', parameter);
    else parameters.push({ name: parameter.text, type });
  }
  const paragraph = givenBy(section);
  const own = { ...section, blocks: section.blocks.filter((block) => block !== paragraph) };
  const blocks = readBlocks(context, own, { tables: POLICIES, where: null });
  return { name, parameters, section, blocks, result, paragraph };
}

/** Types of fields that are no type of a value: they belong to the field. */
const OF_FIELDS: ReadonlySet<string> = new Set([
  'state',
  'children',
  'number',
  'slug',
  'many',
  'all',
  'file',
  'image',
  'open',
]);

function readParameter(
  context: Context,
  words: Part,
  entities: ReadonlySet<string>,
): { readonly name: Part; readonly type: Type } | null {
  const end = words.text.search(/\s/);
  if (end < 0) {
    context.report('N906', CONSTANTS_CODES.N906, { parameter: words.text }, words.span);
    return null;
  }
  const name = part(words, 0, end);
  const typeWords = part(words, end, words.text.length);
  if (!checkName(context, 'parameter', name)) return null;
  // A parameter has no fixed scale: an exact number stays as exact as it is.
  if (typeWords.text === 'decimal') return { name, type: { kind: 'decimal', scale: null, nullable: false } };
  const type = readType(context, typeWords, entities);
  if (type.kind === 'open' && !context.schema.openEntities?.has(typeWords.text)) return null;
  if (type.kind !== 'open' && OF_FIELDS.has(type.kind)) {
    context.report('N906', CONSTANTS_CODES.N906, { parameter: words.text }, words.span);
    return null;
  }
  return { name, type: typeOf(type, false) };
}

function readBody(context: Context, { name, parameters, section, blocks, result, paragraph }: Draft): Body {
  if (blocks.marker?.value === 'not shown') {
    context.gap(`9.${name.text}`, { because: 'value', name: name.text }, blocks.marker.span);
    return 'not shown';
  }
  for (const inner of section.sections) {
    context.report('N907', CONSTANTS_CODES.N907, { name: name.text }, inner.heading.span);
  }
  const variables = Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.type]));
  const scope: Scope = { variables: { ...variables, user: userType(true) }, bare: [], purpose: 'term' };
  if (paragraph !== undefined) {
    if (blocks.code.length + blocks.tables.length > 0) {
      context.report('N573', GIVEN_CODES.N573, { name: name.text, because: 'body' }, paragraph.span);
      return null;
    }
    const heading = unquoted(section.heading);
    const given = readGiven(context, { name: name.text, parameters, result, heading, paragraph });
    return given && { expression: null, given };
  }
  if (result.text !== '') {
    context.report('N573', GIVEN_CODES.N573, { name: name.text, because: 'no file' }, result.span);
    return null;
  }
  const [block, second] = blocks.code;
  const [stated, ...others] = blocks.tables;
  const faulty = stated
    ? (others[0]?.table ?? block)
    : (second ?? (block?.language.toLowerCase() === 'expr' ? undefined : block));
  if (faulty !== undefined || (block === undefined && stated === undefined)) {
    context.report('N907', CONSTANTS_CODES.N907, { name: name.text }, faulty?.span ?? section.heading.span);
    return null;
  }
  if (stated) return readDecisionTable(context, { name: name.text, parameters, scope }, stated.kind, stated.table);
  const expression = block === undefined ? null : context.expression(contentOf(block), scope, null);
  return expression && { expression };
}
