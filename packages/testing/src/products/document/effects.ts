import type { Draft, EntityDraft, FieldDraft } from './draft.ts';
import { Expressions, type Scope } from './expressions.ts';
import { readsInDefault } from './fields.ts';

const SETTABLE = new Set([
  'integer',
  'decimal',
  'money',
  'boolean',
  'date',
  'datetime',
  'duration',
  'text',
  'choice',
  'reference',
]);

/** The effects of one row of point 4, or of a made call. */
export class Effects {
  readonly #draft: Draft;
  readonly #entity: EntityDraft;
  readonly #scope: Scope;
  readonly #expressions: Expressions;

  constructor(draft: Draft, entity: EntityDraft, scope: Scope) {
    this.#draft = draft;
    this.#entity = entity;
    this.#scope = scope;
    this.#expressions = new Expressions(draft);
  }

  /** Up to so many effects. */
  draw(most: number): string[] {
    const { dice } = this.#draft;
    const effects: string[] = [];
    const set = new Set<string>();
    for (let at = 0; at < most; at++) {
      const ways = [
        () => this.#set('', this.#entity, set),
        () => this.#setThrough(),
        () => this.#change(),
        () => this.#create(),
        () => this.#fire(),
        () => this.#fireEach(),
        () => this.#forEach(),
        () => this.#delete(),
      ];
      const effect = dice.pick(ways)();
      if (effect === null) continue;
      const isLast = effect.startsWith('delete');
      const isConditional = !effect.includes(' if ') && !effect.startsWith('for ') && dice.once(4);
      effects.push(isConditional ? `${effect} if ${this.#expressions.condition(this.#scope, 1)}` : effect);
      if (isLast) break;
    }
    return effects;
  }

