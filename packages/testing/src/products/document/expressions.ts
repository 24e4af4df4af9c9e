import type { Draft, EntityDraft, FieldDraft, ValueKind } from './draft.ts';

/** The place of an expression: the names that it may use. */
export interface Scope {
  /** The entity whose fields have bare names; null if there is none (a term, a role about the user alone). */
  readonly here: EntityDraft | null;
  /** In a query: the entity of the clause's own record, which is `this`. */
  readonly outer?: EntityDraft | null;
  /** `signed in`: there is a user; `perhaps`: it may be null; absent: nobody acts. */
  readonly user?: 'signed in' | 'perhaps';
  /** Whether `matches`, `lower` and `upper` are allowed. */
  readonly isFree?: boolean;
  /** Whether the expression may read the time. */
  readonly hasTime?: boolean;
  /** Whether queries are allowed. */
  readonly hasQueries?: boolean;
  /** Further names that hold a value, never null. */
  readonly names?: readonly { readonly name: string; readonly kind: ValueKind }[];
  /** Constants that have no value yet may be here. */
  readonly mayBeOpen?: boolean;
  /** Whether fields whose type is a gap may be used: a cell that names one is a gap itself. */
  readonly isCell?: boolean;
  /** Before names of `here`'s fields: `old.`, `l.`. */
  readonly prefix?: string;
}

/** A value to read, and the parts of its path that may be null. */
interface Read {
  readonly text: string;
  readonly nulls: readonly string[];
  readonly field: FieldDraft;
}

const ORDERED = ['<', '<=', '>', '>=', '==', '!='] as const;
const LITERALS: Readonly<Partial<Record<ValueKind, readonly string[]>>> = {
  integer: ['0', '1', '2', '7', '40', '-3'],
  decimal: ['0.5', '2.25', '1e2', '-0.125'],
  money: ['10 EUR', '0.01 EUR', '2500 EUR'],
  boolean: ['true', 'false'],
  date: ['date("2026-11-21")', 'date("2028-02-29")'],
  datetime: ['datetime("2026-11-21T09:30:00Z")'],
  duration: ['3 days', '1 month', '90 minutes', '2 weeks', '1 year', '45 seconds', '12 h'],
  text: ['"a"', '"Ä b"', '"12"', '"x y z"'],
};
const TEXTS = ['"a"', '"Ä"', '"1"', '" "'];

/** Typed expressions over a draft: what they read may not be null, or is guarded. */
export class Expressions {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  /** An expression of a kind that is never null. */
  value(kind: ValueKind, scope: Scope, depth = 2): string {
    const { dice } = this.#draft;
    const simple = this.#simple(kind, scope, depth);
    if (depth <= 0 || dice.once(3)) return simple;
    const deeper = this.#compound(kind, scope, depth - 1);
    return deeper ?? simple;
  }

  /** A condition that reads something of the record, if there is something. */
  condition(scope: Scope, depth = 2): string {
    const { dice } = this.#draft;
    const ways: (() => string | null)[] = [
      () => this.#comparison(scope, depth),
      () => this.#comparison(scope, depth),
      () => this.#presence(scope),
      () => this.#choice(scope),
      () => this.#ofText(scope, depth),
      () => this.#ofRecords(scope, depth),
      () => this.#ofUser(scope),
      () => this.#ofValues(scope, depth),
      () => this.#guarded(scope, 'boolean'),
    ];
    if (depth > 0) {
      ways.push(
        () => `(${this.condition(scope, depth - 1)} ${dice.pick(['and', 'or'])} ${this.condition(scope, depth - 1)})`,
        () => `not (${this.condition(scope, depth - 1)})`,
        () =>
          `(if ${this.condition(scope, depth - 1)} then ${this.condition(scope, 0)} else ${this.condition(scope, 0)})`,
      );
    }
    for (const way of dice.shuffled(ways)) {
      const text = way();
      if (text !== null) return text;
    }
    return this.#literal('boolean');
  }

