import { keptMailsTo } from '../mails/kept-mails.ts';
import { mergedWith } from '../run/merged-into.ts';
import { attachedFiles } from '../run/references.ts';
import type { Write } from '../run/write.ts';
import { noteSecurityEvent } from '../security-events/note.ts';
import { USER } from '../session/user.ts';
import { table } from '../sql/identifiers.ts';
import { run } from '../store/pool.ts';
import type { ErasedPerson, ErasedRecord } from './erased-person.ts';

/**
 * Removes what is left of the values that a transaction has erased: in the history, in uploads, in calls and mails, in
 * answers that are kept for repeated requests, and all that the product itself kept of the account. That it was done
 * stays, without any value: an entry of the history where one is kept, and a security event, whose chain goes on.
 */
export async function eraseTraces(write: Write): Promise<void> {
  for (const person of write.erased) {
    const files = await filesOf(write, person);
    for (const records of Map.groupBy(person.records, ({ entity }) => entity).values())
      await eraseHistory(write, records);
    await deleteFiles(write, files);
    await forgetCalls(write, person);
    await forgetMails(write, person);
    await forgetAccount(write, person);
    await noteSecurityEvent(write.client, {
      kind: 'person erased',
      actor: write.actor.userId,
      subject: person.id,
      detail: { clause: person.clause, records: person.records.length },
    });
  }
}

/**
 * Gives each entry the values that the record has now in the fields that were erased, so that none of them shows or
 * tells a former one. Entries become whole ones (0040-history-changes.sql): what a change has left out is built from
 * the values before it. Of the person's own record, values of fields that the document no longer has go as well:
 * nothing can state them as erased.
 */
async function eraseHistory(write: Write, records: readonly ErasedRecord[]): Promise<void> {
  const [first] = records;
  if (first === undefined) return;
  const { entity } = first;
  const secrets = write.index.entity(entity).fields.filter(({ type }) => type.kind === 'secret');
  const hidden = new Set(secrets.map(({ name }) => name));
  const lists = write.index.entity(entity).fields.filter(({ type }) => type.kind === 'children');
  const names = first.fields.filter((name) => !hidden.has(name));
  const inRow = names.filter((name) => !lists.some((list) => list.name === name));
  const kept = entity === USER ? `(j.key = any($4) or to_jsonb(t) ? j.key)` : 'true';
  const without = (side: 'before' | 'after') => `case when e.${side} is null then null else
    (select coalesce(jsonb_object_agg(j.key, j.value), '{}') from jsonb_each(e.${side}) j where ${kept})
    || (select coalesce(jsonb_object_agg(n.name, to_jsonb(t) -> n.name), '{}') from unnest($2::text[]) n (name))
    || (select coalesce(jsonb_object_agg(n.name, '[]'::jsonb), '{}') from unnest($3::text[]) n (name)) end`;
  await run(write.client, {
    text: `update nonet.history h set entity = e.entity, action = e.action, clause = e.clause, from_state = e.from_state,
             to_state = e.to_state, before = e.new_before, after = e.new_after, names = nonet.names(), changes = null,
             after_hash = jsonb_hash(e.new_after)
           from (select e.*, ${without('before')} as new_before, ${without('after')} as new_after
                 from ${table(entity)} t cross join lateral ${mergedWith(table(entity), 't.id')} of_ (id) cross join lateral nonet.history_of(of_.id) e
                 where t.id = any($1::uuid[]) and e.entity = $5 and $4::text[] is not null) e
           where h.id = e.id and h.record = e.record`,
    values: [
      records.map(({ id }) => id),
      inRow,
      names.filter((name) => !inRow.includes(name)),
      lists.map(({ name }) => name),
      entity,
    ],
  });
}