  #settable(entity: EntityDraft): FieldDraft[] {
    return entity.fields.filter(
      ({ name, kind, type, computed, rules, isUnique }) =>
        SETTABLE.has(kind) &&
        type !== 'state' &&
        type !== '' &&
        computed === null &&
        !isUnique &&
        // An effect of `create` would set it after the default that reads it.
        !entity.fields.some((other) => readsInDefault(other, name)) &&
        !rules.some(
          (rule) =>
            rule.startsWith('when') || rule.startsWith('matches') || rule.includes('..') || rule.startsWith('among'),
        ),
    );
  }

  #value(field: FieldDraft, scope: Scope): string | null {
    const { dice } = this.#draft;
    if (field.isOptional && dice.once(5)) return 'null';
    if (field.kind === 'choice') return `"${dice.pick(field.values ?? [])}"`;
    if (field.kind === 'reference') {
      const found = this.#expressions.reference(field.entity ?? '', scope);
      return found === null || (found.isOptional && !field.isOptional) ? null : found.text;
    }
    if (field.type === 'email' || field.type === 'url' || field.type === 'phone') return null;
    if (field.kind === 'recurrence') return null;
    return this.#expressions.value(field.kind, scope, 1);
  }

  #set(prefix: string, entity: EntityDraft, set: Set<string>, scope: Scope = this.#scope): string | null {
    const field = this.#draft.dice.maybe(this.#settable(entity).filter(({ name }) => !set.has(name)));
    if (field === undefined) return null;
    const value = this.#value(field, scope);
    if (value === null) return null;
    set.add(field.name);
    return `${prefix}${field.name} = ${value}`;
  }

  #references(): FieldDraft[] {
    return this.#entity.fields.filter(
      ({ kind, entity }) => kind === 'reference' && entity !== undefined && entity !== 'User',
    );
  }

  /** `if` where the path may be empty. */
  #onlyIf(field: FieldDraft): string {
    return field.isOptional ? ` if ${field.name} != null` : '';
  }

  #setThrough(): string | null {
    const field = this.#draft.dice.maybe(this.#references());
    if (field === undefined) return null;
    const effect = this.#set(`${field.name}.`, this.#draft.entity(field.entity ?? ''), new Set());
    return effect === null ? null : `${effect}${this.#onlyIf(field)}`;
  }

  /** `several + user`, `several - reference`, of the record itself or of one that it refers to. */
  #change(): string | null {
    const { dice } = this.#draft;
    const isMany = ({ list }: FieldDraft): boolean => list === 'many';
    const own = this.#entity.fields.filter(isMany).map((field) => ({ field, path: field.name, onlyIf: '' }));
    const through = this.#references().flatMap((reference) =>
      this.#draft
        .entity(reference.entity ?? '')
        .fields.filter(isMany)
        .map((field) => ({ field, path: `${reference.name}.${field.name}`, onlyIf: this.#onlyIf(reference) })),
    );
    const found = dice.maybe([...own, ...through]);
    if (found === undefined) return null;
    const { field, path, onlyIf } = found;
    const record = this.#expressions.reference(field.entity ?? '', this.#scope);
    if (record === null || (record.isOptional && onlyIf !== '')) return null;
    const guard = record.isOptional ? ` if ${record.text} != null` : onlyIf;
    return `${path} ${dice.once(2) ? '+' : '-'} ${record.text}${guard}`;
  }

  #create(): string | null {
    const { dice } = this.#draft;
    const entity = dice.pick(this.#draft.roots);
    if (entity.name === 'User' || entity === this.#entity || !this.#draft.hasStart(entity)) return null;
    const values: string[] = [];
    for (const field of entity.fields) {
      const isNeeded =
        !field.isOptional &&
        field.computed === null &&
        field.type !== 'state' &&
        !field.type.startsWith('number') &&
        !field.type.startsWith('slug') &&
        !field.rules.some((rule) => rule.startsWith('default'));
      if (!isNeeded && !(field.isEntered && field.isOptional && SETTABLE.has(field.kind) && dice.once(4))) continue;
      // Only a request can write the children of a new record.
      if (field.list === 'owned' && isNeeded) return null;
      if (field.kind === 'records') continue;
      const value = this.#whole(field);
      if (value === null && isNeeded) return null;
      if (value !== null) values.push(`${field.name}: ${value}`);
    }
    return `create ${entity.name}(${values.join(', ')})`;
  }

  /** A value for a field of a new record, within its bounds where it has some. */
  #whole(field: FieldDraft): string | null {
    if (field.type === 'email') return '"new@example.com"';
    if (field.type === 'url') return '"https://example.com/"';
    if (field.type === 'phone') return '"+31201234567"';
    if (field.kind === 'time') return '"08:30"';
    if (field.kind === 'percent') return '0.1';
    if (field.rules.some((rule) => rule.includes('..') || rule.startsWith('matches'))) {
      const inBounds: Readonly<Record<string, string>> = {
        integer: '3',
        decimal: '1.5',
        money: '20 EUR',
        text: '"ab"',
      };
      return inBounds[field.kind] ?? null;
    }
    if (field.kind === 'opaque' || field.rules.some((rule) => rule.startsWith('when'))) return null;
    return this.#value(field, this.#scope);
  }

  #firable(entity: EntityDraft) {
    return this.#draft.events(entity).filter(({ isFired, isNew }) => isFired && !isNew);
  }

  #fire(): string | null {
    const { dice } = this.#draft;
    const paths = this.#references().flatMap((field) =>
      this.#firable(this.#draft.entity(field.entity ?? '')).map(
        (event) => `${event.name} on ${field.name}${this.#onlyIf(field)}`,
      ),
    );
    const own = this.#firable(this.#entity).map((event) => `${event.name} on this`);
    return dice.maybe([...paths, ...own]) ?? null;
  }

  #fireEach(): string | null {
    const { dice } = this.#draft;
    const entity = dice.pick(this.#draft.roots);
    const event = dice.maybe(this.#firable(entity));
    if (event === undefined) return null;
    const where = this.#expressions.condition({ here: entity, outer: this.#entity, hasTime: true, isFree: true }, 1);
    return dice.once(2)
      ? `${event.name} on ${entity.name} where ${where}`
      : `${event.name} on first(${entity.name} where ${where} order created_at)`;
  }

  #forEach(): string | null {
    const { dice } = this.#draft;
    const list = dice.maybe(this.#entity.fields.filter(({ kind }) => kind === 'records'));
    const entity = list === undefined ? dice.pick(this.#draft.roots) : this.#draft.entity(list.entity ?? '');
    if (entity.name === 'User') return null;
    const variable = this.#draft.fresh('each');
    const scope: Scope = { here: entity, prefix: `${variable}.`, hasTime: true };
    const effect = this.#set(`${variable}.`, entity, new Set(), scope);
    return effect === null ? null : `for ${variable} in ${list?.name ?? entity.name}: ${effect}`;
  }

  #delete(): string | null {
    const { dice } = this.#draft;
    const mayDelete = (entity: EntityDraft): boolean =>
      entity.settings.get('delete') !== 'never' && entity.owner === null;
    const paths = this.#references().filter(
      (field) => mayDelete(this.#draft.entity(field.entity ?? '')) && field.computed === null,
    );
    const found = dice.maybe(paths);
    if (found !== undefined) return `delete ${found.name}${this.#onlyIf(found)}`;
    return mayDelete(this.#entity) ? 'delete this' : null;
  }
}
