import type { Entity, Field } from '@nonet/language';
import type { View } from '../reference/evaluate.ts';
import { refusedExport } from '../reference/export.ts';
import { couldRead, mayDo, mayReadField, type Actor } from '../reference/permissions.ts';
import { plain } from '../reference/plain.ts';
import { project, valueFor } from '../reference/project.ts';
import { hidden, type Refused, refuse } from '../reference/refusal.ts';
import type { Answer } from '../run/case.ts';
import { askedOfList } from './asked-of-list.ts';
import { cellsFor, fieldCellsFor, unlikeActors } from './cells.ts';
import { nameOf } from './name.ts';
import { operatorsFor, same, SEARCHED } from './operators.ts';
import { compareGiven, isSortable, sortedPage } from './order.ts';
import { collection, Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

const UNFILTERED = new Set(['children', 'many', 'all', 'json', 'roles', 'open', 'secret', 'file', 'image', 'datetime']);
/** More than one page holds. */
const MOST_LISTED = 95;

/** The list of an entity as everybody gets it: whole, counted, filtered, sorted, searched, expanded and exported. */
export function* deriveLists(stage: Stage, entity: Entity): Cases {
  const records = stage.world.living(entity.name).map(({ id }) => stage.world.view(id) as View);
  if (records.length > Math.min(MOST_LISTED, stage.plan.settings.maximumPageSize)) return;
  for (const actor of unlikeActors(stage, entity.name)) {
    const readable = records.filter((record) => mayDo(actor, 'read', record));
    const clauses = new Set([entity.clause]);
    for (const record of records)
      for (const clause of [
        ...cellsFor(stage, stage.world, actor, entity.name, 'read', record),
        ...fieldCellsFor(stage, stage.world, actor, entity.name, 'read', record),
      ])
        clauses.add(clause);
    if (records.length === 0)
      for (const clause of cellsFor(stage, stage.world, actor, entity.name, 'read', null)) clauses.add(clause);
    const scene = new Scene(stage);
    const door = new ListDoor(scene, entity, actor, [...clauses]);
    const refusedAll = refusedList(stage, entity, actor);
    if (refusedAll !== null) door.ask(`?limit=${stage.mostListed}`, refusedAll);
    else {
      door.whole(readable);
      for (const field of entity.fields) {
        door.field(field, records, readable);
        door.through(field, readable);
      }
      door.search(records, readable);
      door.expanded(readable);
      for (const { query, answer, clauses: shown } of askedOfList(stage, entity, actor, readable)) {
        door.ask(`?limit=${stage.mostListed}${query}`, answer, {}, [...clauses, ...shown]);
        for (const clause of shown) door.shown.add(clause);
      }
    }
    door.exported(records);
    const name = nameOf(stage, actor);
    yield scene.done(`The list of ${entity.name} as ${name} gets it`, [...clauses, ...door.shown]);
  }
}

function refusedList(stage: Stage, entity: Entity, actor: Actor): Refused | null {
  if (actor !== null) return null;
  const refused = hidden(stage.lookup, actor, entity.name);
  return refused.code === 'UNAUTHENTICATED' ? refused : null;
}

class ListDoor {
  readonly scene: Scene;
  readonly entity: Entity;
  readonly actor: Actor;
  readonly clauses: readonly string[];
  /** Clauses that were shown besides. */
  readonly shown = new Set<string>();

  constructor(scene: Scene, entity: Entity, actor: Actor, clauses: readonly string[]) {
    this.scene = scene;
    this.entity = entity;
    this.actor = actor;
    this.clauses = clauses;
  }

  get #most(): number {
    return this.scene.stage.mostListed;
  }

  ask(query: string, answer: Answer | Refused, headers = {}, clauses = this.clauses): void {
    this.scene.look(this.actor, `${collection(this.scene.stage, this.entity.name)}${query}`, answer, clauses, headers);
  }

  whole(readable: readonly View[]): void {
    const records = readable.map((record) => project(this.actor, record));
    const ids = readable.map(({ id }) => id);
    this.ask(`?limit=${this.#most}&count=exact`, this.#page(ids, { records, count: ids.length }));
  }

  /** Filtered by the values of a field, those that this reader may not see too, and sorted by it. */
  field(field: Field, records: readonly View[], readable: readonly View[]): void {
    const { world } = this.scene;
    const { name } = field;
    if (name === 'id' || field.type.kind === 'open' || field.type.kind === 'all') return;
    const known = couldRead(world, this.actor, this.entity.name, name);
    const clauses = [...this.clauses, field.clause];
    this.shown.add(field.clause);
    const unknown = refuse(this.scene.stage.lookup, 'INVALID');
    const valueOf = (record: View) =>
      mayReadField(this.actor, record, name) ? valueFor(this.actor, record, field) : null;
    if (isSortable(field)) {
      const sorted = known ? sortedPage(this.entity.name, readable, field, valueOf) : unknown;
      this.ask(`?limit=${this.#most}&fields=id&order=${name}`, sorted, {}, clauses);
    }
    if (UNFILTERED.has(field.type.kind)) return;
    const values = [...new Set(records.map((record) => valueOf(record) ?? rawOf(record, field)))].filter(
      (value) => value !== null,
    );
    for (const value of values.slice(0, 2)) {
      const ids = readable.filter((record) => same(valueOf(record), value)).map(({ id }) => id);
      const answer = this.#page(ids, { count: ids.length });
      const query = `?limit=${this.#most}&fields=id&count=exact&${RESERVED.has(name) ? 'f.' : ''}${name}=${asQuery(value)}`;
      this.ask(query, known ? answer : unknown, {}, clauses);
    }
    this.#compared(field, values, readable, valueOf, known, clauses);
    const empty = readable.filter((record) => valueOf(record) === null).map(({ id }) => id);
    const query = `?limit=${this.#most}&fields=id&${RESERVED.has(name) ? 'f.' : ''}${name}.null=true`;
    this.ask(query, known ? this.#page(empty) : unknown, {}, clauses);
  }

  /** Filtered by an operator, another one for each field and reader: what may not be read is compared as null. */
  #compared(
    field: Field,
    values: readonly unknown[],
    readable: readonly View[],
    valueOf: (record: View) => unknown,
    known: boolean,
    clauses: readonly string[],
  ): void {
    const operators = operatorsFor(field);
    const { name } = field;
    // The one in the middle has others on both sides.
    const value = values.toSorted((a, b) => compareGiven(a, b))[Math.floor(values.length / 2)];
    if (value === undefined) return;
    for (const operator of [0, 1].map((place) => operators[(this.scene.stage.serial() + place) % operators.length])) {
      // A comma stands between several values.
      if (operator === undefined || (operator.name === 'in' && plain(value).includes(','))) continue;
      const ids = readable.filter((record) => operator.holds(valueOf(record), value)).map(({ id }) => id);
      const key = `${RESERVED.has(name) ? 'f.' : ''}${name}.${operator.name}`;
      const query = `?limit=${this.#most}&fields=id&${key}=${operator.name === 'null' ? 'false' : asQuery(value)}`;
      this.ask(query, known ? this.#page(ids) : refuse(this.scene.stage.lookup, 'INVALID'), {}, clauses);
    }
  }

  /** Filtered and sorted by what a reference leads to. */
  through(field: Field, readable: readonly View[]): void {
    const { world, stage } = this.scene;
    if (field.type.kind !== 'reference') return;
    const target = field.type.entity;
    const inner = stage.lookup
      .entity(target)
      .fields.filter(({ type }) => type.kind === 'text' || type.kind === 'integer' || type.kind === 'money');
    const chosen = inner[stage.serial() % Math.max(1, inner.length)];
    if (chosen === undefined || RESERVED.has(field.name)) return;
    const known =
      couldRead(world, this.actor, this.entity.name, field.name) && couldRead(world, this.actor, target, chosen.name);
    const valueOf = (record: View) => {
      const id = mayReadField(this.actor, record, field.name) ? valueFor(this.actor, record, field) : null;
      const view = typeof id === 'string' ? world.view(id) : null;
      return view !== null && mayReadField(this.actor, view, chosen.name) ? valueFor(this.actor, view, chosen) : null;
    };
    const raw = readable.map((record) => record[field.name] as View | null).find((view) => view !== null);
    const value = raw === undefined || raw === null ? null : (raw[chosen.name] ?? null);
    const path = `${field.name}.${chosen.name}`;
    const clauses = [...this.clauses, field.clause];
    const unknown = refuse(stage.lookup, 'INVALID');
    const sorted = sortedPage(this.entity.name, readable, chosen, valueOf, true);
    this.ask(`?limit=${this.#most}&fields=id&order=-${path}`, known ? sorted : unknown, {}, clauses);
    if (value === null) return;
    const ids = readable.filter((record) => same(valueOf(record), value)).map(({ id }) => id);
    const query = `?limit=${this.#most}&fields=id&${path}=${asQuery(value)}`;
    this.ask(query, known ? this.#page(ids) : unknown, {}, clauses);
  }

  search(records: readonly View[], readable: readonly View[]): void {
    const fields = this.entity.fields.filter(({ type }) => SEARCHED.has(type.kind));
    const texts = fields.flatMap((field) =>
      records.slice(0, 40).map((record) => ({ field, text: rawOf(record, field) })),
    );
    const seen = new Set<string>();
    for (const { field, text } of texts) {
      if (typeof text !== 'string' || !/^[\w-]{4,}$/.test(text) || seen.has(field.name)) continue;
      seen.add(field.name);
      const holds = (record: View) =>
        fields.some(
          ({ name }) =>
            mayReadField(this.actor, record, name) &&
            plain(record[name] ?? '')
              .toLowerCase()
              .includes(text.toLowerCase()),
        );
      const all = readable.filter(holds).map(({ id }) => id);
      const found: Answer = { kind: 'page', entity: this.entity.name, ids: all };
      const { world, stage } = this.scene;
      // Who can never read a record can't name its `id` either.
      const known = couldRead(world, this.actor, this.entity.name, 'created_at');
      const query = `?limit=${this.#most}&fields=id&q=${encodeURIComponent(text)}`;
      this.ask(query, known ? found : refuse(stage.lookup, 'INVALID'));
    }
  }

  /** Each reference as the record behind it, as this reader may read it. */
  expanded(readable: readonly View[]): void {
    const { world } = this.scene;
    const references = this.entity.fields.filter(
      ({ type, name }) => type.kind === 'reference' && couldRead(world, this.actor, this.entity.name, name),
    );
    if (references.length === 0 || readable.length === 0) return;
    const records = readable.map((record) => {
      const projected: Record<string, unknown> = { ...project(this.actor, record) };
      for (const { name } of references) {
        const target = projected[name];
        if (typeof target !== 'string') continue;
        const view = world.view(target);
        projected[name] = view === null ? null : project(this.actor, view);
      }
      return projected;
    });
    const names = references.map(({ name }) => name).join(',');
    this.ask(
      `?limit=${this.#most}&expand=${names}`,
      this.#page(
        readable.map(({ id }) => id),
        { records },
      ),
    );
  }

  exported(records: readonly View[]): void {
    const { stage, world } = this.scene;
    if (this.entity.owner !== null) return;
    const clauses = new Set([this.entity.clause]);
    for (const record of records)
      for (const clause of cellsFor(stage, world, this.actor, this.entity.name, 'export', record)) clauses.add(clause);
    const readable = records.filter(
      (record) => mayDo(this.actor, 'read', record) && mayDo(this.actor, 'export', record),
    );
    const refused = refusedExport(world, this.actor, this.entity.name);
    const answer: Answer | Refused = refused ?? { kind: 'csv', header: ['id'], rows: readable.length };
    this.ask('?fields=id', answer, { accept: 'text/csv' }, [...clauses]);
    for (const clause of clauses) this.shown.add(clause);
  }

  #page(ids: readonly string[], more: Partial<Extract<Answer, { kind: 'page' }>> = {}): Answer {
    return { kind: 'page', entity: this.entity.name, ids, ...more };
  }
}

const RESERVED = new Set(['q', 'order', 'fields', 'expand', 'limit', 'cursor', 'count', 'screen', 'for', 'can']);

function rawOf(record: View, field: Field): unknown {
  const value = record[field.name];
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : (value ?? null);
}

function asQuery(value: unknown): string {
  const text = String(value);
  // A symbolic id is put in when it is asked.
  return text.startsWith('@') && !text.includes('.') ? text : encodeURIComponent(text);
}
