import {
  code,
  type Draft,
  type EntityDraft,
  type EventDraft,
  type FieldDraft,
  table,
  type WorkflowDraft,
} from './draft.ts';
import { Effects } from './effects.ts';
import { Expressions, type Scope } from './expressions.ts';

const STATES = ['fresh', 'waiting', 'checked', 'active', 'closed'] as const;
const EVENTS = [
  'submit',
  'approve',
  'reject',
  'send_back',
  'assign',
  'pause',
  'resume',
  'finish',
  'archive',
  'touch',
  'renew',
  'lapse',
  'remind',
  'escalate',
  'combine',
  'split',
  'recall',
  'bill',
] as const;

/** State fields, which point 3 states too. */
export function drawStates(draft: Draft): void {
  const { dice } = draft;
  for (const entity of draft.entities) {
    if (entity.name === 'User' || (entity.owner !== null && !dice.once(4)) || dice.once(3)) continue;
    const names = STATES.slice(0, 2 + dice.below(3));
    const field: FieldDraft = {
      name: draft.fresh('status'),
      type: 'state',
      kind: 'choice',
      values: names,
      rules: [],
      computed: null,
      isOptional: false,
      isEntered: false,
      isUnique: false,
    };
    entity.fields.push(field);
    const first = entity.owner === null && dice.once(6) ? '' : 'initial';
    const states = names.map((name, at) => ({
      name,
      kind: at === 0 ? first : at === names.length - 1 ? 'final' : '',
    }));
    draft.workflows.push({ entity, field, states, events: [], conditions: [] });
  }
}

/** The events of each workflow: a way through all of its states, and more of them across. */
export function drawEvents(draft: Draft): void {
  const { dice } = draft;
  const names = dice.shuffled(EVENTS);
  for (const entity of draft.roots) {
    const known = draft.workflows.find((workflow) => workflow.entity === entity);
    if (known === undefined && dice.once(4) && entity.name !== 'User')
      draft.workflows.push({ entity, field: null, states: [], events: [], conditions: [] });
  }
  for (const workflow of draft.workflows) {
    const { states, events } = workflow;
    const way = states.slice(1).map((state, at) => ({ from: states[at]?.name ?? '', to: state.name }));
    for (const { from, to } of way) {
      events.push(eventOf(draft, workflow, names.pop() ?? draft.fresh('step'), from, to));
    }
    for (let more = workflow.field === null ? 1 : dice.below(3); more > 0; more--) {
      const name = names.pop();
      const open = states.filter(({ kind }) => kind !== 'final').map((state) => state.name);
      if (name === undefined) continue;
      const last = states.at(-1)?.name ?? '';
      const from = dice.pick([
        open.join(', '),
        dice.maybe(open) ?? '',
        `any except ${last}`,
        `every except ${last}`,
        'every',
      ]);
      // The initial state has nothing to lead back to.
      const entered = open.slice(1);
      const isBack = entered.length > 0 && workflow.entity.owner === null && dice.once(4);
      events.push(eventOf(draft, workflow, name, isBack ? dice.pick(entered) : from, isBack ? 'back' : 'same'));
    }
    const hasStart = workflow.field === null || states.some(({ kind }) => kind === 'initial');
    if (!hasStart || (dice.once(4) && workflow.entity.owner === null))
      createRows(draft, workflow, names.pop(), hasStart);
    if (dice.once(4)) workflow.conditions.push(conditionOf(draft, workflow));
  }
}

/** A condition of all events, or of all but one. */
function conditionOf(draft: Draft, { entity, events }: WorkflowDraft): Readonly<Record<string, string>> {
  const { dice } = draft;
  const except = events.length > 1 ? dice.maybe(events) : null;
  const when = new Expressions(draft).condition({ here: entity, hasQueries: true, hasTime: true, isFree: true }, 1);
  return {
    event: except ? `any except ${except.name}` : 'any',
    when: code(when),
    error: dice.once(2) ? errorOf(draft, entity, `${entity.name} any`) : '',
  };
}

