import type { Entity } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { storedTable, tableName } from '../sql/identifiers.ts';
import { literal } from '../run/write.ts';
import {
  type ExportedColumn,
  type ExportedType,
  exportedAs,
  ownColumn,
  recordColumns,
  recordOrder,
} from './exported-column.ts';

/** A table of an export. */
export interface ExportedTable {
  /** The name of an entity, or what the product keeps beside its records: `history`. */
  readonly name: string;
  /** Whether its rows are the records of an entity. */
  readonly isOfEntity: boolean;
  readonly columns: readonly ExportedColumn[];
  /** The rows, as what stands behind `from`, each under the alias `t`. */
  readonly from: string;
  readonly order: string;
  /** The table that rows are put back into; null for one that another product has no use of. */
  readonly into: string | null;
}

/** All tables of a product in the order in which they are put back. */
export function exportedTables(index: PlanIndex): ExportedTable[] {
  return [filesTable(), ...index.plan.entities.map((entity) => entityTable(index, entity)), ...ownTables(index)];
}

/** The name of the table that lists the files; the content of each is a file of its own. */
export const FILES = 'files';

function entityTable(index: PlanIndex, entity: Entity): ExportedTable {
  return {
    name: entity.name,
    isOfEntity: true,
    columns: recordColumns(index, entity),
    from: `${storedTable(entity.name)} t`,
    order: recordOrder(entity, 't'),
    into: `product.${tableName(entity.name)}`,
  };
}

function filesTable(): ExportedTable {
  return own(FILES, 'file', 't."id"', {
    id: 'id',
    name: 'text',
    type: 'text',
    size: 'number',
    sha256: 'hash',
    uploaded_at: 'instant',
    uploaded_by: 'record',
    paper: 'text',
  });
}

/** The tables that the product keeps beside its records, but for those of one moment and those with secrets (sessions, passwords, tokens). */
function ownTables(index: PlanIndex): ExportedTable[] {
  const tables = [
    own('identities', 'identity', 't."issuer", t."subject"', {
      issuer: 'text',
      subject: 'text',
      user_id: 'record',
      bound_at: 'instant',
    }),
    own('views', 'saved_view', 't."id"', {
      id: 'id',
      user_id: 'record',
      screen: 'text',
      name: 'text',
      role: 'text',
      state: 'json',
      created_at: 'instant',
      updated_at: 'instant',
    }),
    own('notices', 'notice', 't."id"', {
      id: 'id',
      call: 'text',
      entity: 'text',
      record: 'record',
      each_record: 'record',
      event: 'text',
      recipient: 'record',
      actor: 'record',
      at: 'instant',
      read_at: 'instant',
      in_digest: 'boolean',
    }),
    own('received_mail', 'received_mail', 't."sequence"', {
      id: 'id',
      message_id: 'text',
      sender: 'text',
      subject: 'text',
      at: 'instant',
      state: 'text',
      call: 'text',
      entity: 'text',
      record: 'record',
      code: 'text',
      clause: 'text',
      problem: 'text',
      left_out: 'text',
    }),
    own('feed_runs', 'feed_run', 't."sequence"', {
      id: 'id',
      feed: 'text',
      cause: 'text',
      state: 'text',
      at: 'instant',
      ended_at: 'instant',
      due_at: 'instant',
      read: 'number',
      made: 'number',
      changed: 'number',
      same: 'number',
      refused: 'number',
      ignored: 'number',
      missing: 'number',
      problem: 'text',
    }),
    own('feed_records', 'feed_record', 't."feed", t."record"', {
      feed: 'text',
      entity: 'text',
      record: 'record',
      run: 'id',
      line: 'number',
    }),
    own('notice_ways', 'notice_way', 't."user_id", t."call"', { user_id: 'record', call: 'text', way: 'text' }),
    own('time_zones', 'personal_time_zone', 't."user_id"', { user_id: 'record', time_zone: 'text' }),
    own('regions', 'personal_region', 't."user_id"', { user_id: 'record', region: 'text' }),
    own('numbers', 'number_counter', 't."field", t."period"', { field: 'text', period: 'text', last: 'number' }),
    own('hidden', 'hidden_with', 't."sequence"', {
      sequence: 'number',
      root: 'record',
      entity: 'text',
      record: 'record',
      field: 'text',
      target: 'record',
    }),
    own('timers', 'repeated_timer', 't."clause", t."record"', {
      clause: 'text',
      record: 'record',
      fired_at: 'instant',
      due_at: 'instant',
    }),
    own('schedules', 'scheduled_call', 't."clause", t."schedule"', {
      clause: 'text',
      schedule: 'text',
      queued_for: 'instant',
    }),
    own('papers_to_set', 'paper_to_set', 't."file"', {
      file: 'id',
      clause: 'text',
      record: 'record',
      words: 'json',
      attempts: 'number',
      due_at: 'instant',
      problem: 'text',
    }),
  ];
  const read = (table: ExportedTable): ExportedTable => ({ ...table, into: null });
  return [
    historyTable(index),
    ...tables,
    read(
      own('calls', 'outbound_call', 't."sequence"', {
        id: 'id',
        call: 'text',
        clause: 'text',
        entity: 'text',
        record: 'record',
        event: 'text',
        state: 'text',
        attempts: 'number',
        queued_at: 'instant',
        ended_at: 'instant',
      }),
    ),
    read(
      own('security_events', 'security_event', 't."at", t."id"', {
        id: 'id',
        at: 'instant',
        kind: 'text',
        actor: 'record',
        subject: 'record',
        network: 'text',
        detail: 'json',
      }),
    ),
    read(
      own('versions', 'version', 't."number"', {
        number: 'number',
        title: 'text',
        put_to_use_at: 'instant',
        put_to_use_by: 'text',
        document_hash: 'text',
      }),
    ),
  ];
}

