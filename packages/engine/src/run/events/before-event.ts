import {
  type Effect,
  type EffectPath,
  type Expression,
  goesOverOld,
  isClosed,
  type Query,
  queryWithin,
  replaceOfOld,
  type Transition,
} from '@nonet/language';
import { withVariables, type SqlVariable } from '../../sql/context.ts';
import { compileExpression, compileRecords } from '../../sql/expression.ts';
import { column, exactType, quote } from '../../sql/identifiers.ts';
import type { Parameters } from '../../sql/parameters.ts';
import { compilePath, entityAtEnd } from '../path.ts';
import { actorKey, clauseContext, fromThis, perform, THIS, type ValueBefore, type Write } from '../write.ts';

/** The values that effects read from `old`, and the names that replace them. */
interface Reading {
  readonly effects: readonly Effect[];
  readonly values: readonly { readonly name: string; readonly of: Expression }[];
  /** The records that effects are on, by the references that lead there. */
  readonly paths: readonly { readonly name: string; readonly path: readonly string[] }[];
  /** The records of lists that a `for` or an `EVENT on` goes through. */
  readonly lists: readonly { readonly name: string; readonly query: Query }[];
}

/** The values of a record before an event, as far as the event's effects read them. */
export interface BeforeEvent {
  readonly values: Readonly<Record<string, ValueBefore>>;
  /** The records that effects are on: by name, the path that led there, and the record at its end, if there was one. */
  readonly targets: Readonly<Record<string, TargetBefore>>;
  /** The ids of the records that the query of each `for` or `EVENT on` found. */
  readonly lists: ReadonlyMap<Query, readonly string[]>;
}

interface TargetBefore {
  readonly path: string;
  readonly entity: string;
  readonly id: string | null;
}

export const NOTHING_BEFORE: BeforeEvent = { values: {}, targets: {}, lists: new Map() };

/** The effects of a row. Their reads of `old` use separate names. */
export function effectsAfter(row: Transition): readonly Effect[] {
  return readingOf(row).effects;
}

/** Reads what a row's effects need of `old` (4): while nothing of the event is written yet. */
export async function readBefore(write: Write, entity: string, id: string, row: Transition): Promise<BeforeEvent> {
  const { values, paths, lists } = readingOf(row);
  if (values.length + paths.length + lists.length === 0) return NOTHING_BEFORE;
  const [found] = await perform(
    write,
    `before ${row.clause} ${entity} ${actorKey(write)}`,
    (parameters) => {
      parameters.carryOut(row.clause);
      const context = clauseContext(write, parameters, entity);
      const own = { kind: 'row', entity, alias: THIS } as const;
      const standing = withVariables(context, { old: own });
      const selected = [
        ...values.map(
          ({ name, of }) => `(${compileExpression(of, standing)})::${exactType(of.type)}::text as ${columnOf(name)}`,
        ),
        ...paths.map(({ name, path }) => `${compilePath(context, own, path).sql}::text as ${columnOf(name)}`),
        ...lists.map(
          ({ name, query }) =>
            `array(select found.id from (${compileRecords(query, standing, false)}) found order by found.place)::text[] as ${columnOf(name)}`,
        ),
      ];
      return `select ${selected.join(', ')} ${fromThis(entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`;
    },
    { id },
  );
  return {
    values: Object.fromEntries(
      values.map(({ name, of: { type } }): [string, ValueBefore] => {
        const target = type.kind === 'record' ? type.entity : null;
        return [
          name,
          { sqlType: exactType(type), entity: target, value: (found?.[name.slice(1)] ?? null) as string | null },
        ];
      }),
    ),
    targets: Object.fromEntries(
      paths.map(({ name, path }): [string, TargetBefore] => {
        const id = (found?.[name.slice(1)] ?? null) as string | null;
        return [name, { path: ['old', ...path].join('.'), entity: entityAtEnd(write.index, entity, path), id }];
      }),
    ),
    lists: new Map(lists.map(({ name, query }) => [query, (found?.[name.slice(1)] ?? []) as readonly string[]])),
  };
}

/** The names of what was before, for a statement's text. */
export function beforeVariables(
  parameters: Parameters,
  { values }: Pick<BeforeEvent, 'values'>,
): [string, SqlVariable][] {
  return Object.entries(values).map(([name, { sqlType: type, entity }]) => {
    const sql = parameters.slot(name, type);
    return [name, entity === null ? { kind: 'value', sql } : { kind: 'id', entity, sql }];
  });
}

export function beforeSlots({ values }: Pick<BeforeEvent, 'values'>): [string, unknown][] {
  return Object.entries(values).map(([name, { value }]) => [name, value]);
}

/** The column for a value that is read under a name. It begins with a dollar, which no name of a document contains. */
function columnOf(name: string): string {
  return quote(name.slice(1));
}

const known = new WeakMap<Transition, Reading>();

function readingOf(row: Transition): Reading {
  const before = known.get(row);
  if (before !== undefined) return before;
  const values: Reading['values'][number][] = [];
  const paths: Reading['paths'][number][] = [];
  const lists: Reading['lists'][number][] = [];
  const read = (expression: Expression): Expression =>
    replaceOfOld(expression, (part) => {
      // The record itself is the same one.
      if (part.kind === 'variable') return { ...part, name: 'this' };
      const name = `$before${values.length}`;
      values.push({ name, of: part });
      return { kind: 'variable', name, type: part.type };
    });
  const records = (query: Query): Query => {
    if (!goesOverOld(query) || !isClosed(query)) return queryWithin(query, read);
    lists.push({ name: `$list${lists.length}`, query });
    return query;
  };
  const start = ({ start: from, path }: EffectPath): EffectPath => {
    if (from.variable !== 'old') return { start: from, path };
    const name = `$record${paths.length}`;
    paths.push({ name, path });
    return { start: { ...from, variable: name }, path: [] };
  };
  const rewrite = (effect: Effect): Effect => {
    const condition = effect.condition && read(effect.condition);
    switch (effect.kind) {
      case 'set':
        return { ...effect, ...start(effect), condition, value: read(effect.value) };
      case 'create': {
        const entries = Object.entries(effect.values).map(([name, value]) => [name, read(value)] as const);
        return { ...effect, condition, values: Object.fromEntries(entries) };
      }
      case 'paper':
        return { ...effect, ...start(effect), condition, of: read(effect.of) };
      case 'delete':
      case 'fire':
        return { ...effect, ...start(effect), condition };
      case 'fire each':
        return { ...effect, condition, records: records(effect.records) };
      case 'for':
        return { ...effect, condition, records: records(effect.records), effect: rewrite(effect.effect) };
    }
  };
  const reading = { effects: row.effects.map(rewrite), values, paths, lists };
  known.set(row, reading);
  return reading;
}
