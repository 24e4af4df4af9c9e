import { isSignInOrUp, type Screen, isWithinClause } from '@nonet/language';
import { rolesOf, type View } from '../../reference/evaluate.ts';
import { type Actor, mayDo } from '../../reference/permissions.ts';
import { seenBy, selected } from '../../reference/seen.ts';
import { storedOf } from '../../reference/record-view.ts';
import type { OpenStep, PageProbe, Parts } from '../../run/case.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { kindOf } from '../roles/cells.ts';
import { opens } from '../roles/possible.ts';
import { keysOf, onFirstPage } from './listed.ts';
import { columnsOf, hasRows } from './columns.ts';
import { isWhole, onBoard, onForm, onList, onRecord, onScreen } from './opened.ts';
import { clausesOfProbe, probesOf } from './probes.ts';
import { placeOf, recordParts } from './record-parts.ts';
import { recordsAs } from './records-as.ts';
import { below } from './screens.ts';
import { inOrder } from '../api/order.ts';

/** The maximum number of records that one reader opens on one screen. */
const MOST_RECORDS = 6;
/** A month shows so many entries of a day, a day by itself as many as `MOST_ON_DAY`. */
const MOST_IN_MONTH = 4;
const MOST_ON_DAY = 100;

/** The screens and records that one reader finds at each address. */
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
    // A reader who is signed in already is redirected.
    if (isSignInOrUp(screen) && this.#actor !== null) return;
    const [parameter, ...others] = screen.parameters;
    if (others.length > 0) return;
    if (parameter === undefined) return this.#several(screen);
    const isOwn = parameter.entity === screen.entity && (screen.kind === 'record' || screen.kind === 'form');
    const found = new Map<string, { readonly route: string; readonly parts: Parts | null }>();
    for (const record of this.#samples(parameter.entity, isOwn ? screen : null)) {
      const readable = mayDo(this.#actor, 'read', record);
      const parts = isOwn && readable ? this.#withRecord(screen, record) : onScreen(this.#context, screen, this.#actor);
      const kind = readable ? JSON.stringify(parts) : 'hidden';
      const value = parameter.field === 'id' ? record.id : record[parameter.field];
      if (found.has(kind) || (typeof value !== 'string' && typeof value !== 'number')) continue;
      const route = screen.route.replace(/\{[^}]*\}/, encodedValue(value));
      found.set(kind, { route, parts: isOwn && !readable ? null : parts });
    }
    for (const { route, parts } of mostTelling([...found.values()])) this.#open(screen, route, parts);
  }

  /**
   * Expects a screen that this reader may not open, or a record that they may not read, to be not found at its
   * address.
   */
  #open(
    screen: Screen,
    route: string,
    parts: Parts | null,
    records: OpenStep['records'] = [],
    probes: readonly PageProbe[] = [],
  ): void {
    const may = parts !== null && this.#opens(screen);
    const shown = may
      ? [
          ...parts.shown,
          ...records.flatMap((record) => record.shown),
          ...probes.flatMap((probe) => clausesOfProbe(screen, probe)),
        ]
      : [];
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
      ...(may && probes.length > 0 && { probes }),
      menu: this.#menu(screen),
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
    const rows = below(this.#context, screen).filter((row) =>
      seen.some((clause) => clause !== row && isWithinClause(clause, row)),
    );
    return [...seen, ...rows];
  }

  /**
   * The routes of screens that open without parameters, in the document's order (2). The sign-in page has no menu; it
   * links to the other pages.
   */
  #menu(at: Screen): string[] {
    const { screens } = this.#context.plan;
    const hasSignIn = screens.some(({ kind }) => kind === 'sign in');
    // The product's own address leads to the first screen that is for everybody.
    const first = screens.some(
      (screen) =>
        screen.parameters.length === 0 &&
        !isSignInOrUp(screen) &&
        !['form', 'page'].includes(screen.kind ?? '') &&
        this.#opens(screen),
    );
    const asked = hasSignIn && !this.#opens(at) && !(at.route === '/' && first);
    const isEntry = this.#actor === null && (isSignInOrUp(at) || asked);
    return screens
      .filter((screen) => {
        const leads = screen.parameters.length === 0 && !(isSignInOrUp(screen) && (this.#actor !== null || isEntry));
        return leads && this.#opens(screen);
      })
      .map(({ route }) => route);
  }

  #opens(screen: Screen): boolean {
    return opens(this.#context, screen, this.#actor);
  }

  /** A screen without a record in its route: its parts, and the parts of some records that it lists. */
  #several(screen: Screen): void {
    const { entity, kind, route } = screen;
    const [context, actor] = [this.#context, this.#actor];
    const ids = entity === null ? [] : selected(this.builder.world, actor, entity, screen.where);
    switch (kind) {
      case 'form':
      case 'sign up':
        return this.#open(screen, route, onForm(context, screen, actor, null));
      case 'list':
        return this.#list(screen, ids);
      case 'board':
      case 'gallery':
        return this.#open(screen, route, onBoard(context, screen, actor, ids), this.#some(screen, ids));
      case 'calendar':
        return this.#days(screen, ids, MOST_IN_MONTH);
      case 'timeline':
        return this.#days(screen, ids, MOST_ON_DAY);
      case 'record':
        return this.#found(screen, ids);
      case 'given':
        return this.#open(
          screen,
          route,
          onScreen(context, screen, actor),
          [],
          probesOf(context, this.builder.world, screen, actor),
        );
      case 'dashboard':
      case 'page':
      case 'sign in':
      case null:
        return this.#open(screen, route, onScreen(context, screen, actor));
    }
  }

  /** A record screen at a fixed route: the first record that its `where` finds, where that is known. */
  #found(screen: Screen, ids: readonly string[]): void {
    const { entity, route } = screen;
    const [first = []] = entity === null ? [] : inOrder(ids, keysOf(this.builder, screen, entity, this.#actor));
    const record = first.length === 1 ? this.builder.world.view(first[0] ?? '') : null;
    const { shown, perhaps } = onScreen(this.#context, screen, this.#actor);
    if (record !== null) this.#open(screen, route, onRecord(this.#context, screen, this.#actor, record));
    else this.#open(screen, route, { shown: ids.length === 0 ? shown : [], perhaps });
  }

  /** A list, and with some of the records on its first page; once more with more rows where those show what these don't. */
  #list(screen: Screen, ids: readonly string[]): void {
    const [context, actor] = [this.#context, this.#actor];
    const onPage = onFirstPage(this.builder, screen, actor, ids);
    const parts = onList(context, screen, actor, ids, new Set(onPage));
    const records = this.#some(screen, onPage);
    this.#open(screen, screen.route, parts, records);
    if (onPage.length === ids.length || ids.length > context.mostListed || !this.#opens(screen)) return;
    const whole = onList(context, screen, actor, ids, new Set(ids));
    const further = this.#some(screen, ids);
    const found = new Set([parts, ...records].flatMap(({ shown }) => shown));
    if ([whole, ...further].every(({ shown }) => shown.every((clause) => found.has(clause)))) return;
    this.#open(screen, `${screen.route}?limit=${context.mostListed}`, whole, further);
  }

  /** A calendar or timeline, and with some of its records on their days. @param most the number that it draws. */
  #days(screen: Screen, ids: readonly string[], most: number): void {
    const { route } = screen;
    const [context, actor] = [this.#context, this.#actor];
    this.#open(screen, route, onScreen(context, screen, actor));
    if (!this.#opens(screen)) return;
    // A month shows only some entries of a full day; the day's own view shows them all.
    const entries = this.#entries(screen, ids);
    if (entries > MOST_ON_DAY) return;
    const view = entries > most ? 'view=day&' : '';
    for (const record of this.#some(screen, ids)) {
      const day = placeOf(context, screen, actor, record.id);
      this.#open(screen, `${route}?${view}day=${day}`, onScreen(context, screen, actor), [record]);
    }
  }

  /** The number of records on a calendar, including those of its further entities. */
  #entries({ also }: Screen, ids: readonly string[]): number {
    return also.reduce((count, { entity }) => count + this.builder.world.living(entity).length, ids.length);
  }

  /** The parts of one record of each kind that is certainly on the screen. */
  #some(screen: Screen, ids: readonly string[]): OpenStep['records'] {
    const shown = ids.filter((id) => placeOf(this.#context, screen, this.#actor, id) !== null);
    if (recordsAs(screen) === 'cards' && !isWhole(this.#context, screen, shown)) return [];
    const kinds = new Map<string, { readonly id: string; readonly parts: Parts }>();
    for (const id of shown) {
      const parts = recordParts(this.#context, screen, this.#actor, id);
      const kind = JSON.stringify(parts);
      if (!kinds.has(kind)) kinds.set(kind, { id, parts });
    }
    return mostTelling([...kinds.values()]).map(({ id, parts }) => ({ id, ...parts }));
  }

  #withRecord(screen: Screen, record: View): Parts {
    return screen.kind === 'form'
      ? onForm(this.#context, screen, this.#actor, record)
      : onRecord(this.#context, screen, this.#actor, record);
  }

  /** Records that this reader can distinguish, one of each kind; on their own screen also by which lists have rows. */
  #samples(entity: string, own: Screen | null): View[] {
    const { world } = this.#context;
    const seen = new Set<string>();
    const rowsOn = (id: string) =>
      own?.related.map((part) => hasRows(seenBy(world, this.#actor).view(id), part)).join() ?? '';
    const field = this.#context.lookup.workflow(entity)?.field ?? '';
    return world.living(entity).flatMap(({ id }) => {
      const record = world.view(id);
      if (record === null) return [];
      const state = String(storedOf(record).values[field]);
      const kind = [
        state,
        kindOf(this.#context, world, this.#actor, record),
        mayDo(this.#actor, 'read', record),
        rowsOn(id),
      ].join();
      return seen.has(kind) ? [] : (seen.add(kind), [record]);
    });
  }
}

/** A limited number of these, chosen so that together they show as many different clauses as possible. */
function mostTelling<One extends { readonly parts: Parts | null }>(all: readonly One[]): readonly One[] {
  if (all.length <= MOST_RECORDS) return all;
  const chosen = new Set<One>();
  const shown = new Set<string>();
  const newIn = ({ parts }: One) => parts?.shown.filter((clause) => !shown.has(clause)).length ?? 0;
  while (chosen.size < MOST_RECORDS) {
    const left = all.filter((one) => !chosen.has(one));
    const best = left.reduce((one, other) => (newIn(other) > newIn(one) ? other : one));
    chosen.add(best);
    for (const clause of best.parts?.shown ?? []) shown.add(clause);
  }
  return all.filter((one) => chosen.has(one));
}

/** A symbol stays as it is: the product's id takes its place. */
function encodedValue(value: string | number): string {
  return String(value).startsWith('@') ? String(value) : encodeURIComponent(value);
}

/** An actor's roles about the user, in words. */
function roleName({ world }: DerivationContext, actor: Actor): string {
  if (actor === null) return 'nobody signed in';
  const roles = [...rolesOf(world, world.view(actor))];
  return roles.length === 0 ? 'signed in, without a role' : roles.join(', ');
}
