import { type Code, code } from '../../code.ts';
import { bracketed, isNoSuch, type NoSuch } from '../../no-such-reason.ts';
import { offer } from '../../offer.ts';
import { type Because, wordsOf } from '../../reason.ts';
import { ASK_REASONS, PATH_REASONS, SET_REASONS, STATELESS, TIMER_REASONS } from '../reasons/states.ts';

function whyNotAsked(reason: Because<typeof ASK_REASONS> | (NoSuch & { readonly ofChild?: true })): string {
  if (!isNoSuch(reason)) return wordsOf(ASK_REASONS, reason);
  const { no, name, of, nearest, ofChild } = reason;
  if (no === 'list') return `${of} has no list \`${name}\``;
  if (ofChild) return `${of} has no field “${name}”${bracketed(nearest)}`;
  return `${of} has no such field${bracketed(nearest)}; an input that is not stored needs its type, as in \`${name} boolean\``;
}

/** N4xx: how a workflow is written: its heading, states, events, guards and timers. */
/** An effect that begins with a query for one record: `first(Unit where …).request = this`. */
const FIRST = /^(?:delete\s+)?(?:first|min|max)\s*\(/;

export const WORKFLOW_CODES = {
  N401: code<{ heading: string }>({
    severity: 'error',
    title: 'A heading that names no workflow',
    traits: ['unread heading', 'no point above', 'nameless'],
    unknownName: { points: '34' },
    names: ({ heading }) => [heading],
    message: ({ heading }) =>
      `“${heading}” names no entity and state field: it is written like \`Claim.status\`, or \`Like\` for events without states.`,
    page: 'Point 4 has one heading for each entity that has states or events. It names the entity and its state field, because that is how events find their records.\n\n❌ `### The life of a loan`\n\n✅ `### Loan.status`',
  }),
  N402: code<{ entity: string; nearest: string | null }>({
    severity: 'error',
    title: 'A workflow of no entity',
    traits: ['naming heading', 'misplaced heading', 'no point above'],
    unknownName: { points: '3', isEntity: true },
    names: ({ entity }) => [entity],
    message: ({ entity, nearest }) => `Point 3 has no entity “${entity}”.${offer(nearest)}`,
    page: 'A workflow is the life of an entity of point 3.\n\n❌ `### Laon.status`\n\n✅ `### Loan.status`',
  }),
  N403: code<{ entity: string; field: string; nearest: string | null }>({
    severity: 'error',
    title: 'Not a state field',
    traits: ['naming heading'],
    unknownName: { points: '3' },
    names: ({ field }) => [field],
    message: ({ entity, field, nearest }) =>
      `${entity} has no field \`${field}\` of the type \`state\` in point 3.${offer(nearest)}`,
    page: 'The heading names the field that holds the state. It is a field of the entity with the type `state`.\n\n❌ `### Loan.phase` where point 3 has `status`\n\n✅ `### Loan.status`',
  }),
  N404: code<{ workflow: string; initial: readonly string[] }>({
    severity: 'error',
    title: 'Where a record starts',
    traits: ['missing step'],
    message: ({ workflow, initial }) =>
      initial.length === 0
        ? `${workflow} has no initial state: mark one as \`initial\`, or state an event \`from new\`.`
        : `${workflow} has several initial states (${initial.join(', ')}): exactly one is \`initial\`.`,
    page: 'Every record is in a state from its first moment, so exactly one state is where records start. Where events create them (`from new`), those rows say where instead.\n\n❌ `| draft | | |`, and no other state is `initial`\n\n✅ `| draft | initial | |`',
  }),
  N405: code<{ state: string }>({
    severity: 'error',
    title: 'A state that is never reached',
    traits: ['lacking', 'missing step'],
    names: ({ state }) => [state],
    message: ({ state }) => `No event leads to \`${state}\`.`,
    page: 'A state that nothing leads to can never hold.\n\n❌ `| drop | draft | rejected | owner |`, and no other event leads to the state `dropped`\n\n✅ `| drop | draft | dropped | owner |`, or no such state',
  }),
  N406: code<{ state: string; to: string | null }>({
    severity: 'error',
    title: 'A dead end',
    traits: ['lacking', 'missing step'],
    names: ({ state, to }) => [state, to ?? ''],
    message: ({ state, to }) =>
      `No event leads out of \`${state}\`, and it is not marked as \`final\`.${to === null ? '' : ` None leads to \`${to}\` either: one from \`${state}\` to \`${to}\` seems to be missing.`}`,
    page: 'A record that comes here stays here for ever, whatever its events to `same` do. Where that is meant, the state is `final`: lists and people then know that it goes no further.\n\n❌ `| held | | |` without an event that leads on\n\n✅ `| held | final | |`',
  }),
  N407: code<{ event: string; state: string }>({
    severity: 'error',
    title: 'An event out of a final state',
    traits: ['unknown step'],
    message: ({ event, state }) => `\`${event}\` leads out of \`${state}\`, which is final.`,
    page: 'A record in a final state stays there, so no event leads out of one. What happens to it there goes to `same`: it may still be noted, paid or reminded of. `any` in `from` is never a final state; an event that may happen there names it.\n\n❌ `| reopen | paid | draft | manager |` with `paid` final\n\n✅ `| reopen | approved | draft | manager |`\n\n✅ `| note_refund | paid | same | manager |`',
  }),
  N408: code<{
    state: string;
    workflow: string;
    nearest: string | null;
    transition?: { readonly from: string; readonly to: string };
  }>({
    severity: 'error',
    title: 'Unknown state',
    traits: ['foreign cell', 'unknown step'],
    unknownName: { points: '4' },
    names: ({ state }) => [state],
    message: ({ state, workflow, nearest, transition }) =>
      transition === undefined
        ? `${workflow} has no state “${state}”.${offer(nearest)}`
        : `“${state}” takes two cells: “${transition.from}” in the column from, and “${transition.to}” in the column to.`,
    page: '`from` and `to` name states of the table above: states, `any`, `any except …`, `new` in `from`, and `same` in `to`. A transition takes both cells, without an arrow.\n\n❌ `| submit | draf | submitted |`\n\n✅ `| submit | draft | submitted |`',
  }),
  N409: code<{ actor: string; entity: string; nearest: string | null; why?: Because<typeof TIMER_REASONS> }>({
    severity: 'error',
    title: 'Unknown actor',
    traits: ['foreign cell'],
    unknownName: { points: '369' },
    names: ({ actor }) => [actor],
    message: ({ actor, entity, nearest, why }) =>
      why
        ? `“${actor}” is not a timer: ${wordsOf(TIMER_REASONS, why)}.`
        : `“${actor}” is neither a role of point 6 nor a field of ${entity} that refers to a User, nor a timer.${offer(nearest)}`,
    page: '`by` names roles, fields that refer to a User, `system`, `after 30 days`, or `at due + 1 day`.\n\n❌ `manger`\n\n✅ `manager`',
  }),
  N410: code<{ event: string }>({
    severity: 'error',
    title: 'An event with a word of the API',
    message: ({ event }) => `An event can't be named \`${event}\`: the API uses this word below each record.`,
    page: 'Taken: `history`, `can`, `restore`.\n\n❌ `| history | submitted | approved | manager |`\n\n✅ `| accept | submitted | approved | manager |`',
  }),
  N411: code<{ ask: string; reason: Because<typeof ASK_REASONS> | (NoSuch & { readonly ofChild?: true }) }>({
    severity: 'error',
    title: 'Something that can’t be asked for',
    traits: ['foreign cell', 'of a field'],
    unknownName: {
      points: '3',
      when: ({ reason }) => isNoSuch(reason),
      name: ({ reason }) => (isNoSuch(reason) ? reason.name : undefined),
    },
    names: ({ ask, reason }) => (isNoSuch(reason) ? [ask, reason.name, reason.nearest ?? ''] : [ask]),
    message: ({ ask, reason }) => `\`${ask}\` can't be asked for: ${whyNotAsked(reason)}.`,
    page: 'An event asks for fields of its record that are not computed, or for inputs such as `really boolean`.\n\n❌ `total`, which is computed\n\n✅ `reason`',
  }),
  N412: code<{ effect: string; loop?: string | null; change?: string }>({
    severity: 'error',
    title: 'An effect that can’t be read',
    traits: ['foreign cell'],
    message: ({ effect, loop, change }) =>
      change !== undefined
        ? `\`${effect}\` is not an effect: a list is not computed with. It is changed by \`${change}\`.`
        : loop
          ? `\`${effect}\` is not an effect: \`for\` takes a whole list, or all records of an entity. Say behind the effect for which of them it is done: \`${loop}\`. An event is also caused by \`event on Entity where …\`.`
          : `\`${effect}\` is not an effect: it is written like \`field = …\`, \`watchers + user\`, \`create Entity(field: …)\`, \`delete path\`, \`event on path\`, \`event on Entity where …\`, \`event on first(Entity where … order …)\` or \`for line in lines: …\`.${FIRST.test(effect) ? ' A record that a query finds is changed by an event of its own.' : ''}`,
    page: 'What an event does is written as effects, separated by `;`, and each has one of a few forms. They are read by the product, not only by people.\n\n❌ `set approver to user`\n\n✅ `approver = user`',
  }),
  N413: code<{ target: string; reason: Because<typeof SET_REASONS> | NoSuch }>({
    severity: 'error',
    title: 'A field that no effect can set',
    unknownName: { points: '3' },
    names: ({ target }) => [target],
    message: ({ target, reason }) =>
      `\`${target}\` can't be set here: ${isNoSuch(reason) ? `${reason.of} has no such field${bracketed(reason.nearest)}` : wordsOf(SET_REASONS, reason)}.`,
    page: 'An effect sets a stored field that nothing else governs.\n\n❌ `status = "paid"` (an event on the record does that)\n\n✅ `paid_at = now()`',
  }),
  N414: code<{ entity: string; what: keyof typeof STATELESS }>({
    severity: 'error',
    title: 'States where there is no state field',
    message: ({ entity, what }) =>
      `${entity} is stated here without a state field, so ${STATELESS[what]} has no meaning: write \`### ${entity}.status\`, with the field's name.`,
    page: '`### Like` is for events of an entity without states. Where a record moves from state to state, the heading names the state field.\n\n❌ `### Loan` over a table with `from` and `to`\n\n✅ `### Loan.status`, or no `from` and `to`',
  }),
  N449: code<{ entity: string; from: string }>({
    severity: 'error',
    title: 'An event named `create` that starts from a state',
    message: ({ entity, from }) =>
      `The rows named \`create\` say what follows when a record of ${entity} is created, so they start from \`new\`, not from \`${from}\`. Name the event differently, or write \`new\`.`,
    page: 'A row named `create` adds its effects to the create that point 6 permits, wherever the record comes from. What happens to a record that is there already is an event with another name.\n\n❌ `| create | submitted | approved | manager |`\n\n✅ `| accept | submitted | approved | manager |`',
  }),
  N465: code<{ rows: string; reason: 'noCondition' | 'noEvent' | { readonly column: string } }>({
    severity: 'error',
    title: 'A condition of all events that states something else',
    message: ({ rows, reason }) =>
      reason === 'noCondition'
        ? `\`${rows}\` is about several events, and states no condition of them: it stands in \`when\`.`
        : reason === 'noEvent'
          ? `\`${rows}\` leaves out every event, so its condition is one of none.`
          : `\`${rows}\` states a condition of several events, so it has only \`when\` and \`error\`; \`${reason.column}\` is said of each event in its own row.`,
    page: `A row named \`any\`, or \`any except release\`, is a condition of every event of the entity that it doesn't leave out, before each one's own \`when\`. It has \`when\` and \`error\`. Who causes an event, from where it starts and what it does is said in the event's own row.

❌

~~~markdown
| event | from | to | by | when |
| --- | --- | --- | --- | --- |
| any except finish | open | | | \`amount > 5\` |
| check | open | busy | boss | |
| finish | busy | done | boss | |
~~~

✅

~~~markdown
| event | from | to | by | when |
| --- | --- | --- | --- | --- |
| any except finish | | | | \`amount > 5\` |
| check | open | busy | boss | |
| finish | busy | done | boss | |
~~~`,
  }),
  N466: code<{ event: string; state: string }>({
    severity: 'error',
    title: 'A way back to nowhere',
    message: ({ event, state }) =>
      `\`${event}\` leads back from \`${state}\` to where a record came from, and no event leads to \`${state}\` from another state.`,
    page: `\`back\` in \`to\` is the state from which the record came into its present one. So an event leads into that state from another one.

❌ \`back\` from the initial state, which nothing leads to

~~~markdown
| event | from | to | by | when |
| --- | --- | --- | --- | --- |
| check | open | busy | boss | |
| again | open | back | boss | |
| finish | busy | done | boss | |
~~~

✅

~~~markdown
| event | from | to | by | when |
| --- | --- | --- | --- | --- |
| check | open | busy | boss | |
| again | busy | back | boss | |
| finish | busy | done | boss | |
~~~`,
  }),
  N416: code<{ kind: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown kind of state',
    traits: ['foreign cell'],
    message: ({ kind, nearest }) =>
      `“${kind}” is not a kind of state: it is \`initial\`, \`final\` or empty.${offer(nearest)}`,
    page: 'A state is where records start (`initial`), where they end (`final`), or one in between (an empty cell).\n\n❌ `| draft | start | |`\n\n✅ `| draft | initial | |`',
  }),
  N417: code<{ path: string; reason: Because<typeof PATH_REASONS> | NoSuch }>({
    severity: 'error',
    title: 'A path that leads nowhere',
    traits: ['of a field'],
    unknownName: { points: '3', name: ({ reason }) => (isNoSuch(reason) ? reason.name : undefined) },
    names: ({ path, reason }) => (isNoSuch(reason) ? [path, reason.name, reason.nearest ?? ''] : [path]),
    message: ({ path, reason }) =>
      `\`${path}\` can't be followed: ${isNoSuch(reason) ? `${reason.of} has no field “${reason.name}”${bracketed(reason.nearest)}` : wordsOf(PATH_REASONS, reason)}.`,
    page: 'A path goes from the record through stored references. What an event asks for and does not store is a value, not a way: where it asks for `other Job`, an effect is written `finish on Job as it where it == new.other`, not `finish on other`.\n\n❌ `lines.amount = 0`\n\n✅ `project.open = false`',
  }),
  N418: code<{ entity: string; fields: readonly string[]; isOwned?: true }>({
    severity: 'error',
    title: 'A created record without a required value',
    traits: ['of a field'],
    names: ({ entity, fields }) => [entity, ...fields],
    message: ({ entity, fields, isOwned }) =>
      `\`create ${entity}(…)\` gives no value to ${fields.map((field) => `\`${field}\``).join(', ')}${isOwned ? ', which needs an entry and gets none: an effect writes no owned records of a record that it creates. Let the list be empty (point 3), or create the record by a form' : ''}.`,
    page: 'A record that an effect creates keeps the same rules as any other: what is required must be given, unless it has a default or is set by the product.\n\n❌ `create Payment()`\n\n✅ `create Payment(amount: total)`',
  }),
  N419: code<{ what: string }>({
    severity: 'error',
    title: 'A row without a name',
    traits: ['foreign cell'],
    message: ({ what }) => `This row does not name its ${what}.`,
    page: 'The first cell of a row names what the row is about; without it nothing can refer to it.\n\n❌ `| | submitted | approved | manager |`\n\n✅ `| accept | submitted | approved | manager |`',
  }),
  N420: code<{ event: string; entity: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown event',
    traits: ['foreign cell', 'unknown step'],
    unknownName: { points: '4', name: ({ event }) => event },
    names: ({ event }) => [event],
    message: ({ event, entity, nearest }) => `${entity} has no event “${event}” in point 4.${offer(nearest)}`,
    page: 'An effect can cause an event of another record; the event must be one of that record’s entity.\n\n❌ `aprove on claim`\n\n✅ `approve on claim`',
  }),
  N421: code<{ event: string; condition: string; guarded: boolean }>({
    severity: 'error',
    title: 'A row that is never reached',
    message: ({ event, condition, guarded }) =>
      `This row of \`${event}\` is never reached: ${guarded ? 'whenever it could be taken, an earlier row is' : `an earlier row takes every record ${condition}`}.`,
    page: `Rows of one event are tried in order, and the first whose \`from\`, \`by\` and \`when\` fit is taken. A row is never reached where earlier ones, open to the same people, take whatever it could take.

❌

~~~markdown
| event | from | to | by | when |
| --- | --- | --- | --- | --- |
| check | open | busy | boss | \`amount > 5\` |
| check | open | done | boss | \`amount > 10\` |
| finish | busy | done | boss | |
~~~

✅ the narrower row stands first:

~~~markdown
| event | from | to | by | when |
| --- | --- | --- | --- | --- |
| check | open | done | boss | \`amount > 10\` |
| check | open | busy | boss | \`amount <= 10\` |
| finish | busy | done | boss | |
~~~`,
  }),
  N422: code<{ error: string; event: string }>({
    severity: 'error',
    title: 'An error that nothing raises',
    message: ({ error, event }) => `\`${error}\` is never raised: \`${event}\` has no \`when\` that could refuse.`,
    page: 'The `error` of an event stands for its guard.\n\n❌ `| reject | submitted | rejected | manager | | | | TOO_SMALL |` without a `when`\n\n✅ `` | reject | submitted | rejected | manager | `total < 10` | | | TOO_SMALL | ``, or neither',
  }),
  N423: code<{ events: readonly string[] }>({
    severity: 'error',
    title: 'Events that fire each other in a circle',
    message: ({ events }) => `This never ends: ${events.map((event) => `\`${event}\``).join(' fires ')}.`,
    page: 'An effect may fire another event, as long as none fires itself in the end (4).\n\n❌ `approve on this` as an effect of `submit`, where `approve` has the effect `submit on this`\n\n✅ `note = "Sent"`: only one of them fires the other',
  }),
  N424: code<{ entity: string }>({
    severity: 'error',
    title: 'An effect that deletes what is never deleted',
    message: ({ entity }) => `${entity} is never deleted (point 3), so no effect deletes it.`,
    page: 'An entity with `delete: never` promises that its records stay, whoever asks; an effect is no exception.\n\n❌ `delete claim` where `Claim` has `| delete | never |`\n\n✅ `approve on claim`, an event of it',
  }),
  N425: code<{ path: string }>({
    severity: 'error',
    title: 'An effect on a record that is deleted',
    message: ({ path }) =>
      `The record is deleted before this, so that nothing can follow: \`delete ${path}\` is the last effect.`,
    page: 'Effects happen in order.\n\n❌ `delete this; amount = 0`\n\n✅ `delete this`',
  }),
  N426: code<{ states: readonly string[] }>({
    severity: 'error',
    title: 'Times that lead around in a circle',
    message: ({ states }) =>
      `This never ends once these times are past: ${states.map((state) => `\`${state}\``).join(', then ')}.`,
    page: `A time that is past means at once (4). Rows that lead around in a circle, each at a time of the record, would take each other again and again. Let one wait (\`after\`), have a guard, or move its time in \`then\`.

❌

~~~markdown
| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| check | open | busy | at created_at + 1 day | | |
| again | busy | open | at created_at + 2 days | | |
| finish | busy | done | boss | | |
~~~

✅

~~~markdown
| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| check | open | busy | at created_at + 1 day | | |
| again | busy | open | after 1 day | | |
| finish | busy | done | boss | | |
~~~`,
  }),
} satisfies Record<string, Code<never>>;
