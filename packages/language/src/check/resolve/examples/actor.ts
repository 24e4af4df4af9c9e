import { EXAMPLES_CODES } from '../../../diagnostics/codes/examples.ts';
import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { ExampleActor, GivenRecord } from '../../../model/examples.ts';
import type { Cell } from '../../../syntax/tree.ts';
import { replacement } from '../replacement.ts';
import { rolesAreOpen } from '../roles/declare.ts';
import { recordType } from '../types.ts';
import { part, splitList, unquoted } from '../words.ts';
import type { ExamplePlace } from './place.ts';

interface Around {
  /** The entity of what is acted on, or created. */
  readonly about: string | null;
  readonly does: Cell;
  readonly given: GivenRecord | null;
}

/** The kind of actor, by the words of the cell alone. */
export function kindOf(cell: Cell): ExampleActor['kind'] {
  if (cell.absence !== null) return 'nobody';
  return /^after\s/.test(cell.text) ? 'time' : 'person';
}

/** Roles and fields that refer to a User, all for one person; `after 30 days`; `none` if nobody is signed in. */
export function readWho(place: ExamplePlace, cell: Cell, around: Around): ExampleActor | null {
  const kind = kindOf(cell);
  if (kind === 'nobody') return { kind };
  if (kind === 'time') return readTime(place, cell, around);
  const { context, declared } = place;
  const fields = [...(declared.entities.get(around.about ?? '')?.fields.values() ?? [])];
  const users = fields
    .filter(({ type }) => type.kind === 'reference' && type.entity === 'User')
    .map(({ name }) => name);
  const person: { kind: 'person'; roles: string[]; fields: string[] } = { kind: 'person', roles: [], fields: [] };
  let complete = true;
  for (const item of splitList(cell).map(unquoted)) {
    if (declared.roles.has(item.text)) person.roles.push(item.text);
    else if (users.includes(item.text)) person.fields.push(item.text);
    else {
      complete = false;
      if (rolesAreOpen(context.tree.points.roles)) continue;
      const offered = nearest(item.text, [...declared.roles.keys(), ...users]);
      const details = { actor: item.text, entity: around.about ?? 'the record', nearest: offered };
      context.report('N409', STATES_CODES.N409, details, item.span, replacement(item.span, offered));
    }
  }
  return complete ? person : null;
}

function readTime({ context }: ExamplePlace, cell: Cell, { does, given }: Around): ExampleActor | null {
  if (does.absence === null) {
    const reason = 'time';
    context.report('N432', EXAMPLES_CODES.N432, { text: does.text, reason }, does.span);
    return null;
  }
  if (given === null) {
    context.report('N434', EXAMPLES_CODES.N434, { what: cell.text }, cell.span);
    return null;
  }
  const words = part(cell, 5, cell.text.length);
  const scope = { variables: { this: recordType(given.entity) }, bare: ['this'], purpose: 'guard' } as const;
  const passes = context.expression(words, scope, null);
  if (passes === null) return null;
  if (!passes.type.nullable && ['duration', 'working days', 'unknown'].includes(passes.type.kind))
    return { kind: 'time', passes };
  const details = { actor: cell.text, entity: given.entity, nearest: null };
  context.report('N409', STATES_CODES.N409, details, words.span);
  return null;
}