function eventOf(draft: Draft, workflow: WorkflowDraft, name: string, from: string, to: string): EventDraft {
  const { dice } = draft;
  const { entity, field } = workflow;
  const isTimed = field !== null && dice.once(4);
  const rows: Record<string, string>[] = [];
  const several = !isTimed && dice.once(4) ? 2 : 1;
  const asks = isTimed ? [] : asksOf(draft, entity);
  for (let at = 0; at < several; at++) {
    const isLast = at === several - 1;
    const by = isTimed ? timerOf(draft, entity) : actorsOf(draft, entity);
    const scope: Scope = {
      here: entity,
      hasQueries: true,
      hasTime: true,
      isFree: true,
      mayBeOpen: true,
      ...(isTimed || by.includes('system') || by.includes('visitor') ? {} : { user: 'signed in' as const }),
    };
    const guarded = !isLast || dice.once(3);
    const when = guarded ? new Expressions(draft).condition(scope, 1) : '';
    const then = new Effects(draft, entity, scope).draw(dice.below(3));
    const error = guarded && isLast && dice.once(2) ? errorOf(draft, entity, `${entity.name} ${name}`) : '';
    // Nobody fills in values for actions of the product itself.
    const [asked, effects] = [by === 'system' ? '' : asks.join(', '), then.join('; ')];
    rows.push({
      event: name,
      ...(field === null ? {} : { from, to }),
      by: dice.once(25) ? 'not shown' : by,
      when: dice.once(25) ? 'not shown' : when === '' ? '' : code(when),
      asks: asked,
      then: effects === '' ? '' : code(effects),
      error,
    });
  }
  const isFired =
    !asks.some((ask) => !ask.includes('?')) &&
    rows.every(({ when, by }) => !when?.includes('user') && by !== 'not shown');
  return { name, entity, isFired, isNew: false, rows };
}

/** Rows from `new`: an event that creates, or the further effects of a create. */
function createRows(draft: Draft, workflow: WorkflowDraft, name: string | undefined, hasStart: boolean): void {
  const { dice } = draft;
  const { entity, field, states, events } = workflow;
  const to = field === null ? '' : dice.pick(states.filter(({ kind }) => kind !== 'final')).name;
  // An event asks for one child, and a new record may need some.
  const needsChildren = entity.fields.some(({ list, isOptional }) => list === 'owned' && !isOptional);
  const isCreate = !hasStart || field === null || needsChildren || dice.once(2);
  if (field === null && name === undefined) return;
  const scope: Scope = { here: entity, hasQueries: true, hasTime: true, user: 'signed in' };
  const by = draft.roles.find(({ kind }) => kind === 'signed in')?.name ?? '';
  const required = entity.fields.filter(
    ({ isEntered, isOptional, rules }) => isEntered && !isOptional && !rules.some((rule) => rule.startsWith('default')),
  );
  const then = new Effects(draft, entity, scope).draw(dice.below(2));
  events.push({
    name: isCreate ? 'create' : (name ?? 'open_one'),
    entity,
    isFired: false,
    isNew: true,
    rows: [
      {
        event: isCreate ? 'create' : (name ?? 'open_one'),
        ...(field === null ? {} : { from: 'new', to: isCreate ? (states[0]?.name ?? '') : to }),
        by: by === '' ? 'not shown' : by,
        asks: isCreate ? '' : required.map((one) => one.name).join(', '),
        then: then.length === 0 ? '' : code(then.join('; ')),
      },
    ],
  });
}

function actorsOf(draft: Draft, entity: EntityDraft): string {
  const { dice } = draft;
  const roles = draft.roles.filter(({ kind, given }) => kind !== 'relationship' || given.has(entity.name));
  const fields = entity.fields.filter(
    (one) => one.kind === 'reference' && one.entity === 'User' && one.computed === null,
  );
  const all = [...roles.map(({ name }) => name), ...fields.map(({ name }) => name), 'system'];
  return dice
    .shuffled(all)
    .slice(0, 1 + dice.below(2))
    .join(', ');
}

