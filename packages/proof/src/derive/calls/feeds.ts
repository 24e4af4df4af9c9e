import { type Entity, type Feed, isObject, isWithinClause } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { perform, type Outcome } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import { plain } from '../../reference/plain.ts';
import { project } from '../../reference/project.ts';
import type { AskStep } from '../../run/case.ts';
import { candidates } from '../../search/draft.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { nameOf } from '../name.ts';
import { plainFixture } from '../records/plain-fixtures.ts';

/** Where a product in `dev` takes a table as if it had come. */
const PATH = '/api/-/dev/feeds';
/** Kinds of fields whose values are not written into tables here. */
const NOT_IN_CELLS: ReadonlySet<string> = new Set(['children', 'json', 'roles', 'file', 'image']);
/** How a table comes is not tried: its rows are. */
const WAYS = ['fetches', 'headers', 'when', 'received', 'kept'] as const;

/**
 * Point 7, `### Feeds`: the rows of a table are creates and updates of whoever brings it, once as long as nothing differs;
 * the event of the feed happens to records whose row has left it.
 */
export function* deriveFeeds(context: DerivationContext): Cases {
  const { plan, capabilities } = context;
  for (const feed of plan.feeds) {
    const own = Object.keys(plan.clauses).filter((clause) => isWithinClause(clause, feed.clause));
    const ways = new Set(WAYS.map((part) => `${feed.clause}.${part}`));
    const clauses = own.filter((clause) => !ways.has(clause));
    const entity = plan.entities.find(({ name }) => name === feed.entity);
    const isOpen = feed.key === null || plan.gaps.some(({ clause }) => isWithinClause(clause, feed.clause));
    if (!capabilities.derived || !capabilities.accounts) context.cannot('elsewhere', ...clauses);
    else if (entity === undefined || isOpen) context.cannot('gap', ...clauses);
    else yield* takenBy(context, { feed, entity, clauses });
    context.cannot('receiver', ...own.filter((clause) => ways.has(clause)), ...constantsOf(feed));
  }
}

interface Taking {
  readonly feed: Feed;
  readonly entity: Entity;
  readonly clauses: readonly string[];
}

function* takenBy(context: DerivationContext, taking: Taking): Cases {
  const { feed, clauses } = taking;
  let isShown = false;
  for (const actor of new Set([...context.actors, null])) {
    const by = addressOf(context, actor);
    if (by === null && feed.by !== 'everyone') continue;
    const table = new Table(context, taking, actor, by ?? '');
    table.bring();
    const title = `${feed.name} brought by ${nameOf(context, actor)}`;
    isShown ||= table.isTaken;
    yield table.builder.done(table.isTaken ? title : `${title}, refused`, clauses);
  }
  if (!isShown) context.cannot('not found', ...clauses);
}

/** The constants that say from where and by whom a table comes. */
function constantsOf({ fetches, receivedWith, by }: Feed): readonly string[] {
  const templates = fetches === null ? [] : [fetches.path, ...fetches.headers.map(({ value }) => value)];
  const names = templates
    .flat()
    .flatMap((part) => (typeof part === 'object' && part.kind === 'constant' ? [part.name] : []));
  if (fetches?.origin.kind === 'constant') names.push(fetches.origin.name);
  if (receivedWith !== null) names.push(receivedWith);
  if (by !== null && by !== 'everyone' && by.kind === 'constant') names.push(by.value);
  return names.map((name) => `9.${name}`);
}

function addressOf({ world }: DerivationContext, actor: Actor): string | null {
  const email = actor === null ? null : world.get(actor)?.values['email'];
  return typeof email === 'string' ? email : null;
}

type Counts = Readonly<Partial<Record<'made' | 'changed' | 'same' | 'refused' | 'ignored' | 'missing', number>>>;

