import { itemAt } from '../collections.ts';
import type { Model } from './model.ts';
import { isSameNamespace, type Rename, type RenamedKind } from './renames.ts';

/** The parts of a document that have names; a plan has them, too. */
export type NamedParts = Pick<Model, 'entities' | 'states' | 'roles' | 'screens' | 'calls' | 'constants' | 'renames'>;

/** The new names of a former document's parts. A part without a new name keeps its own. */
export interface NewNames {
  readonly entity: (was: string) => string;
  readonly role: (was: string) => string;
  /** The new slug of a screen. */
  readonly screen: (was: string) => string;
  readonly call: (was: string) => string;
  readonly constant: (was: string) => string;
  /** `entity`: by its former name. */
  readonly field: (entity: string, was: string) => string;
  readonly state: (entity: string, was: string) => string;
  readonly event: (entity: string, was: string) => string;
  /** `entity`, `field`: by their former names. */
  readonly choice: (entity: string, field: string, was: string) => string;
  /** `4.Claim.status.submit` → `4.Expense.status.hand_in`. */
  readonly clause: (was: string) => string;
}

/** Matches the things of a document with those of the former one. */
export interface DocumentPair {
  /** The renames that the former document does not have yet, entities first. */
  readonly renames: readonly Rename[];
  readonly names: NewNames;
}

/** The kinds of which several can become one: they are in values, and nothing that holds values is called so. */
const MERGED: ReadonlySet<RenamedKind> = new Set(['state', 'choice', 'event', 'role', 'screen', 'call', 'constant']);

/**
 * Pairs a document with its former version: by `was` if stated, else by name. A rename applies if the former document
 * has the former name, and if the new name does not exist there yet or belongs to something that is renamed itself.
 * Names that are swapped with each other are swapped once: `done` are the renames that were carried out before.
 */
export function pairDocuments(
  former: NamedParts,
  now: NamedParts,
  done: readonly Rename[] = former.renames,
): DocumentPair {
  const { renames } = now;
  const entities = pendingOf(
    renames.filter(({ kind }) => kind === 'entity'),
    former,
    now,
    done,
    (name) => name,
  );
  const formerEntity = (name: string) => entities.find((rename) => rename.name === name)?.was ?? name;
  // Choices are in fields, by whose former names they are found.
  const fields = pendingOf(
    renames.filter((rename) => rename.kind === 'field' && !isPassword(rename, formerEntity)),
    former,
    now,
    done,
    formerEntity,
  );
  const formerField = (entity: string, name: string) =>
    fields.find((rename) => 'entity' in rename && rename.entity === entity && rename.name === name)?.was ?? name;
  const others = pendingOf(
    renames.filter(({ kind }) => kind !== 'entity' && kind !== 'field'),
    former,
    now,
    done,
    formerEntity,
    formerField,
  );
  const pending = new Set([...entities, ...fields, ...others]);
  const ordered = [...entities, ...renames.filter((rename) => rename.kind !== 'entity' && pending.has(rename))];
  return { renames: ordered, names: newNames(former, ordered) };
}

/** A password is stored separately from the product's records, as a hash. */
function isPassword(rename: Rename, formerEntity: (name: string) => string): boolean {
  return 'entity' in rename && formerEntity(rename.entity) === 'User' && [rename.name, rename.was].includes('password');
}

function pendingOf(
  renames: readonly Rename[],
  former: NamedParts,
  now: NamedParts,
  done: readonly Rename[],
  formerEntity: (name: string) => string,
  formerField: (entity: string, name: string) => string = (_entity, name) => name,
): readonly Rename[] {
  const inFormer = (rename: Rename) => {
    if (!('entity' in rename)) return namesIn(former, rename);
    const entity = formerEntity(rename.entity);
    return namesIn(
      former,
      'field' in rename
        ? { ...rename, entity, field: formerField(rename.entity, rename.field) }
        : { ...rename, entity },
    );
  };
  const had = (rename: Rename, name: string) => inFormer(rename).has(name);
  const candidates = renames.filter((rename) => had(rename, rename.was));
  const pending: Rename[] = [];
  const leaves = (rename: Rename, name: string) =>
    pending.some((other) => isSameNamespace(other, rename) && other.was === name);
  const isTaken = (rename: Rename) =>
    pending.some((other) => isSameNamespace(other, rename) && other.name === rename.name);
  const isReady = (rename: Rename) => {
    if (MERGED.has(rename.kind))
      return !namesIn(now, rename).has(rename.was) || !had(rename, rename.name) || leaves(rename, rename.name);
    return !isTaken(rename) && (!had(rename, rename.name) || leaves(rename, rename.name));
  };
  const next = () => candidates.find((rename) => !pending.includes(rename) && isReady(rename));
  for (let rename = next(); rename !== undefined; rename = next()) pending.push(rename);
  for (const rename of candidates) {
    if (pending.includes(rename)) continue;
    const circle = circleOf(
      rename,
      candidates.filter((other) => !pending.includes(other)),
    );
    const isDone = circle.every((each) =>
      done.some((other) => isSameNamespace(each, other) && each.name === other.name && each.was === other.was),
    );
    if (!isDone) pending.push(...circle);
  }
  return renames.filter((rename) => pending.includes(rename));
}

/** The renames that give names to each other in a circle, from one of them on; none if it is in no circle. */
function circleOf(first: Rename, renames: readonly Rename[]): readonly Rename[] {
  const circle = [first];
  for (;;) {
    const last = itemAt(circle, -1);
    const next = renames.find((rename) => isSameNamespace(rename, first) && rename.name === last.was);
    if (next === undefined || (next !== first && circle.includes(next))) return [];
    if (next === first) return circle;
    circle.push(next);
  }
}

