import type { Entity, Field } from '@nonet/language';
import type { Body } from '../reference/body.ts';
import { errorsOf, type Imported, importRows } from '../reference/import.ts';
import type { View } from '../reference/evaluate.ts';
import { mayDo, type Actor } from '../reference/permissions.ts';
import { plain } from '../reference/plain.ts';
import type { AskStep } from '../run/case.ts';
import { candidates, settable } from '../search/draft.ts';
import { cellsFor, unlikeActors } from './cells.ts';
import { nameOf } from './name.ts';
import { plainPlot } from './plots.ts';
import { collection, refusal, Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** What no cell of a file holds (the derived API). */
const NOT_IN_CELLS: ReadonlySet<string> = new Set(['file', 'image', 'children', 'json', 'roles']);
/** Ways in which a row is refused that are tried. */
const MOST_BROKEN = 6;

/** Records from a file, where a cell of point 6 speaks of it: by each unlike reader, told before and done; all rows or none. */
export function* deriveImports(stage: Stage): Cases {
  for (const entity of stage.plan.entities) {
    const grants = stage.lookup.permissions(entity.name)?.actions?.import ?? [];
    if (entity.owner !== null || grants.every(({ cell }) => cell.kind === 'no')) continue;
    for (const actor of unlikeActors(stage, entity.name)) {
      const door = new ImportDoor(stage, entity, actor);
      door.all();
      yield door.scene.done(`Importing ${entity.name} as ${nameOf(stage, actor)}`, door.clauses);
    }
  }
}

class ImportDoor {
  readonly scene: Scene;
  readonly entity: Entity;
  readonly actor: Actor;
  readonly clauses: string[];
  readonly #stage: Stage;

  constructor(stage: Stage, entity: Entity, actor: Actor) {
    this.#stage = stage;
    this.scene = new Scene(stage);
    this.entity = entity;
    this.actor = actor;
    const cells = (action: 'create' | 'import') => cellsFor(stage, stage.world, actor, entity.name, action, null);
    const actions = stage.plan.screens.flatMap((screen) => screen.actions);
    const shown = actions.filter(({ clause }) => clause.endsWith('.import') && clause in stage.plan.clauses);
    this.clauses = [entity.clause, ...cells('create'), ...cells('import'), ...shown.map(({ clause }) => clause)];
  }

  all(): void {
    const rows = [this.#draft(), this.#draft()];
    const told = this.ask(rows, { dryRun: true });
    this.#listed();
    if (told.rows.length === 0) {
      // Who may not import is refused, whatever their file holds.
      this.ask(rows);
      this.ask(rows, { columns: ['no_such_column'] });
      return;
    }
    this.ask(rows, { columns: ['no_such_column'] });
    // What nobody can import is left out, and the rest is put in.
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
    const { scene, entity, actor } = this;
    scene.tick();
    const entered = [...new Set([...bodies.flatMap((body) => Object.keys(body)), ...columns])];
    // A file without a column is an empty one: where nothing is entered, it names what is left out.
    const header = entered.length > 0 ? entered : ['created_at'];
    const done = importRows(scene.world, actor, entity.name, { header, bodies }, confirmed);
    const named = byLabel ? header.map((name) => this.#labelOf(name)) : header;
    const table = [named, ...bodies.map((body) => header.map((name) => cellOf(body[name])))];
    const query = [
      ...(dryRun ? ['dry_run=true'] : []),
      ...(confirmed.length > 0 ? [`confirm=${confirmed.join(',')}`] : []),
    ];
    if (done.refused !== null) scene.raised(done.refused);
    scene.ask({
      as: actor,
      method: 'POST',
      path: `${collection(this.#stage, entity.name)}/import${query.length === 0 ? '' : `?${query.join('&')}`}`,
      headers: { 'content-type': 'text/csv' },
      body: table.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join(''),
      clauses: this.clauses,
      expect: expected({ ...done, ignored: done.ignored.map((name) => named[header.indexOf(name)] ?? name) }, dryRun),
    });
    if (dryRun || done.refused !== null) return done;
    const { now } = scene.world;
    scene.world = done.world.fork();
    scene.world.now = now;
    scene.calls.push(...done.rows.flatMap(({ calls }) => calls));
    return done;
  }

  /** What a column may be called, too, where nothing else is called so. */
  #labelOf(name: string): string {
    const label = this.#stage.lookup.field(this.entity.name, name)?.label ?? name;
    const isClear = this.entity.fields.filter((field) => field.name === label || field.label === label).length === 1;
    return isClear ? label : name;
  }

  #imports(bodies: readonly Body[]): Imported {
    const header = [...new Set(bodies.flatMap((body) => Object.keys(body)))];
    return importRows(this.scene.world, this.actor, this.entity.name, { header, bodies });
  }

  /** What is read afterwards is what was created, and nothing besides. */
  #see({ rows, refused }: Imported): void {
    if (refused === null) for (const { id } of rows) if (id !== null) this.scene.see(this.actor, id, this.clauses);
    this.#listed();
  }

  #listed(): void {
    const { scene, entity, actor } = this;
    const living = scene.world.living(entity.name).map(({ id }) => scene.world.view(id) as View);
    const ids = living.filter((record) => mayDo(actor, 'read', record)).map(({ id }) => id);
    if (ids.length === 0 || ids.length > this.#stage.mostListed) return;
    const path = `${this.#stage.listOf(entity.name)}&fields=id&count=exact`;
    scene.look(actor, path, { kind: 'page', entity: entity.name, ids, count: ids.length }, this.clauses);
  }

  get #fields(): Field[] {
    return settable(this.#stage.drafting(this.actor, this.scene.world), this.entity.name).filter(
      ({ type }) => !NOT_IN_CELLS.has(type.kind),
    );
  }

  #draft(): Body {
    const names = new Set(this.#fields.map(({ name }) => name));
    const { draft } = plainPlot(this.#stage, this.entity.name, [], this.actor);
    return Object.fromEntries(Object.entries(draft).filter(([name]) => names.has(name)));
  }

  /** Rows with one cell changed that are refused, one for each way in which they are. */
  #broken(): Body[] {
    const found = new Map<string, Body>();
    const warned = new Set<Body>();
    for (const field of this.#fields)
      for (const value of candidates(this.#stage.drafting(this.actor, this.scene.world), field)) {
        // An empty cell says nothing.
        if (value === null || value === '') continue;
        const body = { ...this.#draft(), [field.name]: value };
        const { refused } = this.#imports([body]);
        const way =
          refused === null
            ? ''
            : errorsOf(refused)
                .map(({ code, clause }) => `${code} ${clause}`)
                .join();
        // What can't be written so that it is read as it was meant is left to other doors.
        if (refused === null || refused.code === 'INVALID' || found.has(way)) continue;
        found.set(way, body);
        if (refused.confirm.length > 0) warned.add(body);
      }
    // One that is only warned of is among them wherever there is one: that one can be confirmed.
    const inOrder = [...warned, ...[...found.values()].filter((body) => !warned.has(body))];
    return inOrder.slice(0, MOST_BROKEN);
  }

  /** The same again, where what must be its own is new. */
  #renewed(body: Body): Body {
    const fresh = this.#draft();
    const unique = this.#fields.filter((field) => field.unique !== null).map(({ name }) => name);
    return { ...body, ...Object.fromEntries(unique.flatMap((name) => (name in fresh ? [[name, fresh[name]]] : []))) };
  }
}

function expected({ refused, rows, ignored }: Imported, dryRun: boolean): AskStep['expect'] {
  if (refused !== null && (!dryRun || rows.length === 0)) return refusal(refused);
  return {
    status: 200,
    answer: {
      kind: 'imported',
      rows: rows.map((row) => ({
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
