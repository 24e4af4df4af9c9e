import type { Entity, Field } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { errorsOf, type Imported, importRows } from '../../reference/import.ts';
import { viewIn } from '../../reference/evaluate.ts';
import { mayDo, type Actor } from '../../reference/permissions.ts';
import { plain } from '../../reference/plain.ts';
import type { AskStep } from '../../run/case.ts';
import { candidates, settable } from '../../search/draft.ts';
import { cellsFor, unlikeActors } from './cells.ts';
import { nameOf } from '../name.ts';
import { plainFixture } from '../records/plain-fixtures.ts';
import { collection, refusal, CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** Kinds of fields that no cell of a file can hold (the derived API). */
const NOT_IN_CELLS: ReadonlySet<string> = new Set(['file', 'image', 'children', 'json', 'roles']);
/** Ways in which a row is refused that are tried. */
const MOST_BROKEN = 6;

/**
 * Imports from a file, if point 6 has a cell for them: by actors of each kind, as a dry run and for good; either all
 * rows are imported or none.
 */
export function* deriveImports(context: DerivationContext): Cases {
  for (const entity of context.plan.entities) {
    const grants = context.lookup.permissions(entity.name)?.actions?.import ?? [];
    if (entity.owner !== null || grants.every(({ cell }) => cell.kind === 'no')) continue;
    for (const actor of unlikeActors(context, entity.name)) {
      const requests = new ImportRequests(context, entity, actor);
      requests.all();
      yield requests.builder.done(`Importing ${entity.name} as ${nameOf(context, actor)}`, requests.clauses);
    }
  }
}

class ImportRequests {
  readonly builder: CaseBuilder;
  readonly entity: Entity;
  readonly actor: Actor;
  readonly clauses: string[];
  readonly #context: DerivationContext;

  constructor(context: DerivationContext, entity: Entity, actor: Actor) {
    this.#context = context;
    this.builder = new CaseBuilder(context);
    this.entity = entity;
    this.actor = actor;
    const cells = (action: 'create' | 'import') => cellsFor(context, context.world, actor, entity.name, action, null);
    const actions = context.plan.screens.flatMap((screen) => screen.actions);
    const shown = actions.filter(({ clause }) => clause.endsWith('.import') && clause in context.plan.clauses);
    this.clauses = [entity.clause, ...cells('create'), ...cells('import'), ...shown.map(({ clause }) => clause)];
  }

  all(): void {
    const rows = [this.#draft(), this.#draft()];
    const foreseen = this.ask(rows, { dryRun: true });
    this.#listed();
    if (foreseen.rows.length === 0) {
      // An actor who may not import is refused, with any file.
      this.ask(rows);
      this.ask(rows, { columns: ['no_such_column'] });
      return;
    }
    this.ask(rows, { columns: ['no_such_column'] });
    // Columns that nobody can import are ignored; the others are imported.
    this.#see(this.ask([this.#draft(), this.#draft()], { columns: ['created_at'] }));
    for (const broken of this.#broken()) {
      this.ask([...rows, broken], { dryRun: true });
      this.ask([...rows, broken]);
      this.#listed();
      const { refused } = this.#imports([...rows, broken]);
      if (refused !== null && refused.confirm.length > 0)
        this.#see(this.ask([this.#draft(), this.#renewed(broken)], { confirmed: refused.confirm }));
    }
    this.#see(this.ask(rows));
    this.#see(this.ask([this.#draft(), this.#draft()], { byLabel: true }));
  }

  /** Sends a file, and expects what the document says of each of its rows. */
  ask(
    bodies: readonly Body[],
    {
      dryRun = false,
      columns = [],
      confirmed = [],
      byLabel = false,
    }: { dryRun?: boolean; columns?: readonly string[]; confirmed?: readonly string[]; byLabel?: boolean } = {},
  ): Imported {
    const { builder, entity, actor } = this;
    builder.tick();
    const entered = [...new Set([...bodies.flatMap((body) => Object.keys(body)), ...columns])];
    // A file without a column is an empty one: where nothing is entered, it names what is left out.
    const header = entered.length > 0 ? entered : ['created_at'];
    const done = importRows(builder.world, actor, entity.name, { header, bodies }, confirmed);
    const named = byLabel ? header.map((name) => this.#labelOf(name)) : header;
    const table = [named, ...bodies.map((body) => header.map((name) => cellOf(body[name])))];
    const lines = table.map((cells) => `${cells.map(quoted).join(',')}\r\n`);
    const query = [
      ...(dryRun ? ['dry_run=true'] : []),
      ...(confirmed.length > 0 ? [`confirm=${confirmed.join(',')}`] : []),
    ];
    if (done.refused !== null) builder.raised(done.refused);
    builder.ask({
      as: actor,
      method: 'POST',
      path: `${collection(this.#context, entity.name)}/import${query.length === 0 ? '' : `?${query.join('&')}`}`,
      headers: { 'content-type': 'text/csv' },
      body: lines.join(''),
      clauses: this.clauses,
      expect: expected(
        { ...done, ignored: done.ignored.map((name) => named[header.indexOf(name)] ?? name) },
        linesOf(lines.slice(1)),
        dryRun,
      ),
    });
    if (dryRun || done.refused !== null) return done;
    const { now } = builder.world;
    builder.world = done.world.fork();
    builder.world.now = now;
    builder.calls.push(...done.rows.flatMap(({ calls }) => calls));
    return done;
  }

  /** Another name of a column: the field's label, if no other column has that name. */
  #labelOf(name: string): string {
    const label = this.#context.lookup.field(this.entity.name, name)?.label ?? name;
    const isClear = this.entity.fields.filter((field) => field.name === label || field.label === label).length === 1;
    return isClear ? label : name;
  }

  #imports(bodies: readonly Body[]): Imported {
    const header = [...new Set(bodies.flatMap((body) => Object.keys(body)))];
    return importRows(this.builder.world, this.actor, this.entity.name, { header, bodies });
  }

  /** A list afterwards shows the created records, and no others. */
  #see({ rows, refused }: Imported): void {
    if (refused === null) for (const { id } of rows) if (id !== null) this.builder.see(this.actor, id, this.clauses);
    this.#listed();
  }

  #listed(): void {
    const { builder, entity, actor } = this;
    const living = builder.world.living(entity.name).map(({ id }) => viewIn(builder.world, id));
    const ids = living.filter((record) => mayDo(actor, 'read', record)).map(({ id }) => id);
    if (ids.length === 0 || ids.length > this.#context.mostListed) return;
    const path = `${this.#context.listOf(entity.name)}&fields=id&count=exact`;
    builder.look(actor, path, { kind: 'page', entity: entity.name, ids, count: ids.length }, this.clauses);
  }

  get #fields(): Field[] {
    return settable(this.#context.drafting(this.actor, this.builder.world), this.entity.name).filter(
      ({ type }) => !NOT_IN_CELLS.has(type.kind),
    );
  }

  #draft(): Body {
    const names = new Set(this.#fields.map(({ name }) => name));
    const { draft } = plainFixture(this.#context, this.entity.name, [], this.actor);
    return Object.fromEntries(Object.entries(draft).filter(([name]) => names.has(name)));
  }

  /** Rows with one cell changed that are refused, one for each way in which they are. */
  #broken(): Body[] {
    const found = new Map<string, Body>();
    const warned = new Set<Body>();
    for (const field of this.#fields)
      for (const value of candidates(this.#context.drafting(this.actor, this.builder.world), field)) {
        // An empty cell says nothing, nor does one of spaces.
        if (value === null || (typeof value === 'string' && value.trim() === '')) continue;
        const body = { ...this.#draft(), [field.name]: value };
        const { refused } = this.#imports([body]);
        const way =
          refused === null
            ? ''
            : errorsOf(refused)
                .map(({ code, clause }) => `${code} ${clause}`)
                .join();
        // Values that a file can't express without loss are tested through other endpoints.
        if (refused === null || refused.code === 'INVALID' || found.has(way)) continue;
        found.set(way, body);
        if (refused.confirm.length > 0) warned.add(body);
      }
    // A body with only warnings is among the chosen ones if there is any: an import can confirm those.
    const inOrder = [...warned, ...[...found.values()].filter((body) => !warned.has(body))];
    return inOrder.slice(0, MOST_BROKEN);
  }

  /** The body with new values in unique fields. */
  #renewed(body: Body): Body {
    const fresh = this.#draft();
    const unique = this.#fields.filter((field) => field.unique !== null).map(({ name }) => name);
    return { ...body, ...Object.fromEntries(unique.flatMap((name) => (name in fresh ? [[name, fresh[name]]] : []))) };
  }
}

/** The lines in which rows begin, behind the one that names their columns: a cell may have line breaks. */
function linesOf(rows: readonly string[]): readonly number[] {
  let line = 2;
  return rows.map((row) => {
    const begins = line;
    line += row.split(/\r\n|\n|\r/).length - 1;
    return begins;
  });
}

function expected({ refused, rows, ignored }: Imported, lines: readonly number[], dryRun: boolean): AskStep['expect'] {
  if (refused !== null && (!dryRun || rows.length === 0)) return refusal(refused);
  return {
    status: 200,
    answer: {
      kind: 'imported',
      rows: rows.map((row, place) => ({
        line: lines[place] ?? 0,
        id: dryRun ? null : row.id,
        errors: row.refused === null ? [] : errorsOf(row.refused),
      })),
      ignored,
      confirm: refused?.confirm ?? [],
    },
  };
}

/** A value as a cell has it: several by `;` between them. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.map((each) => plain(each)).join(';') : plain(value);
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
