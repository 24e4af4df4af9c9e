import { type Field, type Message, message } from '@nonet/language';
import type { FieldError } from '../refusal.ts';
import { USER } from '../session/user.ts';
import { compileCondition } from '../sql/expression.ts';
import { column, columnType, type StoredField, storedFields } from '../sql/identifiers.ts';
import { fieldPredicate } from '../sql/permissions.ts';
import { grantsOf, type Locked, lockFor, ownEntityFor, refuseUnauthenticated } from './authorize.ts';
import { mayBeGiven, type RecordValues, unsettable } from './body.ts';
import { cellsFor, thisRecord } from './cells.ts';
import { judgeDraft } from './judge-draft.ts';
import { judgeResult } from './judge-result.ts';
import { moveChildren, moveReferences, moveTraces, noteMerged, removeMerged } from './merge-moves.ts';
import { keepUnseen } from './references.ts';
import { refuse, refuseInvalid } from './refuse.ts';
import { stampRecord, updateRecord } from './save.ts';
import { settableFor } from './settable.ts';
import { note } from './touch.ts';
import { refuseForbiddenFields } from './update.ts';
import { readId } from './values/identifier.ts';
import type { StoredValue } from './values/reading.ts';
import { authorityKey, clauseContext, fromThis, perform, sendAhead, THIS, type Write } from './write.ts';
import { NOTHING, performSteps } from './write-steps/operation.ts';

/** The records of a merge as their requester knows them: compared under the lock (`STALE`). */
export interface MergeVersions {
  readonly stays: (id: string) => Promise<void>;
  readonly goes: (id: string, tag: string | null) => Promise<void>;
}

interface Merge {
  /** The id of the record that goes. */
  readonly from: string;
  /** Its entity tag; null: any version will do. */
  readonly tag: string | null;
  /** The fields of which the record that stays takes the values of the other one. */
  readonly take: readonly string[];
}

const NO_VALUES: RecordValues = { values: new Map(), children: new Map() };

/**
 * Merges two records (6, `merge`): one goes, and all that refers to it refers to the one that stays, which takes the
 * values of some of its fields. Both are judged by their cells of `merge`, the values that are taken as an update that
 * names them; what refers to the record, and the rules, are judged as they are afterwards. It is done as a whole, or refused.
 */
export async function mergeRecord(
  write: Write,
  name: string,
  id: string,
  body: unknown,
  versions: MergeVersions,
): Promise<void> {
  const clause = `6.${name}.merge`;
  let stays: Locked | null = null;
  let goes: Locked | null = null;
  let merge: Merge = { from: '', tag: null, take: [] };
  let values = NO_VALUES;
  let differs = false;
  const cells = () => cellsFor(write, name, 'update', merge.take);
  await performSteps({
    admission: async () => {
      ownEntityFor(write, name);
      if (name === USER) throw refuse(write.index, 'NOT_FOUND');
      refuseUnauthenticated(write, grantsOf(write, name, 'merge'));
    },
    lock: async () => {
      stays = await lockFor(write, name, id, 'merge');
    },
    body: async () => {
      const errors: FieldError[] = [];
      merge = readMerge(write, name, id, body, errors);
      if (errors.length > 0) throw refuseInvalid(write.index, errors);
      goes = await lockFor(write, name, merge.from, 'merge');
      if (merge.take.length === 0) return;
      const before = await lockFor(write, name, id, 'update');
      values = { values: await takenValues(write, name, merge, errors), children: new Map() };
      refuseForbiddenFields(write, name, values, before, errors);
      if (errors.length > 0) throw refuseInvalid(write.index, errors);
    },
    references: NOTHING,
    version: async () => {
      await versions.stays(id);
      await versions.goes(merge.from, merge.tag);
      values = { ...values, values: await keepUnseen(write, name, known(stays).before, values.values) };
    },
    guard: async () => {
      await refuseHeld(write, name, merge.from);
      if (merge.take.length > 0) await judgeDraft(write, name, id, values.values, [cells()]);
    },
    save: async () => {
      const moved = { entity: name, stays: id, goes: merge.from, clause };
      noteMerged(write, moved, known(goes).before);
      note(write, name, id, known(stays).before, { cause: 'update', action: 'merge', clause, path: '' });
      await moveChildren(write, moved);
      await moveReferences(write, moved);
      await removeMerged(write, moved);
      await moveTraces(write, moved);
      differs = await updateRecord(write, name, id, values.values);
      if (!differs) await stampRecord(write, name, id);
    },
    permission: async () => {
      if (differs) sendAhead(write, judgeResult(write, name, id, cells()));
    },
  });
}