/** The uploads among the erased values, also those of former values that the history keeps. */
async function filesOf(write: Write, { records }: ErasedPerson): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const [entity, own] of Map.groupBy(records, (record) => record.entity)) {
    const fields = write.index
      .entity(entity)
      .fields.filter(
        ({ name, type }) =>
          own[0]?.fields.includes(name) === true &&
          (type.kind === 'file' || type.kind === 'image' || type.kind === 'children'),
      );
    if (fields.length === 0) continue;
    const rows = await run<{ id: string }>(write.client, {
      text: `select f.id from nonet.file f where f.id::text in (
               select v #>> '{}' from (
                 select b.value::jsonb as whole from unnest($1::text[]) b (value)
                 union all
                 select w.whole from unnest($2::uuid[]) r (id) cross join lateral ${mergedWith(table(entity), 'r.id')} of_ (id) cross join lateral nonet.history_of(of_.id) e
                   cross join lateral (values (e.before), (e.after)) w (whole)
                 where e.entity = $4
               ) s cross join lateral jsonb_each(s.whole) j cross join lateral jsonb_path_query(j.value, 'strict $.**') v
               where j.key = any($3::text[]) and jsonb_typeof(v) = 'string')`,
      values: [own.map(({ before }) => before), own.map(({ id }) => id), fields.map(({ name }) => name), entity],
    });
    for (const { id } of rows) found.add(id);
  }
  return [...found];
}

/** Deletes uploads that no record holds any more: these, and what the person has uploaded for nothing yet. */
async function deleteFiles(write: Write, files: readonly string[]): Promise<void> {
  await run(write.client, {
    text: `delete from nonet.file f where (f.id = any($1::uuid[]) or f.uploaded_by = any($2::uuid[]))
           and not exists (select from (${attachedFiles(write.index.plan.entities)}) t where t.file = f.id)`,
    values: [files, write.erased.map(({ id }) => id)],
  });
}

/** Calls about these records: those that wait go, of the others it stays that they were made, without what they said. */
async function forgetCalls(write: Write, { records }: ErasedPerson): Promise<void> {
  const about = `exists (
    select from unnest($1::text[], $2::uuid[]) r (entity, record) where r.entity = c.entity and r.record = c.record)`;
  await emptyCalls(write, about, [records.map(({ entity }) => entity), records.map(({ id }) => id)]);
}

async function emptyCalls(write: Write, condition: string, values: readonly unknown[]): Promise<void> {
  await run(write.client, {
    text: `delete from nonet.outbound_call c where c.state = 'waiting' and ${condition}`,
    values,
  });
  await run(write.client, {
    text: `update nonet.call_attempt a set answer = null, problem = null from nonet.outbound_call c where a.call = c.id and ${condition}`,
    values,
  });
  await run(write.client, {
    text: `update nonet.outbound_call c set request = 'null', answer = null, problem = null where ${condition}`,
    values,
  });
}

/** Mails to the person whose words are still kept, whatever they are about. */
async function forgetMails(write: Write, { email }: ErasedPerson): Promise<void> {
  const theirs: string[] = [];
  for await (const { id } of keptMailsTo(write.client, write.index, email)) theirs.push(id);
  if (theirs.length > 0) await emptyCalls(write, 'c.id = any($1::uuid[])', [theirs]);
}

/** The tables of the product in which `user_id` is somebody's account. */
const OF_ACCOUNTS = [
  'credential',
  'session',
  'api_token',
  'password_link',
  'pending_sign_in',
  'second_factor',
  'recovery_code',
  'identity',
  'known_browser',
  'saved_view',
  'notice_way',
  'notice_digest',
  'personal_time_zone',
  'personal_region',
] as const;

async function forgetAccount(write: Write, { id, email }: ErasedPerson): Promise<void> {
  for (const name of OF_ACCOUNTS)
    await run(write.client, { text: `delete from nonet.${name} where user_id = $1`, values: [id] });
  await run(write.client, { text: 'delete from nonet.notice where recipient = $1', values: [id] });
  await run(write.client, {
    text: 'delete from nonet.received_mail where lower(sender) = lower($1)',
    values: [email],
  });
  await run(write.client, {
    text: 'delete from nonet.feed_refusal where lower(key) = lower($1)',
    values: [email],
  });
  await run(write.client, {
    text: 'delete from nonet.login_attempt where lower(email) = lower($2) or email = $1::text',
    values: [id, email],
  });
  await run(write.client, {
    text: `delete from nonet.idempotency where scope = $1::text or answer::text like '%' || $1::text || '%'`,
    values: [id],
  });
  // Columns that a former version of the document has beside the one in use (`nonet finish`).
  const former = await run<{ name: string }>(write.client, {
    text: `select attname as name from pg_attribute where attrelid = $1::regclass and attname like '\\_former\\_%' and not attisdropped`,
    values: [table(USER)],
  });
  if (former.length > 0)
    await run(write.client, {
      text: `update ${table(USER)} set ${former.map(({ name }) => `"${name}" = null`).join(', ')} where id = $1`,
      values: [id],
    });
}