/** The names that a document has of the rename's kind, within the rename's owner. */
export function namesIn(parts: NamedParts, rename: Rename): ReadonlySet<string> {
  return new Set(
    rename.kind === 'screen' ? parts.screens.map(({ slug }) => slug) : thingsOf(parts, rename).map(({ name }) => name),
  );
}

function thingsOf(
  { entities, states, roles, calls, constants }: NamedParts,
  rename: Rename,
): readonly { readonly name: string }[] {
  const fields = (of: string) => entities.find(({ name }) => name === of)?.fields ?? [];
  const workflow = (of: string) => states.find(({ entity }) => entity === of);
  switch (rename.kind) {
    case 'entity':
      return entities;
    case 'role':
      return roles;
    case 'call':
      return calls;
    case 'constant':
      return constants;
    case 'screen':
      return [];
    case 'field':
      return fields(rename.entity);
    case 'state':
      return workflow(rename.entity)?.states ?? [];
    case 'event':
      return workflow(rename.entity)?.events ?? [];
    case 'choice': {
      const type = fields(rename.entity).find(({ name }) => name === rename.field)?.type;
      return type?.kind === 'enum' ? type.values : [];
    }
  }
}

function newNames(former: NamedParts, renames: readonly Rename[]): NewNames {
  const find = (kind: RenamedKind, was: string, entity?: string, field?: string) =>
    renames.find(
      (rename) =>
        rename.kind === kind &&
        rename.was === was &&
        ('entity' in rename ? rename.entity : undefined) === entity &&
        ('field' in rename ? rename.field : undefined) === field,
    )?.name ?? was;
  const overall = (kind: RenamedKind) => (was: string) => find(kind, was);
  const [entity, role, screen] = [overall('entity'), overall('role'), overall('screen')];
  const [call, constant] = [overall('call'), overall('constant')];
  const within = (kind: RenamedKind) => (of: string, was: string) => find(kind, was, entity(of));
  const [field, state, event] = [within('field'), within('state'), within('event')];
  const choice = (of: string, in_: string, was: string) => find('choice', was, entity(of), field(of, in_));
  const workflows = new Map(former.states.map((workflow) => [workflow.entity, workflow]));

  const clause = (was: string): string => {
    const [point = '', of, ...rest] = was.split('.');
    if (of === undefined) return was;
    switch (point) {
      case '2':
        return [point, screen(of), ...rest].join('.');
      case '3':
        return [point, entity(of), ...rest.map((name, at) => (at === 0 ? field(of, name) : name))].join('.');
      case '4': {
        const workflow = workflows.get(of);
        const hasField = (workflow?.field ?? null) !== null;
        const isEvent = (name: string) => workflow?.events.some((each) => each.name === name) === true;
        // Behind the field: an event, and the first state that its row starts from; or a state.
        const words = rest.map((name, at) => {
          if (hasField && at === 0) return field(of, name);
          return at === (hasField ? 1 : 0) && isEvent(name) ? event(of, name) : state(of, name);
        });
        return [point, entity(of), ...words].join('.');
      }
      case '6': {
        if (rest.length === 0) return [point, role(of)].join('.');
        // A field is named before what may be done with it; behind that, a role.
        const ofField = rest[1] === 'read' || rest[1] === 'update';
        const words = rest.map((name, at) => {
          if (at === 0) return ofField ? field(of, name) : name;
          return at === rest.length - 1 && !(ofField && at === 1) ? role(name) : name;
        });
        return [point, entity(of), ...words].join('.');
      }
      case '7':
        return [point, call(of), ...rest].join('.');
      case '9':
        return [point, constant(of), ...rest].join('.');
      default:
        return was;
    }
  };
  return { entity, role, screen, call, constant, field, state, event, choice, clause };
}

/**
 * The renames that lead back from a document to its former version: each name that replaced exactly one other becomes
 * that one. If several names became one, or one that was there took another in, it is unknown which each was.
 */
export function renamesBack(now: NamedParts, former: NamedParts): readonly Rename[] {
  const known = now.renames.filter((rename) => {
    const placed = placedBefore(now.renames, rename);
    const isSaidThere = former.renames.some(
      (other) => isSameNamespace(other, placed) && other.name === placed.name && other.was === placed.was,
    );
    return !isSaidThere && namesIn(former, placed).has(rename.was);
  });
  const alike = (rename: Rename) => known.filter((other) => isSameNamespace(other, rename));
  const isOnly = (rename: Rename) => alike(rename).filter((other) => other.name === rename.name).length === 1;
  // A name that was there before, and went nowhere else, took the other one in.
  const isNewName = (rename: Rename) =>
    !namesIn(former, placedBefore(now.renames, rename)).has(rename.name) ||
    alike(rename).some((other) => other.was === rename.name);
  return known
    .filter((rename) => isOnly(rename) && isNewName(rename))
    .map((rename) => {
      const { name, was } = rename;
      return { ...placedBefore(now.renames, rename), name: was, was: name };
    });
}

/** A rename with the former names of what it is within. */
function placedBefore(renames: readonly Rename[], rename: Rename): Rename {
  if (!('entity' in rename)) return rename;
  const entity = renames.find(({ kind, name }) => kind === 'entity' && name === rename.entity)?.was ?? rename.entity;
  if (!('field' in rename)) return { ...rename, entity };
  const field = renames.find(
    (other) => other.kind === 'field' && other.entity === rename.entity && other.name === rename.field,
  );
  return { ...rename, entity, field: field?.was ?? rename.field };
}