function timerOf(draft: Draft, entity: EntityDraft): string {
  const { dice } = draft;
  const durations = draft.constants.filter(({ kind }) => kind === 'duration').map(({ name }) => name);
  const duration = dice.pick(['3 days', '2 hours', '1 month', '90 seconds', ...durations]);
  const moments = entity.fields.filter(({ kind }) => kind === 'date' || kind === 'datetime');
  const moment = dice.maybe(moments);
  const forms = [`after ${duration}`, `every ${duration}`];
  if (moment !== undefined) {
    forms.push(`at ${moment.name}`, `at ${moment.name} + 1 day`);
    if (moment.kind === 'datetime') forms.push(`at ${moment.name} + ${duration}`);
  }
  const dates = dice.maybe(entity.fields.filter(({ kind }) => kind === 'recurrence'));
  if (dates !== undefined && dice.once(2)) {
    const time = dice.maybe(entity.fields.filter(({ kind }) => kind === 'time'));
    return dice.pick([
      `every ${dates.name}`,
      `every ${dates.name} at 08:30`,
      ...(time === undefined ? [] : [`every ${dates.name} at ${time.name}`]),
    ]);
  }
  return dice.pick(forms);
}

const INPUTS = ['boolean', 'integer', 'text', 'date', 'money', 'enum(one, two)'] as const;

function asksOf(draft: Draft, entity: EntityDraft): string[] {
  const { dice } = draft;
  const entered = entity.fields.filter(
    ({ isEntered, rules, list }) =>
      isEntered && list !== 'owned' && !rules.includes('once') && !rules.some((rule) => rule.startsWith('when')),
  );
  const asks = dice.some(entered, 2).map(({ name }) => `${name}${dice.once(2) ? '?' : ''}`);
  if (dice.once(5)) asks.push(`${draft.fresh('input')}${dice.once(2) ? '?' : ''} ${dice.pick(INPUTS)}`);
  const list = entity.fields.find((one) => one.list === 'owned');
  if (list !== undefined && dice.once(4)) {
    const own = draft.entity(list.entity ?? '').fields.filter((one) => one.isEntered && one.kind !== 'records');
    const needed = own.filter(
      ({ isOptional, rules }) => !isOptional && !rules.some((rule) => rule.startsWith('default')),
    );
    if (needed.length > 0)
      asks.push(`${list.name}${dice.once(2) ? '?' : ''} + (${needed.map(({ name }) => name).join(', ')})`);
  }
  return asks;
}

/** The kinds of values that messages contain. */
const PRINTABLE: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'date', 'datetime', 'text', 'choice']);

/** A new error of point 8 that this raises, with values of the record and constants in its words now and then. */
export function errorOf(draft: Draft, entity: EntityDraft, raised: string, status?: string): string {
  const { dice } = draft;
  const printable = entity.fields
    .filter(({ kind, type }) => PRINTABLE.has(kind) && type !== 'secret')
    .map(({ name }) => name);
  const constants = draft.constants
    .filter(({ kind, isOpen }) => PRINTABLE.has(kind) && !isOpen)
    .map(({ name }) => name);
  const placeholders = dice.some([...printable, ...constants], 2).map((name) => ` {${name}}`);
  const code = draft.fresh('ERROR').toUpperCase();
  draft.errors.push({
    code,
    status: status ?? dice.pick(['409', '422', '403']),
    message: `This can not be done.${placeholders.join('')}`,
    when: new Set([raised]),
    key: '',
  });
  return code;
}

export function writeStates(draft: Draft): string {
  if (draft.workflows.length === 0) return 'none';
  return draft.workflows
    .map(({ entity, field, states, events, conditions }) => {
      const parts = [`### ${entity.name}${field === null ? '' : `.${field.name}`}`];
      if (field !== null)
        parts.push(
          table(
            ['state', 'kind'],
            states.map((state) => ({ state: state.name, kind: state.kind })),
          ),
        );
      const rows = [...conditions, ...events.flatMap((event) => event.rows)];
      if (rows.length > 0) parts.push(table(['event', 'from', 'to', 'by', 'when', 'asks', 'then', 'error'], rows));
      return parts.join('\n\n');
    })
    .join('\n\n');
}
