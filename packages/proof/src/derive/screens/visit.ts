import { isEntrance, type Screen } from '@nonet/language';
import { rolesOf, type View } from '../../reference/evaluate.ts';
import { mayDo, type Actor } from '../../reference/permissions.ts';
import { selected } from '../../reference/seen.ts';
import { storedOf } from '../../reference/world.ts';
import type { OpenStep, Parts } from '../../run/case.ts';
import { recordParts, placeOf } from './record-parts.ts';
import { kindOf } from '../roles/cells.ts';
import { columnsOf, isWhole, onBoard, onForm, onList, onRecord, onScreen } from './opened.ts';
import { opens } from '../roles/possible.ts';
import { CaseBuilder } from '../case-builder.ts';
import { below } from './screens.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** How many records are opened by one reader on one screen. */
const MOST_RECORDS = 6;
/** A month shows so many entries of a day, a day by itself as many as `MOST_ON_DAY`. */
const MOST_IN_MONTH = 4;
const MOST_ON_DAY = 100;

/** What one reader finds at the addresses of screens. */
export class Visit {
  readonly builder: CaseBuilder;
  readonly clauses = new Set<string>();
  readonly #context: DerivationContext;
  readonly #actor: Actor;

  constructor(context: DerivationContext, actor: Actor) {
    this.#context = context;
    this.#actor = actor;
    this.builder = new CaseBuilder(context);
  }

