import { type GapConsequence } from '../../../diagnostics/codes/reasons/gaps.ts';
import { TABLE_CODES } from '../../../diagnostics/codes/tables.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { Query } from '../../../expression/tree.ts';
import type { CallCause } from '../../../model/outbound-calls.ts';
import type { Effect } from '../../../model/states.ts';
import type { Span } from '../../../source/span.ts';
import type { Cell, Code, Section, Table } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { readBlocks } from '../blocks.ts';
import { resolveEffects } from '../effects.ts';
import { reportTwice } from '../names.ts';
import { readSettings, type Setting } from '../table.ts';
import { recordType, TEXT, userType } from '../types.ts';
import { readCauses } from './causes.ts';
import { factsOf } from './facts.ts';
import { readForEach } from './for-each.ts';
import type { CallPoints } from './points.ts';

/** The item of an outbound call, a mail or a notice, read into its parts. */
export interface CallItem {
  readonly parts: CallParts;
  readonly code: readonly Code[];
  readonly prose: string;
}

/** The words of the gaps of a call, a mail or a notice. */
export interface CallGaps {
  readonly whole: GapConsequence;
  readonly part: (part: string) => GapConsequence;
}

/** Reads the blocks below the heading of an outbound call, a mail or a notice. */
export function readCallItem(
  context: Context,
  section: Section,
  name: string,
  known: readonly string[],
  gaps: CallGaps,
): CallItem {
  for (const inner of section.sections) {
    const details = { heading: inner.heading.text, nearest: null, known: [] };
    context.report('N017', TABLE_CODES.N017, details, inner.heading.span);
  }
  const blocks = readBlocks(context, section, { tables: { parts: 'part' }, where: null });
  const settings = readAll(
    context,
    blocks.tables.map(({ table }) => table),
    known,
  );
  const closed = blocks.marker?.value === 'not shown';
  if (closed) context.gap(`7.${name}`, gaps.whole, section.heading.span);
  return { parts: partsOf(context, section, name, settings, closed, gaps), code: blocks.code, prose: blocks.prose };
}

function readAll(context: Context, tables: readonly Table[], known: readonly string[]): ReadonlyMap<string, Setting> {
  const settings = new Map<string, Setting>();
  for (const table of tables) {
    for (const [name, setting] of readSettings(context, table, 'part', known)) {
      const first = settings.get(name);
      if (first) reportTwice(context, 'part', setting.key, first.key);
      else settings.set(name, setting);
    }
  }
  return settings;
}

/** The parts of an outbound call, a mail or a notice. */
export interface CallParts {
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
  gaps: CallGaps,
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
    stated: (part) => at(part, gaps.part(part)),
    needed(part, consequence) {
      if (!settings.has(part) && !closed)
        context.gap(`7.${name}.${part.replace(' ', '_')}`, consequence, section.heading.span);
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

/** The content of a call is built in its cause's transaction: it sees the record, who acted, and the event's name. */
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

/** When a call is made, for which records, and the names that are in reach of what it sends. */
export interface Caused {
  readonly when: readonly CallCause[];
  /** The names of the record that causes it. */
  readonly own: Scope;
  readonly forEach: Query | null;
  /** With the name of `for each`; null if that part has mistakes, so that its names have no meaning. */
  readonly scope: Scope | null;
}

/** Reads `when` and `for each`. */
export function readCaused(context: Context, parts: CallParts, points: CallPoints, gap: GapConsequence): Caused {
  const whenCell = parts.needed('when', gap);
  const when = whenCell ? readCauses(context, whenCell, points.declared, points.workflows) : [];
  const own = scopeOf(context, when, points);
  const cell = parts.stated('for each');
  if (!cell) return { when, own, forEach: null, scope: own };
  const forEach = own.bare.length > 0 ? readForEach(context, cell, own) : null;
  if (forEach === null) return { when, own, forEach, scope: null };
  const variables = { ...own.variables, [forEach.variable]: recordType(forEach.source.entity) };
  return { when, own, forEach, scope: { ...own, variables } };
}

/** Effects on the record of a call: `then`. */
export function readEffects(
  context: Context,
  cell: Cell,
  entity: string,
  scope: Scope,
  points: CallPoints,
): readonly Effect[] {
  return resolveEffects({ context, declared: points.declared, entity, scope: { ...scope, purpose: 'effect' } }, cell);
}

/** The effects of a call that has no attempts left; null if they are not shown. */
export function readFails(
  context: Context,
  parts: CallParts,
  entity: string | undefined,
  scope: Scope,
  points: CallPoints,
  gap: GapConsequence,
): readonly Effect[] | null {
  const cell = parts.needed('fails', gap);
  if (cell) return entity === undefined ? [] : readEffects(context, cell, entity, scope, points);
  return parts.isNone('fails') ? [] : null;
}