function known(locked: Locked | null): Locked {
  if (locked === null) throw new Error('A record is locked before it is merged.');
  return locked;
}

/** Reads `{"from": {"id": …, "if_match": …}, "take": ["email"]}`; adds all its faults to `errors`. */
function readMerge(write: Write, name: string, id: string, body: unknown, errors: FieldError[]): Merge {
  const { clause } = write.index.entity(name);
  const wrong = (field: string, words: Message): void => {
    errors.push({ field, code: 'INVALID', message: words, clause });
  };
  const { from, take = [], ...others } = isObject(body) ? body : {};
  for (const key of Object.keys(others)) wrong(key, message('unknownKey', { key }));
  const { id: given, if_match: tag = null, ...more } = isObject(from) ? from : {};
  for (const key of Object.keys(more)) wrong(`from.${key}`, message('unknownKey', { key }));
  const goes = readId(given);
  if (goes === null) wrong('from.id', message('bulkId'));
  else if (goes === id) wrong('from.id', message('mergeOther'));
  if (tag !== null && typeof tag !== 'string') wrong('from.if_match', message('bulkTag'));
  const names = Array.isArray(take) && take.every((each) => typeof each === 'string') ? take : null;
  if (names === null) wrong('take', message('mergeTake'));
  return {
    from: goes ?? '',
    tag: typeof tag === 'string' ? tag : null,
    take: [...new Set<string>(names ?? [])],
  };
}

/**
 * The values of the record that goes in the fields that are taken. Each is taken as it is, what its requester may not read
 * in it included; a field that they may not read there, or that nobody sets, is an error.
 */
async function takenValues(
  write: Write,
  name: string,
  { from, take }: Merge,
  errors: FieldError[],
): Promise<ReadonlyMap<string, StoredValue>> {
  const settable = settableFor(write);
  const fields = take.flatMap((key): StoredField[] => {
    const field = write.index.findField(name, key);
    const verdict = field === null ? 'unknown' : settable(name, field, false);
    const stored = storedFields(write.index.entity(name)).find((each) => each.name === key);
    if (typeof verdict === 'object') throw refuse(write.index, 'NOT_SPECIFIED', { clause: verdict.gap });
    if (field !== null && mayBeGiven(verdict) && stored !== undefined && field.type.kind !== 'secret') return [stored];
    const reader = { index: write.index, settable, errors };
    errors.push(unsettable(reader, name, key, verdict === 'unknown' ? null : field, false, 'take.'));
    return [];
  });
  if (fields.length === 0) return new Map();
  const [row] = await perform<Record<string, StoredValue>>(
    write,
    `taken ${name} ${fields.map((field) => field.name).join(',')} ${write.system ? 'system' : authorityKey(write)}`,
    (parameters) => {
      const context = clauseContext(write, parameters, name);
      const columns = fields.flatMap((field, place) => {
        const value = column(THIS, field.name);
        const readable = write.system
          ? 'true'
          : fieldPredicate(context, write.authority, field.name, 'read', thisRecord(name));
        return [
          `${value}::${columnType(field.type, write.index.plan.settings).endsWith('[]') ? 'text[]' : 'text'} as value_${place}`,
          `${readable} as readable_${place}`,
        ];
      });
      return `select ${columns.join(', ')} ${fromThis(name)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`;
    },
    { id: from },
  );
  return new Map(
    fields.flatMap((field, place): [string, StoredValue][] => {
      if (row?.[`readable_${place}`] !== true) {
        errors.push(notReadable(field));
        return [];
      }
      return [[field.name, row[`value_${place}`] ?? null]];
    }),
  );
}

function notReadable(field: Field): FieldError {
  const words = message('mayNotSet', { label: field.label });
  return { field: `take.${field.name}`, code: 'FORBIDDEN', message: words, clause: field.clause };
}

/** A record that something holds as it is (3, `kept while`) does not go. */
async function refuseHeld(write: Write, name: string, id: string): Promise<void> {
  const { keptWhile: hold, label } = write.index.entity(name);
  if (hold === null || hold === undefined) return;
  const { clause, condition } = hold;
  if (condition === null) throw refuse(write.index, 'NOT_SPECIFIED', { clause });
  const [held] = await perform(
    write,
    `held from merge ${name}`,
    (parameters) =>
      `select ${fromThis(name)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')} and ${compileCondition(condition, clauseContext(write, parameters, name))}`,
    { id },
  );
  if (held !== undefined) throw refuse(write.index, 'IN_USE', { clause, words: message('heldFromMerge', { label }) });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
