import { namesIn, pairDocuments } from '../model/pair-documents.ts';
import type { Named, Rename } from '../model/renames.ts';
import { isSameNamespace } from '../model/renames.ts';
import type { Plan } from '../plan/plan.ts';

/** The present names of a former document's parts; null if they no longer exist. */
export interface Names {
  readonly entity: (was: string) => string | null;
  readonly role: (was: string) => string | null;
  /** By its slug. */
  readonly screen: (was: string) => string | null;
  readonly call: (was: string) => string | null;
  readonly constant: (was: string) => string | null;
  /** `entity`: by its former name, here and below. */
  readonly field: (entity: string, was: string) => string | null;
  /** The new name of a choice, of an `enum` or a state field. */
  readonly choice: (entity: string, field: string, was: string) => string | null;
  readonly state: (entity: string, was: string) => string | null;
  readonly event: (entity: string, was: string) => string | null;
}

/** Pairs the names of two documents: by `was` where the new one says so, else by the same name. */
export function namesOf(former: Plan, now: Plan): Names {
  const { names, renames } = pairDocuments(former, now);
  /** The name, where the new document has it, and has not given it to something else. */
  const there = (thing: Named, was: string): string | null => {
    const rename: Rename = { ...thing, was };
    if (!namesIn(now, rename).has(thing.name)) return null;
    const isOthers =
      thing.name === was && renames.some((other) => isSameNamespace(other, rename) && other.name === was);
    return isOthers ? null : thing.name;
  };
  const entity = (was: string) => there({ kind: 'entity', name: names.entity(was) }, was);
  const field = (of: string, was: string) => {
    const own = entity(of);
    return own === null ? null : there({ kind: 'field', entity: own, name: names.field(of, was) }, was);
  };
  const within = (kind: 'state' | 'event') => (of: string, was: string) => {
    const own = entity(of);
    return own === null ? null : there({ kind, entity: own, name: names[kind](of, was) }, was);
  };
  const state = within('state');
  return {
    entity,
    field,
    state,
    event: within('event'),
    role: (was) => there({ kind: 'role', name: names.role(was) }, was),
    screen: (was) => there({ kind: 'screen', name: names.screen(was) }, was),
    call: (was) => there({ kind: 'call', name: names.call(was) }, was),
    constant: (was) => there({ kind: 'constant', name: names.constant(was) }, was),
    choice: (of, holder, was) => {
      const type = former.entities.find(({ name }) => name === of)?.fields.find(({ name }) => name === holder)?.type;
      if (type?.kind === 'state') return state(of, was);
      const [own, ownField] = [entity(of), field(of, holder)];
      if (own === null || ownField === null) return null;
      return there({ kind: 'choice', entity: own, field: ownField, name: names.choice(of, holder, was) }, was);
    },
  };
}
