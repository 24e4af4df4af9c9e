import { type GapConsequence } from '../../../diagnostics/codes/reasons/gaps.ts';
import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import { TABLE_CODES } from '../../../diagnostics/codes/tables.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { CallCause, CallRequest, JsonTemplate, OutboundCall } from '../../../model/outbound-calls.ts';
import type { Effect } from '../../../model/states.ts';
import type { Span } from '../../../source/span.ts';
import type { Cell, Code, Section } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { readBlocks } from '../blocks.ts';
import { resolveEffects } from '../effects.ts';
import { reportTwice } from '../names.ts';
import { readSettings, type Setting } from '../table.ts';
import { recordType, TEXT, userType } from '../types.ts';
import { readAnswer, responseType } from './answer.ts';
import { readBody } from './body.ts';
import { readCauses } from './causes.ts';
import { factsOf, neverCaused } from './facts.ts';
import { readForEach } from './for-each.ts';
import type { CallPoints } from './points.ts';
import { readHeaders, readRequest } from './request.ts';
import { readSigned } from './signed.ts';
import { NO_RETRY, readExpects, readRetry, STANDARD_EXPECTS } from './timing.ts';

export const PARTS: readonly string[] = [
  'when',
  'for each',
  'request',
  'headers',
  'signed',
  'expects',
  'retry',
  'answer',
  'then',
  'fails',
];

/** Reads one call that the product makes. */
export function readOutboundCalls(context: Context, section: Section, name: string, points: CallPoints): OutboundCall {
  for (const inner of section.sections) {
    const details = { heading: inner.heading.text, nearest: null, known: [] };
    context.report('N017', TABLE_CODES.N017, details, inner.heading.span);
  }
  const blocks = readBlocks(context, section, { tables: { parts: 'part' }, where: null });
  const settings = readAll(
    context,
    blocks.tables.map(({ table }) => readSettings(context, table, 'part', PARTS)),
  );
  const closed = blocks.marker?.value === 'not shown';
  if (closed) context.gap(`7.${name}`, { because: 'outboundCall', name }, section.heading.span);
  const parts = partsOf(context, section, name, settings, closed);

  const whenCell = parts.needed('when', 'outboundWhen');
  const when = whenCell ? readCauses(context, whenCell, points.declared, points.workflows) : [];
  const own = scopeOf(context, when, points);
  const forEachCell = parts.stated('for each');
  const forEach = forEachCell && own.bare.length > 0 ? readForEach(context, forEachCell, own) : null;
  const scope = forEach
    ? { ...own, variables: { ...own.variables, [forEach.variable]: recordType(forEach.source.entity) } }
    : own;
  const answerCell = parts.stated('answer');
  const answer = answerCell ? readAnswer(context, answerCell, points.declared) : [];
  const expects = parts.stated('expects');
  const retry = parts.stated('retry');
  const signed = parts.stated('signed');
  const then = parts.stated('then');
  const entity = when[0]?.entity;
  // The answer may arrive late, so the conditions under which the request was built need not hold any more.
  const later: Scope = { ...own, given: [] };
  const replied: Scope = { ...later, variables: { ...later.variables, response: responseType(answer) } };
  return {
    clause: `7.${name}`,
    name,
    description: blocks.prose,
    when,
    forEach,
    // The request may use the name of `for each`; without it, its names have no meaning.
    request: forEachCell && !forEach ? null : request(context, parts, blocks.code, when, scope, points),
    expects: expects ? readExpects(context, expects) : STANDARD_EXPECTS,
    retry: retry ? readRetry(context, retry) : NO_RETRY,
    signedWith: signed ? readSigned(context, signed, points.constants) : null,
    answer,
    // The answer can be used only if it is known what is read from it.
    then:
      then && entity !== undefined && !parts.isOpen('answer') ? effects(context, then, entity, replied, points) : [],
    fails: fails(context, parts, entity, later, points),
  };
}

function readAll(context: Context, tables: readonly ReadonlyMap<string, Setting>[]): ReadonlyMap<string, Setting> {
  const settings = new Map<string, Setting>();
  for (const table of tables) {
    for (const [name, setting] of table) {
      const first = settings.get(name);
      if (first) reportTwice(context, 'part', setting.key, first.key);
      else settings.set(name, setting);
    }
  }
  return settings;
}

