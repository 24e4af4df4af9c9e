import { type Ask, type Effect, type Event, message, ownFields, type Transition, openPart } from '@nonet/language';
import { isSealed } from '../../encryption/secret-fields.ts';
import { Refusal } from '../../refusal.ts';
import { column, quote, SYSTEM_COLUMNS, table } from '../../sql/identifiers.ts';
import type { Parameters } from '../../sql/parameters.ts';
import { type Asked, askedErrors, inputValues, nameOf, NOTHING_ASKED } from './asked.ts';
import { effectsAfter, readBefore } from './before-event.ts';
import { assignedValue, type EffectPlace, holds, placeSlots, runEffects } from './effects.ts';
import { propertiesRead, readsRecords } from '../reads.ts';
import { noteSet } from './copied.ts';
import { refuse, refuseFields, statusOf } from '../refuse.ts';
import { catalogueMessage } from '../validation/rules.ts';
import { nextPosition } from '../children.ts';
import { insertRecord, stamp, updateRecord } from '../save.ts';
import { touchNew } from '../touch.ts';
import { actorKey, perform, sendAhead, THIS, type Write } from '../write.ts';

export interface Subject {
  readonly entity: string;
  readonly id: string;
  readonly before: string | null;
  readonly state: string | null;
  /** Guards whose result is known from the lock: those of rows without inputs. */
  readonly guards?: ReadonlyMap<Transition, boolean>;
}

/** The row that an event takes, and the context of its effects. */
export interface ChosenRow {
  readonly row: Transition;
  readonly place: EffectPlace;
}

/**
 * Takes the first row whose guard holds, with the asked values written into the record. Refuses if asked values are
 * missing, or with the last row's error if no guard holds (4).
 */
export async function chooseRow(
  write: Write,
  subject: Subject,
  rows: readonly Transition[],
  asked: Asked,
): Promise<ChosenRow> {
  const several = rows.length > 1;
  let missing: Refusal | null = null;
  let last: Refusal | null = null;
  for (const row of rows) {
    if (row.open[0] !== undefined) throw refuse(write.index, 'NOT_SPECIFIED', { clause: row.open[0] });
    // Effects of this row have not been written yet; those of another row were taken back.
    const old = await readBefore(write, subject.entity, subject.id, row);
    const place = { ...placeOf(write, subject, row, asked), old };
    const errors = askedErrors(write, subject.entity, row, asked);
    const lacking = errors.length === 0 ? null : refuseFields(write.index, errors);
    if (lacking !== null && !several) throw lacking;
    const values = new Map(
      [...asked.fields].filter(([name]) => row.asks.some((ask) => ask.kind === 'field' && ask.field === name)),
    );
    const added = lacking === null ? row.asks.filter((ask) => ask.kind === 'child') : [];
    const tries = several && (values.size > 0 || added.length > 0);
    if (tries) await write.client.query('savepoint row');
    await updateRecord(write, subject.entity, subject.id, values);
    const children = [];
    for (const ask of added) children.push(...(await addChild(write, subject, ask, asked)));
    const key = `guard ${row.clause} ${subject.entity} ${actorKey(write)}`;
    const guarded = row.when === null || (subject.guards?.get(row) ?? (await holds(write, place, key, row.when)));
    if (guarded) {
      if (lacking !== null) throw lacking;
      if (tries) await write.client.query('release savepoint row');
      for (const { entity, id, path } of children)
        touchNew(write, entity, id, { cause: 'create', action: 'create', clause: row.clause, path });
      return { row, place };
    }
    // The guard's result may depend on the missing input.
    if (lacking !== null && readsAsked(row)) throw lacking;
    missing ??= lacking;
    last = await guardRefusal(write, subject, row, place);
    if (tries) await write.client.query('rollback to savepoint row');
  }
  throw missing ?? last ?? refuse(write.index, 'INVALID_TRANSITION');
}

/** `asks lines + (…)`: the child exists when the guard is judged; it is noted once its row is taken. */
async function addChild(
  write: Write,
  { id }: Subject,
  ask: Extract<Ask, { kind: 'child' }>,
  asked: Asked,
): Promise<{ entity: string; id: string; path: string }[]> {
  const values = asked.children.get(ask.field);
  if (values === undefined) return [];
  const position = await nextPosition(write, ask.entity, id);
  const child = await insertRecord(write, ask.entity, { values, parent: { id, position } });
  return [{ entity: ask.entity, id: child, path: `${ask.field}.` }];
}

function placeOf(write: Write, subject: Subject, row: Transition, asked: Asked): EffectPlace {
  return {
    entity: subject.entity,
    id: subject.id,
    clause: row.clause,
    values: { input: inputValues(write, row, asked) },
    ...(asked === NOTHING_ASKED ? {} : { asked: new Set(row.asks.map(nameOf)) }),
  };
}

function readsAsked(row: Transition): boolean {
  if (row.when === null) return false;
  const stored = new Set(ownFields(row.when));
  const inputs = propertiesRead(row.when, 'input');
  return row.asks.some((ask) => (ask.kind === 'input' ? inputs.has(ask.name) : stored.has(ask.field)));
}

