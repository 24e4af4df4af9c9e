import type { Planted } from './planted-fault.ts';

const migrate = (name: string) => `packages/engine/src/migrate/${name}.ts`;

/** Faults of changes of the document. */
export const MIGRATE_FAULTS: readonly Planted[] = [
  {
    what: 'a document is put to use whatever it would lose',
    file: migrate('judge'),
    from: 'if (found === 0) continue;',
    to: 'if (found >= 0) continue;',
  },
  {
    what: 'records that are there do not get the default of a new field',
    file: migrate('stored-rows'),
    from: 'return value.field.when === null ? (this.#defaults.get(`${entity}.${name}`) ?? null) : null;',
    to: 'return null;',
  },
  {
    what: 'who holds a role that is called otherwise holds it no more',
    file: migrate('rows-of-tables'),
    from: "renames.filter(({ kind }) => kind === 'role'),",
    to: "renames.filter(({ kind }) => kind === 'role' && renames.length === 0),",
  },
  {
    what: 'the history keeps the former names',
    file: migrate('rename'),
    from: 'await renameHistory(client, change);',
    to: '',
  },
  {
    what: 'a number that is called otherwise is counted anew',
    file: migrate('rename'),
    from: "await moveKeys(client, 'number_counter', 'field', newCounters(before, names));",
    to: "await moveKeys(client, 'number_counter', 'field', new Map());",
  },
  {
    what: 'a timer that comes again forgets when it came, where its event is called otherwise',
    file: migrate('rename-keys'),
    from: "'update nonet.repeated_timer set clause = $2 where clause = $1'",
    to: "'update nonet.repeated_timer set clause = $2 where clause = $1 and false'",
  },
  {
    what: 'what was hidden with a record does not come back with it, where it is called otherwise',
    file: migrate('rename'),
    from: "for (const holder of ['outbound_call', 'received_mail', 'hidden_with', 'notice', 'feed_record'])",
    to: "for (const holder of ['outbound_call', 'received_mail', 'notice', 'feed_record'])",
  },
  {
    what: 'a length is measured in bytes where a document limits it more tightly',
    file: 'packages/engine/src/run/validation/field-limits.ts',
    from: 'char_length(${value})',
    to: 'octet_length(${value})',
  },
  {
    what: 'unique fields have plain indexes',
    file: migrate('schema'),
    from: "? '' : 'unique '",
    to: "? '' : ''",
  },
  {
    what: 'what is softly deleted keeps what no two may share',
    file: migrate('describe-indexes'),
    from: "? [{ column: SYSTEM_COLUMNS.deletedAt, is: 'is null' }] : []",
    to: '? [] : []',
  },
  {
    what: 'a document is put to use again by each start',
    file: migrate('migrate'),
    from: 'set document_hash = $1, plan = $2, changed_at = now()',
    to: 'set document_hash = $1, plan = $2, changed_at = now() where false',
  },
];
