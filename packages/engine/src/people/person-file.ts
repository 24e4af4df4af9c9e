import type { Entity } from '@nonet/language';
import { completeMail, type MailPiece } from '../mails/queued-mail.ts';
import { keptMailsTo } from '../mails/kept-mails.ts';
import { constantsOrNames } from '../mails/list-mails.ts';
import type { PlanIndex } from '../plan-index.ts';
import { mailsFrom } from '../received/mail-log.ts';
import { findPerson } from './find-person.ts';
import { USER } from '../session/user.ts';
import { column, quote, type StoredField, storedFields, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import { type Pool, type PoolClient, run, transaction } from '../store/pool.ts';
import { rowsInParts } from '../store/rows-in-parts.ts';

/** One thing that is known of a person. */
export interface KnownOfPerson {
  readonly kind:
    | 'person'
    | 'record'
    | 'change'
    | 'change of the account'
    | 'session'
    | 'token'
    | 'factor'
    | 'provider'
    | 'view'
    | 'notice'
    | 'notice way'
    | 'time zone'
    | 'region'
    | 'sign-in'
    | 'security event'
    | 'upload'
    | 'mail'
    | 'received mail';
  readonly [what: string]: unknown;
}

const AT_ONCE = 500;

/**
 * Hands out all that a product knows of a person, one thing after the other, as of one moment: their account, the
 * records that refer to them or that they made, what they changed and when, and what surrounds their signing in. The
 * words of secrets, passwords and tokens are not among it, nor is what others entered about a record that does not name
 * the person.
 *
 * @param email By which the account is known, also one that may not sign in any more, or is deleted.
 * @returns Whether there is such an account.
 */
export async function findAllOfPerson(
  { index, pool }: { readonly index: PlanIndex; readonly pool: Pool },
  email: string,
  hand: (known: KnownOfPerson) => Promise<void>,
): Promise<boolean> {
  return transaction(
    pool,
    async (client) => {
      const person = await findPerson(client, index, email);
      if (person === null) return false;
      for (const entity of index.plan.entities) await handRecords(client, entity, person.id, hand);
      for (const { kind, text, values } of aroundOf(person))
        for await (const rows of rowsInParts<{ known: Record<string, unknown> }>(client, { text, values }))
          for (const { known } of rows)
            await hand({ ...known, kind, ...('kind' in known ? { which: known.kind } : {}) });
      await handMails(client, index, person.email, hand);
      for await (const mail of mailsFrom(client, index, person.email)) await hand({ kind: 'received mail', ...mail });
      return true;
    },
    // A line that was handed out can't be taken back, so that nothing is tried twice.
    { isolation: 'repeatable read', readOnly: true, attempts: 1 },
  );
}

/** The fields of an entity that refer to users. */
function referring(entity: Entity): readonly StoredField[] {
  return storedFields(entity).filter(
    ({ type }) => (type.kind === 'reference' || type.kind === 'many') && type.entity === USER,
  );
}

async function handRecords(
  client: PoolClient,
  entity: Entity,
  person: string,
  hand: (known: KnownOfPerson) => Promise<void>,
): Promise<void> {
  const fields = referring(entity);
  const conditions = [
    ...(entity.name === USER ? ['t."id" = $1'] : []),
    ...fields.map(({ type, name }) =>
      type.kind === 'many' ? `$1 = any(${column('t', name)})` : `${column('t', name)} = $1`,
    ),
    ...[SYSTEM_COLUMNS.createdBy, SYSTEM_COLUMNS.updatedBy].map((name) => `${column('t', name)} = $1`),
  ];
  const text = `select to_jsonb(t) as record from ${table(entity.name)} t
    where (${conditions.join(' or ')}) and ($2::uuid is null or t."id" > $2) order by t."id" limit ${AT_ONCE}`;
  let after: string | null = null;
  for (;;) {
    const rows: { record: Record<string, unknown> }[] = await run(client, { text, values: [person, after] });
    for (const { record } of rows) {
      const isPerson = entity.name === USER && record.id === person;
      const named = fields.filter(({ name }) => {
        const value = record[name];
        return Array.isArray(value) ? value.includes(person) : value === person;
      });
      await hand({
        kind: isPerson ? 'person' : 'record',
        entity: entity.name,
        id: record.id,
        ...(isPerson ? {} : { names: named.map(({ name }) => name) }),
        fields: valuesOf(entity, record),
        created_at: record[SYSTEM_COLUMNS.createdAt],
        made: record[SYSTEM_COLUMNS.createdBy] === person,
        updated_at: record[SYSTEM_COLUMNS.updatedAt],
        changed_last: record[SYSTEM_COLUMNS.updatedBy] === person,
        deleted_at: record[SYSTEM_COLUMNS.deletedAt] ?? null,
        ...(entity.owner === null ? {} : { of: record[SYSTEM_COLUMNS.parent] }),
      });
    }
    const last = rows.at(-1)?.record.id;
    if (rows.length < AT_ONCE || typeof last !== 'string') return;
    after = last;
  }
}

/** The values of a record under the names of their fields; a secret only as whether there is one. */
function valuesOf(entity: Entity, record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    storedFields(entity).map(({ name, type }) => {
      const value = record[name] ?? null;
      return [name, type.kind === 'secret' ? value !== null : value];
    }),
  );
}

