import { askedOfNew, type Field, isObject } from '@nonet/language';
import type { Body } from '../reference/body.ts';
import { isFileField } from '../reference/files.ts';
import type { Actor } from '../reference/permissions.ts';
import { Remembered } from '../reference/remembered.ts';
import { isSettable } from '../reference/settable.ts';
import { beginTransaction } from '../reference/transaction.ts';
import type { World } from '../reference/world.ts';
import type { Random } from './random.ts';
import type { MentionedValues } from './mentioned-values.ts';
import { valuesFor } from './values.ts';

/** The parts from which drafts are made. */
export interface Drafting {
  readonly world: World;
  readonly actor: Actor;
  readonly mentionedValues: MentionedValues;
  readonly random: Random;
  /** Whether a draft fills every file field that it can. */
  readonly fillsFiles: boolean;
  /** A number that no other draft has: what must be unique takes it. */
  serial(): number;
}

/** The plainest body with which this reader might create a record: what is required, and nothing else. */
export function plainDraft(drafting: Drafting, entity: string): Body {
  const draft: Record<string, unknown> = {};
  for (const field of settable(drafting, entity)) {
    if (field.type.kind === 'children') {
      const least = Number(field.minimum?.value ?? 0);
      const count = drafting.fillsFiles && holdsFile(drafting, childOf(field)) ? Math.max(1, least) : least;
      if (count > 0) draft[field.name] = times(count, () => plainDraft(drafting, childOf(field)));
    } else if ((askedOfNew(field).required && field.default === null) || (drafting.fillsFiles && isFileField(field))) {
      const [value] = candidates(drafting, field);
      if (value !== undefined) draft[field.name] = value;
    }
  }
  return draft;
}

function holdsFile(drafting: Drafting, entity: string): boolean {
  return settable(drafting, entity).some(isFileField);
}

/**
 * The draft with one thing changed: a field, one more child, one child less, a child's field. `focus` are the fields
 * (`Claim.from`) that what is sought depends on.
 */
export function mutated(drafting: Drafting, entity: string, draft: Body, focus: ReadonlySet<string>): Body {
  const fields = settable(drafting, entity);
  const near = fields.filter((field) => focus.has(`${entity}.${field.name}`) || leadsTo(drafting, field, focus));
  const field = drafting.random.pick(near.length > 0 && drafting.random.below(8) > 0 ? near : fields);
  if (field === undefined) return draft;
  if (field.type.kind !== 'children') {
    const value = drafting.random.pick(candidates(drafting, field)) ?? null;
    const days = daysBetween(field, draft[field.name], value);
    // At times a whole period moves.
    if (days !== null && drafting.random.below(3) === 0) return shifted(drafting, entity, draft, days);
    return { ...draft, [field.name]: value };
  }
  const child = childOf(field);
  const children = (draft[field.name] as readonly Body[] | undefined) ?? [];
  const least = Number(field.minimum?.value ?? 0);
  const most = Math.min(3, Number(field.maximum?.value ?? 3));
  const dice = drafting.random.below(6);
  if (children.length === 0 || (dice === 0 && children.length < most)) {
    const like = drafting.random.pick(children);
    const added = like === undefined ? plainDraft(drafting, child) : renewed(drafting, child, like);
    return { ...draft, [field.name]: [...children, added] };
  }
  const place = drafting.random.below(children.length);
  const rest = (change: Body | null) =>
    children.flatMap((one, at) => (at === place ? (change === null ? [] : [change]) : [one]));
  if (dice === 1 && children.length > least) return { ...draft, [field.name]: rest(null) };
  return { ...draft, [field.name]: rest(mutated(drafting, child, children[place] ?? {}, focus)) };
}

/** The draft with other values in unique fields, including those of its children. */
export function renewed(drafting: Drafting, entity: string, draft: Body): Body {
  const { lookup } = drafting.world;
  const together = new Set(lookup.entity(entity).unique.flat());
  const values = Object.entries(draft).map(([name, value]): [string, unknown] => {
    const field = lookup.field(entity, name);
    if (field === null || value === null) return [name, value];
    if (field.type.kind === 'children')
      return [name, (value as readonly Body[]).map((one) => renewed(drafting, childOf(field), one))];
    const isUnique = field.unique !== null || together.has(name);
    return [name, isUnique && field.type.kind !== 'reference' ? (candidates(drafting, field)[0] ?? value) : value];
  });
  return Object.fromEntries(values);
}

/** The draft with all of its days and instants moved by so many days: what is between two of them stays as long. */
export function shifted(drafting: Drafting, entity: string, draft: Body, days: number): Body {
  const { lookup } = drafting.world;
  return Object.fromEntries(
    Object.entries(draft).map(([name, value]): [string, unknown] => {
      const kind = lookup.field(entity, name)?.type.kind;
      const isTime = typeof value === 'string' && (kind === 'date' || kind === 'datetime');
      return [name, isTime ? later(value, days) : value];
    }),
  );
}

/** How many days are between two values of a field; null where it holds no days. */
export function daysBetween({ type }: Field, from: unknown, to: unknown): number | null {
  const hasDays = type.kind === 'date' || type.kind === 'datetime';
  if (!hasDays || typeof from !== 'string' || typeof to !== 'string') return null;
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS);
}

const DAY_MILLISECONDS = 86_400_000;

function later(time: string, days: number): string {
  const moved = new Date(Date.parse(time) + days * DAY_MILLISECONDS).toISOString();
  // Instants of drafts have no milliseconds: one instant has one text.
  return time.length === 10 ? moved.slice(0, 10) : moved.replace('.000Z', 'Z');
}

/** The values that a field may take here, the plainest first. */
export function candidates(drafting: Drafting, field: Field): unknown[] {
  const { world, actor, mentionedValues } = drafting;
  return valuesFor(world, actor, field, mentionedValues, drafting.serial());
}

/** The fields that this actor may set on a new record, or on one that is there. */
export function settable({ world, actor }: Drafting, entity: string, creates = true): readonly Field[] {
  return SETTABLE.of(world, `${actor} ${entity} ${creates}`, () => {
    const transaction = beginTransaction(world, actor);
    return world.lookup
      .entity(entity)
      .fields.filter(
        (field) =>
          (field.type.kind === 'children' ? !field.derived : true) && isSettable(transaction, entity, field, creates),
      );
  });
}

const SETTABLE = new Remembered<readonly Field[]>();

function leadsTo(drafting: Drafting, field: Field, focus: ReadonlySet<string>): boolean {
  if (field.type.kind !== 'children') return false;
  const { entity } = field.type;
  return settable(drafting, entity).some((inner) => focus.has(`${entity}.${inner.name}`));
}

function childOf(field: Field): string {
  if (field.type.kind !== 'children') throw new Error(`${field.clause} is no list.`);
  return field.type.entity;
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

const UPLOAD = '@upload:';

/** Replaces a draft's file placeholders by the ids of uploaded files. */
export function withFiles(body: Body, upload: (type: string) => string): Body {
  const replace = (value: unknown): unknown => {
    if (typeof value === 'string' && value.startsWith(UPLOAD)) return upload(value.slice(UPLOAD.length));
    if (Array.isArray(value)) return value.map((item) => replace(item));
    return isObject(value) ? withFiles(value, upload) : value;
  };
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, replace(value)]));
}
