import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { CallCause } from '../../../model/outbound-calls.ts';
import type { Workflow } from '../../../model/states.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { mayBeEntity, mayHaveEvents } from '../open.ts';
import { replacement } from '../replacement.ts';
import { BOOLEAN, recordType, userType } from '../types.ts';
import { type Part, part, splitList } from '../words.ts';
import { factsOf } from './facts.ts';
import { isScheduled, readScheduled } from './schedule.ts';

const CHANGES = ['create', 'update', 'delete'];

/** Reads `Claim submit, Claim approve if total > 100`. Causes with mistakes are reported and left out. */
export function readCauses(
  context: Context,
  cell: Cell,
  declared: Declared,
  workflows: readonly Workflow[],
): readonly CallCause[] {
  const causes: CallCause[] = [];
  for (const item of splitList(cell)) {
    const cause = readCause(context, item, declared, workflows);
    if (cause) causes.push(cause);
  }
  const entities = [...new Set(causes.map((cause) => cause.entity))];
  if (entities.length > 1) {
    context.report('N704', CALLS_CODES.N704, { entities }, cell.span);
    return causes.filter((cause) => cause.entity === entities[0]);
  }
  return causes;
}

function readCause(context: Context, item: Part, declared: Declared, workflows: readonly Workflow[]): CallCause | null {
  if (isScheduled(item.text)) return readScheduled(context, item, declared);
  const match = /^([A-Za-z]\w*)\s+([a-z]\w*)(?:\s+if\s+)?/.exec(item.text);
  const entity = match?.[1];
  const event = match?.[2];
  const guarded = match?.[0].length ?? 0;
  const rest = part(item, guarded, item.text.length);
  const hasCondition = /\sif\s+$/.test(match?.[0] ?? '');
  if (entity === undefined || event === undefined || hasCondition !== (rest.text !== '')) {
    const meant = meantCause(item.text, declared);
    const fix = meant === null ? {} : replacement(item.span, meant);
    context.report('N701', CALLS_CODES.N701, { text: item.text, meant }, item.span, fix);
    return null;
  }
  if (!declared.entities.has(entity)) {
    if (mayBeEntity(context, entity)) return null;
    const offered = nearest(entity, declared.entities.keys());
    const { span } = part(item, 0, entity.length);
    context.report('N702', CALLS_CODES.N702, { name: entity, nearest: offered }, span, replacement(span, offered));
    return null;
  }
  const events = declared.workflows.get(entity)?.events;
  if (!CHANGES.includes(event) && !events?.has(event)) {
    if (mayHaveEvents(context, declared, entity)) return null;
    const offered = nearest(event, [...CHANGES, ...(events ?? [])]);
    const start = item.text.indexOf(event, entity.length);
    const { span } = part(item, start, start + event.length);
    context.report('N703', CALLS_CODES.N703, { entity, event, nearest: offered }, span, replacement(span, offered));
    return null;
  }
  if (!hasCondition) return { entity, event, condition: null, schedule: null };
  const condition = context.expression(
    rest,
    {
      variables: { this: recordType(entity), user: userType(true) },
      bare: ['this'],
      purpose: 'call',
      given: factsOf(context, [{ entity, event, condition: null, schedule: null }], workflows),
    },
    BOOLEAN,
  );
  return condition && { entity, event, condition, schedule: null };
}

/**
 * `Loan.bring_back`, `bring_back on Loan`, `on Loan bring_back`, `Loan is created`, as a cause; null if it is none of
 * these.
 */
function meantCause(text: string, declared: Declared): string | null {
  const [, stated = '', condition = ''] = /^(.*?)(?:\s+(?:if|when|where)\s+(\S.*))?$/s.exec(text) ?? [];
  const words = stated.split(/[^A-Za-z0-9_]+/).filter((word) => word !== '' && !FILLERS.has(word.toLowerCase()));
  const entity = words.find((word) => declared.entities.has(word));
  const others = words.filter((word) => word !== entity);
  const [event, ...more] = others;
  if (entity === undefined || event === undefined || more.length > 0) return null;
  const name = CHANGED[event.toLowerCase()] ?? event;
  const isKnown = CHANGES.includes(name) || declared.workflows.get(entity)?.events.has(name) === true;
  return isKnown ? `${entity} ${name}${condition === '' ? '' : ` if ${condition}`}` : null;
}

const FILLERS: ReadonlySet<string> = new Set([
  'on',
  'after',
  'when',
  'is',
  'was',
  'a',
  'an',
  'the',
  'event',
  'of',
  'status',
]);
const CHANGED: Readonly<Record<string, string>> = {
  created: 'create',
  updated: 'update',
  changed: 'update',
  deleted: 'delete',
  removed: 'delete',
};
