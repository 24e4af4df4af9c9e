import type { Screen } from '@nonet/language';
import type { View } from '../reference/evaluate.ts';
import { rolesOf } from '../reference/evaluate.ts';
import { mayDo, type Reader } from '../reference/permissions.ts';
import { selected } from '../reference/seen.ts';
import { storedOf } from '../reference/world.ts';
import { kindOf } from './cells.ts';
import { deriveGallery } from './gallery.ts';
import { nameOf } from './name.ts';
import { onBoard, onForm, onList, onRecord, onScreen, type Parts } from './opened.ts';
import { Scene } from './scene.ts';
import { opens } from './screens.ts';
import type { Cases, Stage } from './stage.ts';

/** As many records are opened by one reader on one screen. */
const MOST_RECORDS = 6;

/** Point 2 in a browser: each screen by each role, opened or refused, with exactly what is stated and permitted. */
export function* deriveBrowser(stage: Stage): Cases {
  if (!stage.powers.browser || stage.plan.screens.length === 0) return;
  yield* deriveGallery(stage);
  for (const reader of ofEachRole(stage)) {
    const visit = new Visit(stage, reader);
    for (const screen of stage.plan.screens) visit.screen(screen);
    yield visit.scene.done(`The screens of ${nameOf(stage, reader)} in a browser`, [...visit.clauses]);
  }
}

/** One reader for each set of roles that are held whatever the record is. */
function ofEachRole(stage: Stage): Reader[] {
  const seen = new Set<string>();
  return stage.readers.filter((reader) => {
    const kind = `${reader === null} ${[...rolesOf(stage.world, stage.world.view(reader))].join()}`;
    return !seen.has(kind) && seen.add(kind);
  });
}

class Visit {
  readonly scene: Scene;
  readonly clauses = new Set<string>();
  readonly #stage: Stage;
  readonly #reader: Reader;

  constructor(stage: Stage, reader: Reader) {
    this.#stage = stage;
    this.#reader = reader;
    this.scene = new Scene(stage);
  }

  screen(screen: Screen): void {
    const isEntrance = screen.kind === 'sign in' || screen.kind === 'sign up';
    // Who is in already is led on from there.
    if (isEntrance && this.#reader !== null) return;
    const [parameter, ...others] = screen.parameters;
    if (others.length > 0) return;
    if (parameter === undefined) return this.#open(screen, screen.route, this.#withoutRecord(screen));
    const isOwn = parameter.entity === screen.entity && (screen.kind === 'record' || screen.kind === 'form');
    const seen = new Set<string>();
    for (const record of this.#samples(parameter.entity)) {
      const readable = mayDo(this.#reader, 'read', record);
      const parts = isOwn && readable ? this.#withRecord(screen, record) : onScreen(this.#stage, screen, this.#reader);
      const kind = readable ? JSON.stringify(parts) : 'hidden';
      if (seen.has(kind) || seen.size === MOST_RECORDS) continue;
      seen.add(kind);
      const value = parameter.field === 'id' ? record.id : record[parameter.field];
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      const route = screen.route.replace(/\{[^}]*\}/, encodedValue(value));
      this.#open(screen, route, isOwn && !readable ? null : parts);
    }
  }

  /** What is not for this reader is not opened at its address; nor is a record that they may not read. */
  #open(screen: Screen, route: string, parts: Parts | null): void {
    const may = opens(this.#stage, screen, this.#reader) && parts !== null;
    const clauses = [screen.clause, `${screen.clause}.for`, ...(may ? [...parts.shown, ...parts.perhaps] : [])];
    for (const clause of clauses) if (clause in this.#stage.plan.clauses) this.clauses.add(clause);
    this.scene.steps.push({
      kind: 'open',
      at: this.scene.world.now,
      as: this.#reader,
      route,
      screen: screen.clause,
      parts: may ? parts : null,
      menu: this.#menu(),
      clauses,
    });
  }

  /** The routes of what can be opened without more, in the document's order (2). */
  #menu(): string[] {
    return this.#stage.plan.screens
      .filter((screen) => {
        const isEntrance = screen.kind === 'sign in' || screen.kind === 'sign up';
        const leads = screen.parameters.length === 0 && !(isEntrance && this.#reader !== null);
        return leads && opens(this.#stage, screen, this.#reader);
      })
      .map(({ route }) => route);
  }

  #withoutRecord(screen: Screen): Parts {
    const reader = this.#reader;
    if (screen.entity === null || screen.kind === null) return onScreen(this.#stage, screen, reader);
    if (screen.kind === 'form' || screen.kind === 'sign up') return onForm(this.#stage, screen, reader, null);
    const ids = selected(this.scene.world, reader, screen.entity, screen.where);
    if (screen.kind === 'list') return onList(this.#stage, screen, reader, ids);
    return screen.kind === 'board' ? onBoard(this.#stage, screen, reader, ids) : onScreen(this.#stage, screen, reader);
  }

  #withRecord(screen: Screen, record: View): Parts {
    return screen.kind === 'form'
      ? onForm(this.#stage, screen, this.#reader, record)
      : onRecord(this.#stage, screen, this.#reader, record);
  }

  /** Records that this reader can tell apart, one of each kind. */
  #samples(entity: string): View[] {
    const { world } = this.#stage;
    const seen = new Set<string>();
    const field = this.#stage.lookup.workflow(entity)?.field ?? '';
    return world.living(entity).flatMap(({ id }) => {
      const record = world.view(id);
      if (record === null) return [];
      const state = String(storedOf(record).values[field]);
      const kind = [
        state,
        kindOf(this.#stage, world, this.#reader, record),
        mayDo(this.#reader, 'read', record),
      ].join();
      return seen.has(kind) ? [] : (seen.add(kind), [record]);
    });
  }
}

/** A symbol stays as it is: the product's id takes its place. */
function encodedValue(value: string | number): string {
  return String(value).startsWith('@') ? String(value) : encodeURIComponent(value);
}
