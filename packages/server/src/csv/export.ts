import { isObject, type Entity, hasValue } from '@nonet/language';
import { Readable } from 'node:stream';
import type { FieldView } from '@nonet/client';
import { type ListQuery, noteSecurityEvent, type RecordExport, type WireRecord } from '@nonet/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../limits/table.ts';
import { notSpecified, standardRefusal } from '../problem/standard.ts';
import { rightsOf, runningOf } from '../request/context.ts';
import { lastField } from '../view/columns.ts';
import { knownFields } from '../view/entities.ts';
import type { Rights } from '../view/rights.ts';
import { openableScreens, screenView } from '../view/screens.ts';
import { csvRow, textCell } from './format.ts';

interface CsvColumn {
  readonly path: readonly string[];
  readonly label: string;
  readonly field: FieldView;
  /** A list of comments, of which a table has the number; of other lists it has the records. */
  readonly isCounted?: boolean;
}

/** The parts of an export that wait for their client. */
const PARTS_AHEAD = 2;

/** Kinds whose values are numbers or fixed forms: a minus before them is no formula. */
const isPlain = (field: FieldView): boolean =>
  field.kind === 'id' || hasValue(field, 'number', 'boolean', 'date', 'time', 'datetime');

/**
 * A list as `text/csv`: all its records at one moment, in the columns of its screen, or of `fields`, or all that the reader may read.
 */
export async function exportCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  entity: Entity,
  query: ListQuery,
): Promise<FastifyReply> {
  const { engine } = runningOf(request);
  const rights = await rightsOf(request);
  refuseExport(request, rights, entity);
  const columns = withDistinctLabels(columnsOf(rights, entity, query));
  const expanded = columns.flatMap(({ path, field }) =>
    field.kind === 'reference' || field.kind === 'many' ? [path.join('.')] : [],
  );
  const exported = await engine.export(request.actor, entity.name, {
    ...query,
    fields: columns.map(({ path }) => path.join('.')).join(','),
    expand: expanded.length > 0 ? expanded.join(',') : null,
  });
  // It has a connection to the database for itself until then.
  reply.raw.once('close', () => exported.end());
  await noteSecurityEvent(engine.pool, {
    kind: 'exported',
    actor: request.actor.userId,
    address: request.ip,
    detail: { entity: entity.name },
  });
  reply.header('content-disposition', `attachment; filename="${entity.path}.csv"`);
  return reply.type('text/csv; charset=utf-8').send(endingIfNotTaken(rows(columns, exported)));
}

async function* rows(columns: readonly CsvColumn[], exported: RecordExport): AsyncGenerator<string> {
  yield csvRow(columns.map(({ label }) => textCell(label)));
  for (let records = await exported.next(); records !== null; records = await exported.next())
    yield records.map((record) => csvRow(columns.map((column) => cell(record, column)))).join('');
}

/** A stream that ends with an error if its client takes nothing of it for a while. */
function endingIfNotTaken(parts: AsyncIterable<string>): Readable {
  const stalled = () => stream.destroy(new Error('The client has taken nothing of its export for too long.'));
  const timer = setTimeout(stalled, LIMITS.exportStallSeconds * 1000);
  const taken = async function* () {
    for await (const part of parts) {
      yield part;
      timer.refresh();
    }
  };
  const stream = Readable.from(taken(), { highWaterMark: PARTS_AHEAD });
  stream.once('close', () => clearTimeout(timer));
  return stream;
}

/** The screen's columns with their headings; further requested fields have their names as headings. */
function columnsOf(rights: Rights, entity: Entity, query: ListQuery): readonly CsvColumn[] {
  const screen = openableScreens(rights).find((candidate) => candidate.slug === query.screen);
  const shown = screen ? screenView(rights, screen).groups.flatMap((group) => group.columns) : [];
  if (query.fields !== null) {
    return query.fields.split(',').map((name) => {
      const path = name.split('.');
      const field = rights.mayReadPath(entity.name, path) ? lastField(rights, entity.name, path) : null;
      const label = shown.find((column) => column.path.join('.') === name)?.label ?? name;
      // The engine refuses an unreadable column by its name.
      const known = field ?? UNKNOWN_FIELD;
      return { path, label, field: known, isCounted: areComments(rights, known) };
    });
  }
  if (screen) return shown.map((column) => ({ ...column, isCounted: areComments(rights, column.field) }));
  return knownFields(rights, entity)
    .filter((field) => rights.mayRead(entity.name, field.name) && field.kind !== 'children' && field.kind !== 'all')
    .map((field) => ({ path: [field.name], label: field.label, field }));
}

/** Columns with equal labels get the names of their fields. */
function withDistinctLabels(columns: readonly CsvColumn[]): readonly CsvColumn[] {
  const isAlone = ({ label }: CsvColumn) => columns.filter((column) => column.label === label).length === 1;
  return columns.map((column) => (isAlone(column) ? column : { ...column, label: column.path.join('.') }));
}

const UNKNOWN_FIELD = { kind: 'text' } as FieldView;

function areComments(rights: Rights, { kind, entity }: FieldView): boolean {
  return kind === 'all' && entity !== null && (rights.entity(entity)?.commentsOn ?? null) !== null;
}

function cell(record: WireRecord, { path, field, isCounted = false }: CsvColumn): string {
  const value = valueAt(record, path);
  if (isCounted && Array.isArray(value)) return String(value.length);
  const text = textOf(value);
  return isPlain(field) && field.several !== true ? text : textCell(text);
}

/** The value at the end of a path; behind a list, each value of its records once. */
function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) return [...new Set(value.flatMap((each: unknown) => valueAt(each, [name, ...rest]) ?? []))];
  return isObject(value) ? valueAt(value[name], rest) : undefined;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  if (!isObject(value)) return `${value as string | number | boolean}`;
  const { _title: title, name } = value;
  return textOf(title ?? name ?? JSON.stringify(value));
}

/** Refuses who may export nothing of an entity now. */
export function refuseExport(request: FastifyRequest, rights: Rights, entity: Entity): void {
  if (!rights.mayNow(entity.name, 'export')) throw refusal(request, rights, entity);
}

function refusal(request: FastifyRequest, rights: Rights, entity: Entity) {
  const { plan, engine } = runningOf(request);
  if (!request.account) return standardRefusal(plan, 'UNAUTHENTICATED');
  const gap = rights.gapNow(entity.name, 'export');
  if (gap === null) return standardRefusal(plan, 'FORBIDDEN');
  engine.hit(gap, request.actor.roles);
  return notSpecified(plan, gap);
}