interface Around {
  readonly kind: KnownOfPerson['kind'];
  /** Selects one JSON object for each row. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * The rows that the product itself keeps of a person, beside the records of the document. In the conditions `$1` is their
 * id.
 */
function aroundOf({ id, email }: { readonly id: string; readonly email: string }): readonly Around[] {
  const of = (kind: Around['kind'], tableOf: string, columns: readonly string[], condition: string): Around => ({
    kind,
    text: `select jsonb_build_object(${columns.map((name) => `'${name}', t.${quote(name)}`).join(', ')}) as known from nonet.${quote(tableOf)} t where ${condition}`,
    values: [id],
  });
  return [
    // Their changes of records, without the values that others entered there.
    of('change', 'history', ['at', 'entity', 'record', 'action', 'from_state', 'to_state'], 't.by = $1 order by t.at'),
    of('change of the account', 'history', ['at', 'action'], `t.record = $1 and t.entity = '${USER}' order by t.at`),
    of('session', 'session', ['created_at', 'seen_at', 'expires_at', 'user_agent', 'network'], 't.user_id = $1'),
    of('token', 'api_token', ['name', 'roles', 'screen', 'created_at', 'expires_at', 'used_at'], 't.user_id = $1'),
    of('factor', 'second_factor', ['kind', 'name', 'created_at', 'confirmed_at', 'used_at'], 't.user_id = $1'),
    of('provider', 'identity', ['issuer', 'subject', 'bound_at'], 't.user_id = $1'),
    of('view', 'saved_view', ['screen', 'name', 'role', 'state', 'created_at'], 't.user_id = $1'),
    of('notice', 'notice', ['call', 'entity', 'record', 'event', 'at', 'read_at'], 't.recipient = $1 order by t.at'),
    of('notice way', 'notice_way', ['call', 'way'], 't.user_id = $1'),
    of('time zone', 'personal_time_zone', ['time_zone'], 't.user_id = $1'),
    of('region', 'personal_region', ['region'], 't.user_id = $1'),
    {
      kind: 'sign-in',
      // A browser that is known is noted by what its cookie has.
      text: `select jsonb_build_object('at', t.at, 'succeeded', t.succeeded, 'from',
               case when t.address like 'browser %' then 'a known browser' else t.address end) as known
             from nonet.login_attempt t where lower(t.email) = lower($2) or t.email = $1::text order by t.at`,
      values: [id, email],
    },
    of(
      'security event',
      'security_event',
      ['at', 'kind', 'network', 'detail'],
      '$1 in (t.actor, t.subject) order by t.at',
    ),
    of('upload', 'file', ['id', 'name', 'type', 'size', 'uploaded_at'], 't.uploaded_by = $1 order by t.uploaded_at'),
  ];
}

/** The mails to a person whose words are still kept. */
async function handMails(
  client: PoolClient,
  index: PlanIndex,
  email: string,
  hand: (known: KnownOfPerson) => Promise<void>,
): Promise<void> {
  for await (const { call, state, at, key, mail } of keptMailsTo(client, index, email)) {
    const { to, subject, body } = completeMail({ call, key }, mail, constantsOrNames(index));
    await hand({ kind: 'mail', call, state, at, to, subject, text: body.map(wordsOf).join('') });
  }
}

function wordsOf(piece: MailPiece): string {
  if (typeof piece === 'string') return piece;
  return 'value' in piece ? piece.value : (piece.link ?? '');
}