/** The tables of one case, the one after the other. */
class Table {
  readonly builder: CaseBuilder;
  isTaken = false;
  readonly #taking: Taking;
  readonly #actor: Actor;
  readonly #by: string;
  #isFirst = true;
  /** The keys of the rows so far. */
  readonly #keys = new Set<string>();

  constructor(context: DerivationContext, taking: Taking, actor: Actor, by: string) {
    this.builder = new CaseBuilder(context);
    this.#taking = taking;
    this.#actor = actor;
    this.#by = by;
  }

  bring(): void {
    const { feed } = this.#taking;
    const row = this.#draft();
    if (feed.key !== null && !(feed.key in row)) return this.#ask([row], { refused: 1 });
    if (!feed.makesNew) return this.#bringKnown(row);
    const id = this.#create([row], row, {});
    if (id === null || !this.#isKnown(id, row)) return;
    this.isTaken = true;
    this.#ask([row], { same: 1 });
    const changed = this.#change(id, row) ?? row;
    const other = this.#draft();
    const second = this.#create([changed, other], other, { same: 1 });
    if (second === null || !this.#isKnown(id, changed) || !this.#isKnown(second, other)) return;
    this.#miss(id, other);
  }

  /** A table that makes no records changes one that somebody has made otherwise. */
  #bringKnown(row: Body): void {
    const { entity, clauses } = this.#taking;
    const { builder } = this;
    this.#ask([row], { ignored: 1 });
    for (const maker of builder.context.actors) {
      const { draft } = plainFixture(builder.context, entity.name, [], maker);
      const request = { kind: 'create', entity: entity.name, body: { ...draft, ...entered(row) } } as const;
      if (perform(builder.world, maker, request).refused !== null) continue;
      const { id } = builder.act(maker, request, clauses);
      if (id === null || !this.#isKnown(id, row)) return;
      this.isTaken = true;
      this.#ask([row], { same: 1 });
      this.#change(id, row);
      return;
    }
  }

  #create(rows: readonly Body[], row: Body, counts: Counts): string | null {
    const { entity, clauses } = this.#taking;
    const request = { kind: 'create', entity: entity.name, body: entered(row) } as const;
    const outcome = this.builder.act(this.#actor, request, clauses, [], (made) =>
      this.#asked(rows, made.refused === null ? { ...counts, made: 1 } : { ...counts, refused: 1 }),
    );
    return outcome.refused === null ? outcome.id : null;
  }

  /** Changes one value of the record by its row; null if none can be changed that way. */
  #change(id: string, row: Body): Body | null {
    const { feed, entity, clauses } = this.#taking;
    const { builder } = this;
    const drafting = builder.context.drafting(this.#actor, builder.world);
    for (const { field: name } of feed.takes) {
      const field = entity.fields.find((each) => each.name === name);
      if (name === feed.key || field === undefined || NOT_IN_CELLS.has(field.type.kind)) continue;
      for (const value of candidates(drafting, field)) {
        if (!isCell(value) || plain(value) === plain(row[name])) continue;
        const request = { kind: 'update', entity: entity.name, id, body: { [name]: value } } as const;
        const tried = perform(builder.world, this.#actor, request);
        if (tried.refused !== null && tried.refused.code === 'INVALID') continue;
        const changed = { ...row, [name]: value };
        const outcome = builder.act(this.#actor, request, clauses, [], (made) =>
          this.#asked([changed], made.refused === null ? { changed: 1 } : { refused: 1 }),
        );
        return outcome.refused === null ? changed : row;
      }
    }
    return null;
  }

  /** The row of a record is missing. */
  #miss(id: string, other: Body): void {
    const { feed, entity, clauses } = this.#taking;
    if (feed.missing === null) return this.#ask([other], { same: 1, missing: 1 });
    const request = { kind: 'fire', entity: entity.name, id, event: feed.missing, body: {} } as const;
    this.builder.act(this.#actor, request, clauses, [], (made) => this.#asked([other], { same: 1, ...missing(made) }));
  }

  #ask(rows: readonly Body[], counts: Counts): void {
    this.builder.ask({ ...this.#asked(rows, counts), clauses: this.#taking.clauses });
  }

  #asked(rows: readonly Body[], counts: Counts): Omit<AskStep, 'kind' | 'at' | 'clauses'> {
    const { feed } = this.#taking;
    const first = this.#isFirst ? 'yes' : 'no';
    this.#isFirst = false;
    const none = { made: 0, changed: 0, same: 0, refused: 0, ignored: 0, missing: 0 };
    return {
      as: null,
      method: 'POST',
      path: PATH,
      body: { feed: feed.name, by: this.#by, table: written(feed, rows), first },
      expect: {
        status: 200,
        answer: { kind: 'parts', parts: { state: 'done', read: rows.length, ...none, ...counts } },
      },
    };
  }

  /** A row that becomes a record, with values for the fields that the feed gives. */
  #draft(): Body {
    const { feed, entity } = this.#taking;
    const { draft } = plainFixture(this.builder.context, entity.name, [], this.#actor);
    const taken = feed.takes.flatMap(({ field }): [string, unknown][] => {
      const type = entity.fields.find(({ name }) => name === field)?.type;
      return type === undefined || NOT_IN_CELLS.has(type.kind) || !isCell(draft[field]) ? [] : [[field, draft[field]]];
    });
    const row = Object.fromEntries(taken);
    const key = entity.fields.find(({ name }) => name === feed.key);
    if (key !== undefined && !(key.name in row)) {
      const drafting = this.builder.context.drafting(this.#actor, this.builder.world);
      const value = candidates(drafting, key).find((each) => isCell(each) && !this.#keys.has(plain(each)));
      if (value !== undefined) row[key.name] = value;
    }
    if (feed.key !== null) this.#keys.add(plain(row[feed.key]));
    return row;
  }

  /** Whether the row finds the record, and says what is in it: nothing else has changed it, and it can be read. */
  #isKnown(id: string, row: Body): boolean {
    const { builder } = this;
    const record = builder.world.view(id);
    if (record === null || !builder.reads(this.#actor, id)) return false;
    const known = project(this.#actor, record);
    return this.#taking.feed.takes.every(
      ({ field }) => field in known && idOf(known[field]) === idOf(row[field] ?? null),
    );
  }
}

function missing({ refused }: Outcome): Counts {
  if (refused === null) return { missing: 1 };
  return refused.code === 'NOT_FOUND' ? {} : { refused: 1 };
}

/** A cell can say it: an empty one says nothing, and white space around a text is none of it. */
function isCell(value: unknown): boolean {
  return (
    value !== null && value !== undefined && (typeof value !== 'string' || (value.trim() === value && value !== ''))
  );
}

/** The values of a row, as they are sent in a request. */
function entered(row: Body): Body {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));
}

/** A value as text, a record as its id. */
function idOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(idOf).toSorted().join(';');
  return plain(typeof value === 'object' && value !== null && 'id' in value ? value.id : value);
}

/** A table in the form of the feed. */
function written({ format, takes }: Feed, rows: readonly Body[]): string {
  const cells = rows.map((row) => takes.map(({ field }) => cellOf(row[field])));
  if (format.kind === 'CSV')
    return [takes.map(({ column }) => column), ...cells].map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
  const list = cells.map((line) => {
    const item: Record<string, unknown> = {};
    for (const [place, { column }] of takes.entries()) put(item, column.split('.'), line[place] ?? '');
    return item;
  });
  return JSON.stringify(format.path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), list));
}

/** Puts a value into nested objects. */
function put(into: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const known = into[key];
  const inner: Record<string, unknown> = isObject(known) ? { ...known } : {};
  put(inner, rest, value);
  into[key] = inner;
}

/** A value as a cell has it: several by `;` between them. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.map((each) => plain(each)).join(';') : plain(value);
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
