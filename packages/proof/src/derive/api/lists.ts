import {
  type Entity,
  type Field,
  hasTerms,
  isSortable,
  searchTerms,
  occurrencesOf,
  readRecurrence,
} from '@nonet/language';
import { couldRead } from '../../reference/could.ts';
import { type View, viewIn, asView } from '../../reference/evaluate.ts';
import { refusedExport } from '../../reference/export.ts';
import { mayDo, mayReadField, type Actor } from '../../reference/permissions.ts';
import { plain } from '../../reference/plain.ts';
import { project, valueFor } from '../../reference/project.ts';
import { hidden, type Refused, refuse } from '../../reference/refusal.ts';
import type { Answer } from '../../run/case.ts';
import { askedOfList } from './asked-of-list.ts';
import { cellsFor, fieldCellsFor, unlikeActors } from '../roles/cells.ts';
import { nameOf } from '../name.ts';
import { findEverywhere } from './everywhere.ts';
import { operatorsFor, same, SEARCHED } from './operators.ts';
import { searchesFor } from './searches-for.ts';
import { compareGiven, sortedPage } from './order.ts';
import { collection, CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

const UNFILTERED = new Set(['children', 'many', 'all', 'json', 'roles', 'open', 'secret', 'file', 'image', 'datetime']);
/** More records than one page holds. */
const MOST_LISTED = 95;

/** The list of an entity as everybody gets it: whole, counted, filtered, sorted, searched, expanded and exported. */
export function* deriveLists(context: DerivationContext, entity: Entity): Cases {
  for (const actor of unlikeActors(context, entity.name)) {
    // A record may have been made between two cases, so that each asks anew what is there.
    const records = context.world.living(entity.name).map(({ id }) => viewIn(context.world, id));
    if (records.length > Math.min(MOST_LISTED, context.plan.settings.maximumPageSize)) return;
    const readable = records.filter((record) => mayDo(actor, 'read', record));
    const clauses = new Set([entity.clause]);
    for (const record of records)
      for (const clause of [
        ...cellsFor(context, context.world, actor, entity.name, 'read', record),
        ...fieldCellsFor(context, context.world, actor, entity.name, 'read', record),
      ])
        clauses.add(clause);
    if (records.length === 0)
      for (const clause of cellsFor(context, context.world, actor, entity.name, 'read', null)) clauses.add(clause);
    const builder = new CaseBuilder(context);
    const requests = new ListRequests(builder, entity, actor, [...clauses]);
    const refusedAll = refusedList(context, entity, actor);
    if (refusedAll !== null) requests.ask(`?limit=${context.mostListed}`, refusedAll);
    else {
      requests.whole(readable);
      for (const field of entity.fields) {
        requests.field(field, records, readable);
        requests.through(field, readable);
      }
      requests.search(records, readable);
      findEverywhere(builder, entity, actor, requests.clauses);
      requests.expanded(readable);
      for (const { query, answer, clauses: shown } of askedOfList(context, entity, actor, readable)) {
        requests.ask(`?limit=${context.mostListed}${query}`, answer, {}, [...clauses, ...shown]);
        for (const clause of shown) requests.shown.add(clause);
      }
    }
    requests.exported(records);
    const name = nameOf(context, actor);
    yield builder.done(`The list of ${entity.name} as ${name} gets it`, [...clauses, ...requests.shown]);
  }
}

function refusedList(context: DerivationContext, entity: Entity, actor: Actor): Refused | null {
  if (actor !== null) return null;
  const refused = hidden(context.lookup, actor, entity.name);
  return refused.code === 'UNAUTHENTICATED' ? refused : null;
}

class ListRequests {
  readonly builder: CaseBuilder;
  readonly entity: Entity;
  readonly actor: Actor;
  readonly clauses: readonly string[];
  /** Clauses that these cases show in addition. */
  readonly shown = new Set<string>();

  constructor(builder: CaseBuilder, entity: Entity, actor: Actor, clauses: readonly string[]) {
    this.builder = builder;
    this.entity = entity;
    this.actor = actor;
    this.clauses = clauses;
  }

  get #most(): number {
    return this.builder.context.mostListed;
  }

  ask(query: string, answer: Answer | Refused, headers = {}, clauses = this.clauses): void {
    this.builder.look(
      this.actor,
      `${collection(this.builder.context, this.entity.name)}${query}`,
      answer,
      clauses,
      headers,
    );
  }

  whole(readable: readonly View[]): void {
    const records = readable.map((record) => project(this.actor, record));
    const ids = readable.map(({ id }) => id);
    this.ask(`?limit=${this.#most}&count=exact`, this.#page(ids, { records, count: ids.length }));
  }

  /** Filtered by the values of a field, those that this reader may not see too, and sorted by it. */
  field(field: Field, records: readonly View[], readable: readonly View[]): void {
    const { world } = this.builder;
    const { name } = field;
    if (name === 'id' || field.type.kind === 'open' || field.type.kind === 'all') return;
    const known = couldRead(world, this.actor, this.entity.name, name);
    const clauses = [...this.clauses, field.clause];
    this.shown.add(field.clause);
    const unknown = refuse(this.builder.context.lookup, 'INVALID');
    const valueOf = (record: View) =>
      mayReadField(this.actor, record, name) ? valueFor(this.actor, record, field) : null;
    if (isSortable(field.type)) {
      const sorted = known ? sortedPage(this.entity.name, readable, field, valueOf) : unknown;
      this.ask(`?limit=${this.#most}&fields=id&order=${name}`, sorted, {}, clauses);
    }
    if (UNFILTERED.has(field.type.kind)) return;
    const values = [...new Set(records.map((record) => valueOf(record) ?? rawOf(record, field)))].filter(
      (value) => value !== null,
    );
    if (field.type.kind === 'recurrence') this.#dated(field, values, readable, valueOf, known, clauses);
    else
      for (const value of values.slice(0, 2)) {
        const ids = readable.filter((record) => same(valueOf(record), value)).map(({ id }) => id);
        const answer = this.#page(ids, { count: ids.length });
        const query = `?limit=${this.#most}&fields=id&count=exact&${RESERVED.has(name) ? 'f.' : ''}${name}=${asQuery(value)}`;
        this.ask(query, known ? answer : unknown, {}, clauses);
      }
    if (field.type.kind !== 'recurrence') this.#compared(field, values, readable, valueOf, known, clauses);
    const empty = readable.filter((record) => valueOf(record) === null).map(({ id }) => id);
    const query = `?limit=${this.#most}&fields=id&${RESERVED.has(name) ? 'f.' : ''}${name}.null=true`;
    this.ask(query, known ? this.#page(empty) : unknown, {}, clauses);
  }

  /** Filtered by the repeating dates that records have: on the first of one of them, and in the weeks behind it. */
  #dated(
    field: Field,
    values: readonly unknown[],
    readable: readonly View[],
    valueOf: (record: View) => unknown,
    known: boolean,
    clauses: readonly string[],
  ): void {
    const [rule] = values.map((value) => readRecurrence(plain(value)).recurrence);
    if (rule === undefined || rule === null) return;
    const key = `${RESERVED.has(field.name) ? 'f.' : ''}${field.name}`;
    const later = dayLater(rule.start, 20);
    for (const [query, from, to] of [
      [`${key}=${rule.start}`, rule.start, rule.start],
      [`${key}.gt=${rule.start}&${key}.lte=${later}`, dayLater(rule.start, 1), later],
    ] as const) {
      const isIn = (value: unknown): boolean => {
        const recurrence = value === null ? null : readRecurrence(plain(value)).recurrence;
        return recurrence !== null && occurrencesOf(recurrence, from, to, 1).length > 0;
      };
      const ids = readable.filter((record) => isIn(valueOf(record))).map(({ id }) => id);
      const answer = known ? this.#page(ids) : refuse(this.builder.context.lookup, 'INVALID');
      this.ask(`?limit=${this.#most}&fields=id&${query}`, answer, {}, clauses);
    }
  }

  /** Filtered by an operator, another one for each field and actor: what may not be read is compared as null. */
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
    for (const operator of [0, 1].map(
      (place) => operators[(this.builder.context.serial() + place) % operators.length],
    )) {
      // A comma is between several values.
      if (operator === undefined || (operator.name === 'in' && plain(value).includes(','))) continue;
      const ids = readable.filter((record) => operator.holds(valueOf(record), value)).map(({ id }) => id);
      const key = `${RESERVED.has(name) ? 'f.' : ''}${name}.${operator.name}`;
      const query = `?limit=${this.#most}&fields=id&${key}=${operator.name === 'null' ? 'false' : asQuery(value)}`;
      this.ask(query, known ? this.#page(ids) : refuse(this.builder.context.lookup, 'INVALID'), {}, clauses);
    }
  }

  /** Filtered and sorted by what a reference leads to. */
  through(field: Field, readable: readonly View[]): void {
    const { world, context } = this.builder;
    if (field.type.kind !== 'reference') return;
    const target = field.type.entity;
    const inner = context.lookup
      .entity(target)
      .fields.filter(({ type }) => type.kind === 'text' || type.kind === 'integer' || type.kind === 'money');
    const chosen = inner[context.serial() % Math.max(1, inner.length)];
    if (chosen === undefined || RESERVED.has(field.name)) return;
    const known =
      couldRead(world, this.actor, this.entity.name, field.name) && couldRead(world, this.actor, target, chosen.name);
    const valueOf = (record: View) => {
      const id = mayReadField(this.actor, record, field.name) ? valueFor(this.actor, record, field) : null;
      const view = typeof id === 'string' ? world.view(id) : null;
      return view !== null && mayReadField(this.actor, view, chosen.name) ? valueFor(this.actor, view, chosen) : null;
    };
    const raw = readable.map((record) => asView(record[field.name])).find((view) => view !== null);
    const value = raw === undefined || raw === null ? null : (raw[chosen.name] ?? null);
    const path = `${field.name}.${chosen.name}`;
    const clauses = [...this.clauses, field.clause];
    const unknown = refuse(context.lookup, 'INVALID');
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
      if (typeof text !== 'string' || text.startsWith('@') || seen.has(field.name)) continue;
      const [asked] = searchesFor(text, this.builder.context.serial());
      if (asked === undefined) continue;
      seen.add(field.name);
      const terms = searchTerms(asked);
      const textsOf = (record: View) =>
        fields.flatMap(({ name }) => (mayReadField(this.actor, record, name) ? [plain(record[name] ?? '')] : []));
      const all = readable.filter((record) => hasTerms(textsOf(record), terms)).map(({ id }) => id);
      const found: Answer = { kind: 'page', entity: this.entity.name, ids: all };
      const { world, context } = this.builder;
      // An actor who can never read a record can't name its `id` either.
      const known = couldRead(world, this.actor, this.entity.name, 'created_at');
      const query = `?limit=${this.#most}&fields=id&q=${encodeURIComponent(asked)}`;
      this.ask(query, known ? found : refuse(context.lookup, 'INVALID'));
    }
  }

  /** Each reference as the record behind it, as this reader may read it. */
  expanded(readable: readonly View[]): void {
    const { world } = this.builder;
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
    const { context, world } = this.builder;
    if (this.entity.owner !== null) return;
    const clauses = new Set([this.entity.clause]);
    for (const record of records)
      for (const clause of cellsFor(context, world, this.actor, this.entity.name, 'export', record))
        clauses.add(clause);
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

/** A date some days later; of the last ones, the last. */
function dayLater(date: string, days: number): string {
  const later = new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString();
  return later.startsWith('+') ? '9999-12-31' : later.slice(0, 10);
}