  screen(screen: Screen): void {
    // Who is in already is led on from there.
    if (isEntrance(screen) && this.#actor !== null) return;
    const [parameter, ...others] = screen.parameters;
    if (others.length > 0) return;
    if (parameter === undefined) return this.#several(screen);
    const isOwn = parameter.entity === screen.entity && (screen.kind === 'record' || screen.kind === 'form');
    const seen = new Set<string>();
    for (const record of this.#samples(parameter.entity)) {
      const readable = mayDo(this.#actor, 'read', record);
      const parts = isOwn && readable ? this.#withRecord(screen, record) : onScreen(this.#context, screen, this.#actor);
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
  #open(screen: Screen, route: string, parts: Parts | null, records: OpenStep['records'] = []): void {
    const may = parts !== null && this.#opens(screen);
    const shown = may ? [...parts.shown, ...records.flatMap((record) => record.shown)] : [];
    const clauses = [`${screen.clause}.for`, ...(may ? [screen.clause, ...this.#statedBy(screen, shown)] : [])];
    for (const clause of clauses) if (clause in this.#context.plan.clauses) this.clauses.add(clause);
    this.builder.steps.push({
      kind: 'open',
      at: this.builder.world.now,
      as: this.#actor,
      role: roleName(this.#context, this.#actor),
      route,
      screen: screen.clause,
      parts: may ? parts : null,
      records: may ? records : [],
      menu: this.#menu(),
      clauses,
    });
  }

  /** The parts that are seen, and what states them: a form's own fields, and the rows of the screen's table. */
  #statedBy(screen: Screen, shown: readonly string[]): string[] {
    const { lookup } = this.#context;
    const fields = columnsOf(screen).filter(({ path: [name = '', ...rest] }) => {
      const field = rest.length === 0 ? lookup.field(screen.entity ?? 'User', name) : null;
      return field !== null && shown.includes(field.clause);
    });
    const seen = [...shown, ...fields.map(({ clause }) => clause)];
    const rows = below(this.#context, screen).filter((row) => seen.some((clause) => clause.startsWith(`${row}.`)));
    return [...seen, ...rows];
  }

  /** The routes of what can be opened without more, in the document's order (2). */
  #menu(): string[] {
    return this.#context.plan.screens
      .filter((screen) => {
        const leads = screen.parameters.length === 0 && !(isEntrance(screen) && this.#actor !== null);
        return leads && opens(this.#context, screen, this.#actor);
      })
      .map(({ route }) => route);
  }

  #opens(screen: Screen): boolean {
    return opens(this.#context, screen, this.#actor);
  }

  /** A screen of no record of its own: what stands on it, and with some of the records that it lists. */
  #several(screen: Screen): void {
    const { entity, kind, route } = screen;
    const [context, actor] = [this.#context, this.#actor];
    const ids = entity === null ? [] : selected(this.builder.world, actor, entity, screen.where);
    switch (kind) {
      case 'form':
      case 'sign up':
        return this.#open(screen, route, onForm(context, screen, actor, null));
      case 'list':
        return this.#open(screen, route, onList(context, screen, actor, ids), this.#some(screen, ids));
      case 'board':
        return this.#open(screen, route, onBoard(context, screen, actor, ids), this.#some(screen, ids));
      case 'calendar':
        return this.#days(screen, ids);
      case 'record':
      case 'dashboard':
      case 'page':
      case 'sign in':
      case null:
        return this.#open(screen, route, onScreen(context, screen, actor));
    }
  }

  /** A calendar, and with some of its records on their days. */
  #days(screen: Screen, ids: readonly string[]): void {
    const { route } = screen;
    const [context, actor] = [this.#context, this.#actor];
    this.#open(screen, route, onScreen(context, screen, actor));
    if (!this.#opens(screen)) return;
    // In a month, a day of more entries shows a few of them; by itself it shows them all.
    const entries = this.#entries(screen, ids);
    if (entries > MOST_ON_DAY) return;
    const view = entries > MOST_IN_MONTH ? 'view=day&' : '';
    for (const record of this.#some(screen, ids)) {
      const day = placeOf(context, screen, actor, record.id);
      this.#open(screen, `${route}?${view}day=${day}`, onScreen(context, screen, actor), [record]);
    }
  }

  /** How many records stand on a calendar at most, those of its further entities too. */
  #entries({ also }: Screen, ids: readonly string[]): number {
    return also.reduce((count, { entity }) => count + this.builder.world.living(entity).length, ids.length);
  }

  /** What stands with records of each kind, where they are on the screen for sure. */
  #some(screen: Screen, ids: readonly string[]): OpenStep['records'] {
    const shown = ids.filter((id) => placeOf(this.#context, screen, this.#actor, id) !== null);
    if (screen.kind !== 'calendar' && !isWhole(this.#context, screen, shown)) return [];
    const kinds = new Map<string, OpenStep['records'][number]>();
    for (const id of shown) {
      const parts = recordParts(this.#context, screen, this.#actor, id);
      const kind = JSON.stringify(parts);
      if (!kinds.has(kind)) kinds.set(kind, { id, ...parts });
    }
    return [...kinds.values()].slice(0, MOST_RECORDS);
  }

  #withRecord(screen: Screen, record: View): Parts {
    return screen.kind === 'form'
      ? onForm(this.#context, screen, this.#actor, record)
      : onRecord(this.#context, screen, this.#actor, record);
  }

  /** Records that this reader can distinguish, one of each kind. */
  #samples(entity: string): View[] {
    const { world } = this.#context;
    const seen = new Set<string>();
    const field = this.#context.lookup.workflow(entity)?.field ?? '';
    return world.living(entity).flatMap(({ id }) => {
      const record = world.view(id);
      if (record === null) return [];
      const state = String(storedOf(record).values[field]);
      const kind = [
        state,
        kindOf(this.#context, world, this.#actor, record),
        mayDo(this.#actor, 'read', record),
      ].join();
      return seen.has(kind) ? [] : (seen.add(kind), [record]);
    });
  }
}

/** A symbol stays as it is: the product's id takes its place. */
function encodedValue(value: string | number): string {
  return String(value).startsWith('@') ? String(value) : encodeURIComponent(value);
}

/** The roles that an actor holds whatever the record is, as a person reads them. */
function roleName({ world }: DerivationContext, actor: Actor): string {
  if (actor === null) return 'nobody signed in';
  const roles = [...rolesOf(world, world.view(actor))];
  return roles.length === 0 ? 'signed in, without a role' : roles.join(', ');
}