  /** A reference that may be null, or one that never is, for setting a field of that entity. */
  reference(entity: string, scope: Scope): { readonly text: string; readonly isOptional: boolean } | null {
    const reads = this.#reads('reference', scope).filter(({ field }) => field.entity === entity);
    const found = reads
      .filter(({ text, nulls }) => nulls.every((one) => one === text))
      .map(({ text, nulls }) => ({ text, isOptional: nulls.length > 0 }));
    const own = scope.outer ?? scope.here;
    if (own?.name === entity && scope.prefix === undefined) found.push({ text: 'this', isOptional: false });
    if (entity === 'User' && scope.user !== undefined)
      found.push({ text: 'user', isOptional: scope.user === 'perhaps' });
    return this.#draft.dice.maybe(found) ?? null;
  }

  #literal(kind: ValueKind): string {
    const { dice } = this.#draft;
    if (kind === 'percent') return '0.5';
    const literals = LITERALS[kind];
    if (literals === undefined) throw new Error(`Nothing is written as a ${kind}.`);
    return dice.pick(literals);
  }

  #simple(kind: ValueKind, scope: Scope, depth: number): string {
    const { dice } = this.#draft;
    if (kind === 'boolean') return this.condition(scope, depth > 1 ? 1 : 0);
    if (kind === 'choice') throw new Error('A choice is written with its field.');
    const named = (scope.names ?? []).filter((name) => name.kind === kind);
    const constants = this.#draft.constants.filter(
      (constant) => constant.kind === kind && (scope.mayBeOpen === true || !constant.isOpen),
    );
    const ways: (() => string | null)[] = [
      () => this.#guarded(scope, kind),
      () => this.#guarded(scope, kind),
      () => dice.maybe(constants)?.name ?? null,
      () => dice.maybe(named)?.name ?? null,
      () => this.#term(kind, scope, depth),
    ];
    if (scope.hasTime === true && kind === 'date') ways.push(() => 'today()');
    if (scope.hasTime === true && kind === 'datetime') ways.push(() => 'now()');
    for (const way of dice.shuffled(ways)) {
      const text = way();
      if (text !== null) return text;
    }
    return this.#literal(kind);
  }

  #compound(kind: ValueKind, scope: Scope, depth: number): string | null {
    const { dice } = this.#draft;
    const of = (other: ValueKind): string => this.value(other, scope, depth);
    const either = (): string => `(if ${this.condition(scope, depth)} then ${of(kind)} else ${of(kind)})`;
    const read = (): string => {
      const number = `${kind}(${of('text')})`;
      return `(if ${number} == null then ${this.#literal(kind)} else ${number})`;
    };
    const extreme = (): string => `${dice.pick(['least', 'greatest'])}(${of(kind)}, ${of(kind)})`;
    switch (kind) {
      case 'integer':
        return dice.pick([
          () => `(${of('integer')} ${dice.pick(['+', '-', '*'])} ${this.#literal('integer')})`,
          () => `(${of('integer')} % 7)`,
          () => `${dice.pick(['round', 'floor', 'ceil', 'trunc'])}(${of('decimal')})`,
          () => `${dice.pick(['floor', 'ceil'])}(${of('decimal')} / 3)`,
          () => `${dice.pick(['abs', 'sign'])}(${of('integer')})`,
          () => `${dice.pick(['year', 'weekday_number'])}(${of('date')})`,
          () => `${dice.pick(['month_number', 'day_number'])}(${of('date')})`,
          () => `${dice.pick(['hour', 'minute'])}(${of('datetime')})`,
          () => `days(${of('date')}, ${of('date')})`,
          () => `working_days(${of('date')}, ${of('date')}${this.#at(scope, ', ')})`,
          () => this.#worked(scope, of) ?? either(),
          () => this.#repeated('integer', scope, of) ?? either(),
          () => `${dice.pick(['hours', 'minutes'])}(${of('datetime')}, ${of('datetime')})`,
          () => `(${of('date')} - ${of('date')})`,
          () => `size(${of('text')})`,
          () => `size(dates(${of('date')}, date("2026-12-31")))`,
          () => `indexOf(${of('text')}, ${dice.pick(TEXTS)})`,
          () => `lastIndexOf(${of('text')}, ${dice.pick(TEXTS)})`,
          () => this.#aggregate('integer', scope, depth) ?? either(),
          read,
          extreme,
          either,
        ])();
      case 'decimal':
        return dice.pick([
          () => `(${of('decimal')} ${dice.pick(['+', '-', '*'])} ${of('integer')})`,
          () => `(${of('integer')} / ${dice.pick(['4', '0.3', '-7'])})`,
          () => `round(${of('decimal')}, ${dice.pick(['0', '1', '3'])})`,
          () => this.#aggregate('decimal', scope, depth) ?? either(),
          read,
          extreme,
        ])();
      case 'money':
        return dice.pick([
          () => `(${of('money')} ${dice.pick(['+', '-'])} ${of('money')})`,
          () => `(${of('money')} * ${of('integer')})`,
          () => `round(${of('money')}, 1)`,
          () => this.#aggregate('money', scope, depth) ?? either(),
          extreme,
          either,
        ])();
      case 'date':
        return dice.pick([
          () => `(${of('date')} ${dice.pick(['+', '-'])} ${dice.pick(['1 month', '30 days', '5 working days'])})`,
          () => `(${of('date')} + ${dice.pick(['1', '3'])} working days${this.#at(scope, ' at ')})`,
          () => `(${of('date')} + 1 day * ${dice.pick(['2', '-3'])})`,
          () => `month(${of('date')})`,
          () => this.#repeated('date', scope, of) ?? either(),
          () => `date(${of('datetime')})`,
          extreme,
          either,
        ])();
      case 'datetime':
        return dice.pick([
          () => `(${of('datetime')} ${dice.pick(['+', '-'])} ${this.#literal('duration')})`,
          () => (this.#at(scope, 'x') === '' ? either() : `(${of('datetime')} + 90 minutes${this.#at(scope, ' at ')})`),
          extreme,
          either,
        ])();
      case 'duration':
        return dice.pick([
          () => `(${of('duration')} ${dice.pick(['+', '-'])} ${of('duration')})`,
          () => `(${of('duration')} * 2)`,
        ])();
      case 'text':
        return dice.pick([
          () => `(${of('text')} + ${of('text')})`,
          () => `trim(${of('text')})`,
          () => `lower${scope.isFree === true && dice.once(2) ? '' : 'Ascii'}(${of('text')})`,
          () => `upper${scope.isFree === true && dice.once(2) ? '' : 'Ascii'}(${of('text')})`,
          () => `replace(${of('text')}, ${dice.pick(TEXTS)}, ${dice.pick(TEXTS)})`,
          () => `text(${of(dice.pick(['integer', 'decimal', 'money', 'date'] as const))})`,
          () => `(if substring(${of('text')}, 0, 3) == null then "none" else ${of('text')})`,
          either,
        ])();
      case 'boolean':
      case 'choice':
      case 'opaque':
      case 'percent':
      case 'records':
      case 'recurrence':
      case 'reference':
      case 'time':
        return null;
    }
  }

  /** The clause's own record behind a sign, if it has working time and its fields have bare names; else nothing. */
  #at({ here, outer, prefix }: Scope, sign: string): string {
    const isOwn = outer === undefined || outer === null;
    return isOwn && prefix === undefined && here?.settings.has('working time') === true ? `${sign}this` : '';
  }

  #worked(scope: Scope, of: (kind: ValueKind) => string): string | null {
    const at = this.#at(scope, ', ');
    const name = this.#draft.dice.pick(['working_hours', 'working_minutes']);
    return at === '' ? null : `${name}(${of('datetime')}, ${of('datetime')}${at})`;
  }

  /** The dates of a recurrence, or another value where there are none. */
  #repeated(kind: 'date' | 'integer', scope: Scope, of: (kind: ValueKind) => string): string | null {
    const read = this.#draft.dice.maybe(this.#reads('recurrence', scope));
    if (read === undefined) return null;
    const said =
      kind === 'date'
        ? `next_occurrence(${read.text}, ${of('date')})`
        : `size(occurrences(${read.text}, ${of('date')}, date("2026-12-31")))`;
    const absent = [...read.nulls, ...(kind === 'date' ? [said] : [])].map((text) => `${text} == null`);
    return absent.length === 0 ? said : `(if ${absent.join(' or ')} then ${this.#literal(kind)} else ${said})`;
  }

  /** A field of a kind, with a guard if it or a part of its path may be null. */
  #guarded(scope: Scope, kind: ValueKind): string | null {
    const { dice } = this.#draft;
    const read = dice.maybe(this.#reads(kind, scope));
    if (read === undefined) return null;
    if (read.nulls.length === 0) return read.text;
    const absent = read.nulls.map((text) => `${text} == null`).join(' or ');
    return `(if ${absent} then ${kind === 'boolean' ? 'false' : this.#literal(kind)} else ${read.text})`;
  }

  /** The fields of a kind that the scope reaches, by up to one reference. */
  #reads(kind: ValueKind, scope: Scope): Read[] {
    const reads: Read[] = [];
    const add = (entity: EntityDraft, prefix: string, nulls: readonly string[], steps: number): void => {
      for (const field of entity.fields) {
        const text = `${prefix}${field.name}`;
        const own = field.isOptional ? [...nulls, text] : nulls;
        if (field.kind === kind) reads.push({ text, nulls: own, field });
        if (field.kind === 'reference' && field.entity !== undefined && steps > 0)
          add(this.#draft.entity(field.entity), `${text}.`, own, steps - 1);
      }
    };
    if (scope.here !== null) add(scope.here, scope.prefix ?? '', [], 1);
    if (scope.outer) add(scope.outer, 'this.', [], 0);
    if (scope.user === 'signed in' && this.#draft.entities.some(({ name }) => name === 'User'))
      add(this.#draft.entity('User'), 'user.', [], 0);
    return reads;
  }

  #comparison(scope: Scope, depth: number): string {
    const { dice } = this.#draft;
    const kind = dice.pick(['integer', 'integer', 'decimal', 'money', 'date', 'datetime', 'text', 'duration'] as const);
    const left = this.#guarded(scope, kind) ?? this.value(kind, scope, depth - 1);
    const right = this.value(kind, scope, depth - 1);
    return `(${left} ${dice.pick(ORDERED)} ${left === right ? this.#literal(kind) : right})`;
  }

  #presence(scope: Scope): string | null {
    const { dice } = this.#draft;
    const kinds = ['reference', 'integer', 'date', 'text', 'opaque', 'money'] as const;
    const optional = kinds
      .flatMap((kind) => this.#reads(kind, scope))
      .filter(({ nulls, field }) => nulls.length === 1 && (scope.isCell === true || field.type !== 'not shown'));
    const found = dice.maybe(optional.filter(({ text, nulls }) => nulls[0] === text));
    return found === undefined ? null : `${found.text} ${dice.pick(['==', '!='])} null`;
  }

  #choice(scope: Scope): string | null {
    const { dice } = this.#draft;
    const read = dice.maybe(this.#reads('choice', scope));
    if (read === undefined) return null;
    const values = (read.field.values ?? []).map((value) => `"${value}"`);
    const is = dice.once(2)
      ? `${read.text} ${dice.pick(['==', '!='])} ${dice.pick(values)}`
      : `${read.text} in [${dice.shuffled(values).slice(0, 2).join(', ')}]`;
    if (read.nulls.length === 0) return is;
    return `(${read.nulls.map((text) => `${text} != null`).join(' and ')} and ${is})`;
  }

  #ofText(scope: Scope, depth: number): string {
    const { dice } = this.#draft;
    const text = this.value('text', scope, depth - 1);
    const subject = scope.isFree === true && dice.once(3) ? `${dice.pick(['lower', 'upper'])}(${text})` : text;
    const name = dice.pick(['contains', 'startsWith', 'endsWith', ...(scope.isFree === true ? ['matches'] : [])]);
    const part = name === 'matches' ? dice.pick(['/a/', '/^[A-Z]/', '/[0-9]{2,}$/']) : dice.pick(TEXTS);
    return `${name}(${subject}, ${part})`;
  }

  #ofUser(scope: Scope): string | null {
    const { dice } = this.#draft;
    if (scope.user === undefined) return null;
    const roles = this.#draft.roles.filter(({ kind }) => kind === 'assigned' || kind === 'user');
    const role = dice.maybe(roles);
    const owner = dice.maybe(
      this.#reads('reference', scope).filter(({ field, nulls }) => field.entity === 'User' && nulls.length === 0),
    );
    if (owner !== undefined && (role === undefined || dice.once(2))) return `${owner.text} == user`;
    return role === undefined ? null : `user is ${role.name}`;
  }

  #ofValues(scope: Scope, depth: number): string {
    const { dice } = this.#draft;
    const name = this.#draft.fresh('each');
    const form = dice.pick([
      () =>
        `exists(dates(${this.value('date', scope, 0)}, date("2026-12-31")) as ${name} where weekday_number(${name}) > 5)`,
      () =>
        `all([${this.value('integer', scope, 0)}, 4, 9] as ${name} have ${name} > ${this.value('integer', scope, 0)})`,
      () => `(count(["a", "b"] as ${name} where ${this.value('text', scope, 0)}.contains(${name})) < 2)`,
      () => `(${this.value('integer', scope, depth - 1)} in [1, 2, 3, 5, 8])`,
    ]);
    return form();
  }

  /** A query that is a condition, over a list of the record or over all records of an entity. */
  #ofRecords(scope: Scope, depth: number): string | null {
    const { dice } = this.#draft;
    const source = this.#source(scope);
    if (source === null) return null;
    const where = this.condition(source.scope, Math.min(0, depth - 2));
    return dice.pick([
      () => `exists(${source.text} where ${where})`,
      () => `all(${source.text} have ${where})`,
      () => `(count(${source.text} where ${where}) ${dice.pick(['<', '>=', '<='])} ${dice.pick(['1', '2', '5'])})`,
    ])();
  }

  #aggregate(kind: 'integer' | 'decimal' | 'money', scope: Scope, depth: number): string | null {
    const { dice } = this.#draft;
    const source = this.#source(scope);
    if (source === null) return null;
    const where = dice.once(2) ? ` where ${this.condition(source.scope, Math.min(0, depth - 1))}` : '';
    const field = dice.maybe(source.entity.fields.filter((one) => one.kind === kind && !one.isOptional));
    const counted = `count(${source.text}${where})`;
    if (field === undefined) return kind === 'integer' ? counted : null;
    const path = `${source.text}.${field.name}${where}`;
    return dice.pick([
      () => `sum(${path})`,
      () => `sum(${field.name} * 2 of ${source.text}${where})`,
      () => {
        const form = dice.pick(kind === 'integer' ? ['min', 'max'] : ['min', 'max', 'avg']);
        return `(if ${form}(${path}) == null then ${this.#literal(kind)} else ${form}(${path}))`;
      },
      () => (kind === 'integer' ? counted : `sum(${path})`),
    ])();
  }

  #source(scope: Scope): { readonly text: string; readonly entity: EntityDraft; readonly scope: Scope } | null {
    const { dice } = this.#draft;
    if (scope.hasQueries !== true || scope.outer !== undefined) return null;
    const lists = this.#reads('records', scope)
      .filter(({ nulls, text }) => nulls.every((one) => one === text))
      .map(({ text, field }) => ({ text, entity: this.#draft.entity(field.entity ?? '') }));
    const all = this.#draft.roots.map((entity) => ({ text: entity.name, entity }));
    const found = dice.maybe(lists.length > 0 && dice.once(2) ? lists : all);
    if (found === undefined) return null;
    const { prefix: _, ...rest } = scope;
    return { ...found, scope: { ...rest, here: found.entity, outer: scope.prefix === undefined ? scope.here : null } };
  }

  #term(kind: ValueKind, scope: Scope, depth: number): string | null {
    const { dice } = this.#draft;
    if (depth <= 0) return null;
    const term = dice.maybe(this.#draft.terms.filter((one) => one.kind === kind));
    if (term === undefined) return null;
    return `${term.name}(${term.parameters.map((parameter) => this.value(parameter.kind, scope, 0)).join(', ')})`;
  }
}