/** The refusal of a row whose guard doesn't hold: that of the first condition of all events that is broken, else its own. */
async function guardRefusal(write: Write, subject: Subject, row: Transition, place: EffectPlace): Promise<Refusal> {
  for (const condition of row.conditions ?? []) {
    const key = `condition ${condition.clause} ${row.clause} ${subject.entity} ${actorKey(write)}`;
    if (!(await holds(write, place, key, condition.when))) return refusalBy(write, subject, condition);
  }
  return refusalBy(write, subject, row);
}

/** The refusal that a row, or a condition of all events, states. */
export async function refusalBy(
  write: Write,
  subject: Pick<Subject, 'entity' | 'id'>,
  { error, clause }: Pick<Transition, 'error' | 'clause'>,
): Promise<Refusal> {
  if (error === null) return refuse(write.index, 'INVALID_TRANSITION', { clause, words: message('fails') });
  const words = await catalogueMessage(write, error, subject, null);
  return new Refusal({ code: error, status: statusOf(write.index, error), words, clause });
}

/** Changes the state, then runs the effects (4). `between`: what is done before the first effect. */
export async function carryOut(
  write: Write,
  subject: Subject,
  row: Transition,
  place: EffectPlace,
  between?: () => Promise<void>,
): Promise<void> {
  const effects = effectsAfter(row);
  const first =
    between === undefined
      ? blindSets(effects, [write.index.stateField(subject.entity), ...sealedFields(write, subject.entity)])
      : [];
  noteSet(write, place, first);
  const moved = move(write, subject, row, place, first);
  const rest = effects.slice(first.length);
  if (rest.length === 0 && between === undefined) return sendAhead(write, moved);
  await moved;
  await between?.();
  await runEffects(write, place, rest);
}

/** Changes the state as a row says, without its effects. */
export async function enterState(write: Write, subject: Subject, row: Transition): Promise<void> {
  await move(write, subject, row, placeOf(write, subject, row, NOTHING_ASKED), []);
}

function move(
  write: Write,
  subject: Subject,
  row: Transition,
  place: EffectPlace,
  first: readonly SetEffect[],
): Promise<unknown> {
  return perform(
    write,
    `move ${row.clause} ${row.to} ${subject.entity} ${actorKey(write)} ${first.length}`,
    (parameters) => {
      const news = moveColumns(write, parameters, THIS, row, place, first);
      const sets = [stamp(parameters), ...[...news].map(([name, sql]) => `${quote(name)} = ${sql}`)];
      return `update ${table(subject.entity)} ${THIS} set ${sets.join(', ')} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`;
    },
    { ...placeSlots(place), to: row.to },
  );
}

/** The columns that a row sets of the record that it starts from: the state, since when, and these effects. */
export function moveColumns(
  write: Pick<Write, 'index' | 'actor'>,
  parameters: Parameters,
  from: string,
  row: Transition,
  place: EffectPlace,
  effects: readonly SetEffect[],
): ReadonlyMap<string, string> {
  const columns = new Map<string, string>();
  const stateField = write.index.stateField(place.entity);
  if (stateField !== null && row.to !== 'same') {
    const to = parameters.slot('to', 'text');
    columns.set(stateField, to);
    // The time in a state begins when it is entered from another one.
    columns.set(
      SYSTEM_COLUMNS.enteredAt,
      `case when ${column(from, stateField)} is distinct from ${to} then ${parameters.slot('now', 'timestamptz')} else ${column(from, SYSTEM_COLUMNS.enteredAt)} end`,
    );
  }
  for (const effect of effects) columns.set(effect.field, assignedValue(write, parameters, place, effect));
  return columns;
}

type SetEffect = Extract<Effect, { kind: 'set' }>;

/**
 * The first effects as far as they set fields of the record itself to what no record decides: the move takes them
 * along.
 */
export function blindSets(effects: readonly Effect[], apart: readonly (string | null)[]): readonly SetEffect[] {
  const fields = new Set<string | null>(apart);
  const sets: SetEffect[] = [];
  for (const effect of effects) {
    if (effect.kind !== 'set' || effect.path.length > 0 || effect.condition !== null) break;
    // A list is changed as it is when its effect begins.
    if (effect.change !== undefined) break;
    if (fields.has(effect.field) || readsRecords(effect.value)) break;
    fields.add(effect.field);
    sets.push(effect);
  }
  return sets;
}

/** Secrets are encrypted before they are stored: no statement computes them beside other values. */
function sealedFields({ index }: Pick<Write, 'index'>, entity: string): readonly string[] {
  return index.entity(entity).fields.flatMap((field) => (isSealed(index, field) ? [field.name] : []));
}

/** Rows that start from a state, or from none if the entity has none. */
export function rowsFrom(event: Event, rows: readonly Transition[], state: string | null): readonly Transition[] {
  return rows.filter(
    (row) =>
      event.transitions.includes(row) &&
      row.from !== 'new' &&
      // If the start is a gap, the row is in reach from every state, so that it can be refused as a gap.
      (row.from === null || openPart(row, 'from') !== null || (state !== null && row.from.includes(state))),
  );
}
