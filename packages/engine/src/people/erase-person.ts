import { type ErasedField, type ErasedRecords, erasedRecords, message } from '@nonet/language';
import type { ErasedRecord } from './erased-person.ts';
import type { PlanIndex } from '../plan-index.ts';
import { grantsOf, lockFor, ownEntityFor, refuseUnauthenticated } from '../run/authorize.ts';
import { asSystem, clauseContext, fromThis, perform, snapshot, THIS, type Write } from '../run/write.ts';
import { saveChildren } from '../run/children.ts';
import { refuse } from '../run/refuse.ts';
import { stamp } from '../run/save.ts';
import { type Change, note } from '../run/touch.ts';
import { type BeforeChange, NOTHING, performSteps } from '../run/write-steps/operation.ts';
import { USER } from '../session/user.ts';
import { compileCondition } from '../sql/expression.ts';
import { column, columnOf, quote, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import { compileKept } from '../sql/kept.ts';
import type { Parameters } from '../sql/parameters.ts';

/**
 * Erases a person (3, `erased`; 6, `erase`): ends their account for good, and empties or replaces what the document
 * states as erased, in their own record and in those about them. Their records stay, and with them all that refers to
 * them. What is left of the values elsewhere goes at the end of the transaction (`eraseTraces`).
 */
export async function eraseRecord(write: Write, name: string, id: string, beforeChange: BeforeChange): Promise<void> {
  await performSteps({
    admission: async () => {
      ownEntityFor(write, name);
      if (name !== USER || !erasesPeople(write.index)) throw refuse(write.index, 'NOT_FOUND');
      refuseUnauthenticated(write, grantsOf(write, name, 'erase'));
    },
    lock: async () => {
      await lockFor(write, name, id, 'erase');
    },
    body: NOTHING,
    references: NOTHING,
    version: () => beforeChange(id),
    guard: () => refuseHeld(write, id),
    save: async () => {
      await erasePerson(write, id, `6.${USER}.erase`);
    },
    permission: NOTHING,
  });
}

/** Whether the document states something that goes when a person is erased. */
export function erasesPeople(index: PlanIndex): boolean {
  return erasedRecords(index.plan.entities).length > 0;
}

/**
 * Refuses while something holds the person's record, or one about them, as it is (3, `kept while`): a person is erased
 * as a whole, or not yet.
 */
export async function refuseHeld(write: Write, person: string): Promise<void> {
  for (const { entity, by } of erasedRecords(write.index.plan.entities)) {
    const hold = entity.keptWhile ?? null;
    if (hold === null) continue;
    const { condition } = hold;
    const [held] = await perform(
      write,
      `held ${entity.name} ${by ?? ''}`,
      (parameters) => {
        const holds =
          condition === null ? 'true' : compileCondition(condition, clauseContext(write, parameters, entity.name));
        return `select ${fromThis(entity.name)} where ${isAbout(by, parameters)} and ${holds} limit 1`;
      },
      { person },
    );
    if (held === undefined) continue;
    if (condition === null) throw refuse(write.index, 'NOT_SPECIFIED', { clause: hold.clause });
    const words = message('heldFromErasure', { label: entity.label });
    throw refuse(write.index, 'IN_USE', { clause: hold.clause, words });
  }
}

/** Erases a person with the product's authority. `clause`: the one that lets somebody do so. */
export async function erasePerson(write: Write, id: string, clause: string): Promise<void> {
  const change: Change = { cause: 'update', action: 'erase', clause };
  const records: ErasedRecord[] = [];
  let email = '';
  for (const erased of erasedRecords(write.index.plan.entities)) {
    const found = await lockAbout(write, erased, id);
    for (const { id: record, before } of found) {
      note(write, erased.entity.name, record, before, { ...change, path: erased.by === null ? '' : null });
      records.push({ entity: erased.entity.name, id: record, before, fields: namesOf(erased) });
    }
    email = found[0]?.email ?? email;
    await replaceValues(write, erased, id);
    for (const { id: record } of found) await emptyLists(write, erased, record, clause);
  }
  write.erased.push({ id, email, clause, records });
}

/** The fields of which no value stays, those of the account among them. */
function namesOf({ by, fields }: ErasedRecords): readonly string[] {
  return [...(by === null ? ['email'] : []), ...fields.map(({ name }) => name)];
}

/** Locks the records about a person, those that are softly deleted among them. */
function lockAbout(
  write: Write,
  { entity, by }: ErasedRecords,
  person: string,
): Promise<{ readonly id: string; readonly before: string; readonly email: string | null }[]> {
  return perform(
    write,
    `to erase ${entity.name} ${by ?? ''}`,
    (parameters) =>
      `select ${column(THIS, 'id')} as id, ${snapshot(write.index, entity.name, THIS)}::text as before,
         ${by === null ? `${THIS}."email"` : 'null'} as email ${fromThis(entity.name)}
       where ${isAbout(by, parameters)} order by 1 for update of ${THIS}`,
    { person },
  );
}

function isAbout(by: string | null, parameters: Parameters): string {
  return `${THIS}.${quote(by ?? SYSTEM_COLUMNS.id)} = ${parameters.slot('person', 'uuid')}`;
}

async function replaceValues(write: Write, { entity, by, fields }: ErasedRecords, person: string): Promise<void> {
  const stored = fields.filter(({ type }) => type.kind !== 'children');
  if (stored.length === 0 && by !== null) return;
  await perform(
    write,
    `erase ${entity.name} ${by ?? ''}`,
    (parameters) => {
      const values = stored.map(
        (field) => `${quote(columnOf(field))} = ${valueFor(write, parameters, entity.name, field)}`,
      );
      const account = by === null ? ACCOUNT_ENDS : [];
      return `update ${table(entity.name)} ${THIS} set ${[...account, ...values, stamp(parameters)].join(', ')} where ${isAbout(by, parameters)}`;
    },
    { person },
  );
}

/** The address is that of `erasedAddress`. */
const ACCOUNT_ENDS = [`"email" = ${THIS}."id" || '@erased.invalid'`, `"disabled" = true`, `"roles" = '{}'`];

function valueFor(write: Write, parameters: Parameters, entity: string, field: ErasedField): string {
  const { to } = field.erased;
  if (to !== null) return compileKept(to, entity, field, clauseContext(write, parameters, entity));
  return field.type.kind === 'many' ? `'{}'` : 'null';
}

async function emptyLists(write: Write, { entity, fields }: ErasedRecords, id: string, clause: string): Promise<void> {
  const lists = fields.filter(({ type }) => type.kind === 'children');
  if (lists.length === 0) return;
  const children = new Map(lists.map(({ name }) => [name, []] as const));
  await saveChildren(asSystem(write), entity.name, id, { values: new Map(), children }, clause);
}
