import { RULES_CODES } from '../../../diagnostics/codes/rules.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Effect, Event, Workflow } from '../../../model/states.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { mayBeEntity, mayHaveEvents } from '../open.ts';
import { replacement } from '../replacement.ts';
import { part, splitList } from '../words.ts';
import { eventsOf, withExceptions } from './all-events.ts';

/** The entity and the causes on which a rule is judged. */
export interface On {
  readonly entity: string;
  /** `create`, `update`, or events, as they are stated. */
  readonly named: readonly string[];
  /**
   * Whether the entity is named without a cause: create, update, and the events that change a field which the rule
   * reads.
   */
  readonly bare: boolean;
}

/** Reads the `on` of a rule: `Claim`, or `Claim create, Claim submit`. Null if it is not understood. */
export function readOn(context: Context, cell: Cell, declared: Declared): On | null {
  const entities = new Set<string>();
  const named = new Set<string>();
  let bare = false;
  let understood = true;
  for (const { item, all } of withExceptions(splitList(cell))) {
    const events = all && eventsOf(context, all, declared);
    if (all && events) {
      entities.add(all.entity);
      for (const event of events) named.add(event);
      continue;
    }
    const match = /^([A-Za-z]\w*)(?:\s+([a-z]\w*))?$/.exec(item.text);
    if (match?.[1] === undefined) {
      const meant = meantMoment(item.text, declared);
      context.report('N504', RULES_CODES.N504, { text: item.text, meant }, item.span, replacement(item.span, meant));
      understood = false;
      continue;
    }
    const entity = match[1];
    if (!declared.entities.has(entity)) {
      understood = false;
      if (mayBeEntity(context, entity)) continue;
      // `Claim create, update`: the entity is before each.
      const [before] = [...entities].slice(-1);
      const moment = match[2] === undefined && before !== undefined && isMoment(before, entity, declared);
      const offered = moment ? `${before} ${entity}` : nearest(entity, [...declared.entities.keys()]);
      const { span } = part(item, 0, entity.length);
      context.report('N501', RULES_CODES.N501, { name: entity, nearest: offered }, span, replacement(span, offered));
      continue;
    }
    entities.add(entity);
    const event = match[2];
    if (event === undefined) bare = true;
    else if (isMoment(entity, event, declared)) named.add(event);
    else if (!mayHaveEvents(context, declared, entity)) {
      const known = ['create', 'update', ...(declared.workflows.get(entity)?.events ?? [])];
      const offered = nearest(event, known);
      const { span } = part(item, item.text.length - event.length, item.text.length);
      context.report('N503', RULES_CODES.N503, { entity, event, nearest: offered }, span, replacement(span, offered));
      understood = false;
    }
  }
  const [entity, ...others] = entities;
  if (others.length > 0) {
    context.report('N502', RULES_CODES.N502, { entities: [...entities] }, cell.span);
    return null;
  }
  return understood && entity !== undefined ? { entity, named: [...named], bare } : null;
}

/**
 * `Claim.submit`, `submit of Claim`, `Claim is created` as `Claim submit`, `Claim create`; null if it is none of these.
 */
function meantMoment(text: string, declared: Declared): string | null {
  const words = text
    .split(/[^A-Za-z0-9_]+/)
    .filter((word) => !/^(?:|on|of|for|after|when|before|is|a|an|the|event)$/i.test(word));
  const entity = words.find((word) => declared.entities.has(word));
  const [event, ...more] = words.filter((word) => word !== entity);
  if (entity === undefined || event === undefined || more.length > 0) return null;
  const name =
    { created: 'create', updated: 'update', changed: 'update', saved: 'update' }[event.toLowerCase()] ?? event;
  return isMoment(entity, name, declared) ? `${entity} ${name}` : null;
}

function isMoment(entity: string, event: string, declared: Declared): boolean {
  if (event === 'create' || event === 'update') return true;
  return declared.workflows.get(entity)?.events.has(event) ?? false;
}

/**
 * The moments at which a rule is judged. An entity without a cause means create, update, and the events that change a
 * field which the rule reads (5).
 */
export function momentsOf(on: On, fields: readonly string[], workflows: readonly Workflow[]): readonly string[] {
  if (!on.bare) return on.named;
  const workflow = workflows.find((other) => other.entity === on.entity);
  const events = (workflow?.events ?? []).filter((event) => {
    const changed = changedBy(event, workflow?.field ?? null);
    return changed === 'all' || fields.some((field) => changed.has(field));
  });
  return [...new Set(['create', 'update', ...on.named, ...events.map((event) => event.name)])];
}

/** The fields of its own record that an event changes; all if it creates the record. */
function changedBy(event: Event, stateField: string | null): ReadonlySet<string> | 'all' {
  const fields = new Set<string>();
  for (const transition of event.transitions) {
    if (transition.from === 'new') return 'all';
    if (stateField !== null && transition.to !== 'same') fields.add(stateField);
    for (const ask of transition.asks) if (ask.kind !== 'input') fields.add(ask.field);
    for (const effect of transition.effects) for (const field of changedByEffect(effect)) fields.add(field);
  }
  return fields;
}

/** The fields of its own record that an effect may change. */
function changedByEffect(effect: Effect): readonly string[] {
  switch (effect.kind) {
    case 'set':
    case 'paper':
      if (effect.start.variable !== 'this') return [];
      // A field of another record that is reached through a reference: the reference may lead back here.
      return [effect.path[0] ?? effect.field];
    case 'for': {
      const { source } = effect.records;
      const own = source.kind === 'list' && source.of.kind === 'variable' && source.of.name === 'this';
      return own ? [source.field, ...changedByEffect(effect.effect)] : changedByEffect(effect.effect);
    }
    case 'create':
    case 'delete':
    case 'fire':
    case 'fire each':
      return [];
  }
}