interface CallParts {
  /** The cell of a part that is stated; one that is not shown is a gap. */
  stated(part: string): Cell | null;
  /** A part that is also a gap when it is missing. */
  needed(part: string, consequence: GapConsequence): Cell | null;
  spanOf(part: string): Span;
  /** Whether a part is not shown. */
  isOpen(part: string): boolean;
  /** Whether a part is stated as `none`. */
  isNone(part: string): boolean;
}

function partsOf(
  context: Context,
  section: Section,
  name: string,
  settings: ReadonlyMap<string, Setting>,
  closed: boolean,
): CallParts {
  const at = (part: string, consequence: GapConsequence): Cell | null => {
    const setting = settings.get(part);
    if (!setting) return null;
    const clause = `7.${name}.${part.replace(' ', '_')}`;
    context.place(clause, setting.span);
    if (setting.value.absence === 'not shown') context.gap(clause, consequence, setting.value.span);
    return setting.value.absence === null ? setting.value : null;
  };
  return {
    stated: (part) => at(part, { because: 'outboundPart', name, part }),
    needed(part, consequence) {
      if (!settings.has(part) && !closed) context.gap(`7.${name}.${part}`, consequence, section.heading.span);
      return at(part, consequence);
    },
    spanOf: (part) => settings.get(part)?.value.span ?? section.heading.span,
    isOpen: (part) => settings.get(part)?.value.absence === 'not shown',
    isNone(part) {
      const absence = settings.get(part)?.value.absence;
      return absence === 'none' || absence === 'empty';
    },
  };
}

/** A payload is built in its cause's transaction: it sees the record, who acted, and the event's name. */
function scopeOf(context: Context, when: readonly CallCause[], points: CallPoints): Scope {
  const entity = when[0]?.entity;
  if (entity === undefined) {
    return { variables: { user: userType(true), event: TEXT }, bare: [], purpose: 'call' };
  }
  return {
    variables: { this: recordType(entity), user: userType(true), event: TEXT },
    bare: ['this'],
    purpose: 'call',
    given: factsOf(context, when, points.workflows),
    causes: when.map((cause) => ({
      name: `${cause.entity} ${cause.event}`,
      hasCondition: cause.condition !== null,
      ...(cause.schedule !== null && { timeOf: cause.entity }),
      given: factsOf(context, [cause], points.workflows),
    })),
  };
}

function request(
  context: Context,
  parts: CallParts,
  code: readonly Code[],
  when: readonly CallCause[],
  scope: Scope,
  points: CallPoints,
): CallRequest | null {
  const cell = parts.needed('request', 'outboundRequest');
  const headersCell = parts.stated('headers');
  if (!cell && parts.isNone('request')) {
    const details = { text: 'none', why: 'none' } as const;
    context.report('N705', CALLS_CODES.N705, details, parts.spanOf('request'));
  }
  // Without a known cause the names in the request have no meaning, and a cause that is a gap causes nothing.
  if (!cell || !('this' in scope.variables) || neverCaused(when, points.workflows)) return null;
  const line = readRequest(context, cell, scope, points.constants);
  const headers = headersCell ? readHeaders(context, headersCell, scope) : [];
  const body = readOnly(context, code, scope, line?.method ?? 'POST');
  return line && { ...line, headers, body };
}

function readOnly(
  context: Context,
  code: readonly Code[],
  scope: Scope,
  method: CallRequest['method'],
): JsonTemplate | null {
  const [block, second] = code;
  if (second) context.report('N710', CALLS_CODES.N710, { why: 'second' }, second.span);
  if (!block) return null;
  if (method === 'GET' || method === 'DELETE') {
    context.report('N710', CALLS_CODES.N710, { why: { because: 'none', method } }, block.span);
    return null;
  }
  return readBody(context, block, scope);
}

function effects(context: Context, cell: Cell, entity: string, scope: Scope, points: CallPoints): readonly Effect[] {
  return resolveEffects({ context, declared: points.declared, entity, scope: { ...scope, purpose: 'effect' } }, cell);
}

/** The effects of a call that has no attempts left; null if they are not shown. */
function fails(
  context: Context,
  parts: CallParts,
  entity: string | undefined,
  scope: Scope,
  points: CallPoints,
): readonly Effect[] | null {
  const cell = parts.needed('fails', 'outboundFails');
  if (cell) return entity === undefined ? [] : effects(context, cell, entity, scope, points);
  return parts.isNone('fails') ? [] : null;
}