function own(
  name: string,
  stored: string,
  order: string,
  columns: Readonly<Record<string, ExportedType>>,
): ExportedTable {
  return {
    name,
    isOfEntity: false,
    columns: Object.entries(columns).map(([column, type]) => ownColumn(column, type)),
    from: `nonet.${stored} t`,
    order,
    into: `nonet.${stored}`,
  };
}

/** The history, each entry with the whole record before and after it. */
function historyTable(index: PlanIndex): ExportedTable {
  const table = own('history', 'history', 't."record", t."id"', {
    id: 'id',
    entity: 'text',
    record: 'record',
    at: 'instant',
    by: 'record',
    action: 'text',
    clause: 'text',
    from_state: 'text',
    to_state: 'text',
  });
  const record = (name: 'before' | 'after'): ExportedColumn => ({
    ...ownColumn(name, 'json'),
    text: (alias) => {
      const cases = index.plan.entities.flatMap((entity) => {
        const whole = `${alias}."${name}"`;
        const shown = withoutSecrets(index, entity.name, whole, 0);
        return shown === whole ? [] : [`when ${literal(entity.name)} then ${shown}`];
      });
      return cases.length === 0
        ? exportedAs('json', name).text(alias)
        : `(case ${alias}."entity" ${cases.join(' ')} else ${alias}."${name}" end)::text`;
    },
  });
  return {
    ...table,
    columns: [...table.columns, record('before'), record('after')],
    from: '(select distinct record from nonet.history) r cross join lateral nonet.history_of(r.record) t',
  };
}

/** A record of the history without its secrets and those of its owned children: a field may have become one since. */
function withoutSecrets(index: PlanIndex, entity: string, json: string, depth: number): string {
  const secrets = index.entity(entity).fields.filter(({ type }) => type.kind === 'secret');
  const record = secrets.reduce((rest, { name }) => `(${rest} - ${literal(name)})`, json);
  return index.children(entity).reduce((whole, { field, entity: child }) => {
    const item = `item_${depth}_`;
    const shown = withoutSecrets(index, child.name, `${item}.value`, depth + 1);
    if (shown === `${item}.value`) return whole;
    const list = `${json} -> ${literal(field.name)}`;
    return `(${whole} || case when jsonb_typeof(${list}) = 'array' then jsonb_build_object(${literal(field.name)},
      coalesce((select jsonb_agg(${shown} order by ${item}.ordinality) from jsonb_array_elements(${list}) with ordinality ${item}), '[]')) else '{}' end)`;
  }, record);
}
