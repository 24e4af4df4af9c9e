import { type Code, code } from '../code.ts';
import { offer } from '../offer.ts';

/** N4xx: what the checker says about point 4. */
export const STATES_CODES = {
  N401: code<{ heading: string }>({
    severity: 'error',
    title: 'A heading that names no workflow',
    message: ({ heading }) =>
      `“${heading}” names no entity and state field: it is written like \`Claim.status\`, or \`Like\` for events without states.`,
    page: '❌ `### The life of a claim`\n\n✅ `### Claim.status`',
  }),
  N402: code<{ entity: string; nearest: string | null }>({
    severity: 'error',
    title: 'A workflow of no entity',
    message: ({ entity, nearest }) => `Point 3 has no entity “${entity}”.${offer(nearest)}`,
    page: '❌ `### Clam.status`\n\n✅ `### Claim.status`',
  }),
  N403: code<{ entity: string; field: string; nearest: string | null }>({
    severity: 'error',
    title: 'Not a state field',
    message: ({ entity, field, nearest }) =>
      `${entity} has no field \`${field}\` of the type \`state\` in point 3.${offer(nearest)}`,
    page: '❌ `### Claim.phase` where point 3 has `status`\n\n✅ `### Claim.status`',
  }),
  N404: code<{ workflow: string; initial: readonly string[] }>({
    severity: 'error',
    title: 'Where a record starts',
    message: ({ workflow, initial }) =>
      initial.length === 0
        ? `${workflow} has no initial state: mark one as \`initial\`, or state an event \`from new\`.`
        : `${workflow} has several initial states (${initial.join(', ')}): exactly one is \`initial\`.`,
    page: '❌ no row with the kind `initial`\n\n✅ `| draft | initial | |`',
  }),
  N405: code<{ state: string }>({
    severity: 'error',
    title: 'A state that is never reached',
    message: ({ state }) => `No event leads to \`${state}\`.`,
    page: 'A state that nothing leads to can never hold.\n\n❌ a state without an event `to` it\n\n✅ an event that leads there, or no such state',
  }),
  N406: code<{ state: string }>({
    severity: 'error',
    title: 'A dead end',
    message: ({ state }) => `No event leads out of \`${state}\`, and it is not marked as \`final\`.`,
    page: '❌ a state without a way out\n\n✅ `| paid | final | |`',
  }),
  N407: code<{ event: string; state: string }>({
    severity: 'error',
    title: 'An event out of a final state',
    message: ({ event, state }) => `\`${event}\` starts from \`${state}\`, which is final.`,
    page: 'Nothing happens to a record in a final state.\n\n❌ `| reopen | paid | draft |` with `paid` final\n\n✅ `paid` is not final',
  }),
  N408: code<{ state: string; workflow: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown state',
    message: ({ state, workflow, nearest }) => `${workflow} has no state “${state}”.${offer(nearest)}`,
    page: '❌ `| submit | draf | submitted |`\n\n✅ `| submit | draft | submitted |`',
  }),
  N409: code<{ actor: string; entity: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown actor',
    message: ({ actor, entity, nearest }) =>
      `“${actor}” is neither a role of point 6 nor a field of ${entity} that refers to a User, nor a timer.${offer(nearest)}`,
    page: '`by` names roles, fields that refer to a User, `system`, `after 30 days`, or `at due + 1 day`.\n\n❌ `manger`\n\n✅ `manager`',
  }),
  N410: code<{ event: string }>({
    severity: 'error',
    title: 'An event with a word of the API',
    message: ({ event }) => `An event can't be named \`${event}\`: the API uses this word below each record.`,
    page: 'Taken: `history`, `can`, `restore`.\n\n❌ `| history | … |`\n\n✅ another name',
  }),
  N411: code<{ ask: string; reason: string }>({
    severity: 'error',
    title: 'Something that can’t be asked for',
    message: ({ ask, reason }) => `\`${ask}\` can't be asked for: ${reason}.`,
    page: 'An event asks for fields of its record that are not computed, or for inputs such as `really boolean`.\n\n❌ `asks` with `total`, a computed field\n\n✅ `asks` with `reason`',
  }),
  N412: code<{ effect: string }>({
    severity: 'error',
    title: 'An effect that can’t be read',
    message: ({ effect }) =>
      `\`${effect}\` is not an effect: it is written like \`field = …\`, \`create Entity(field: …)\`, \`delete path\`, \`event on path\` or \`for line in lines: …\`.`,
    page: '❌ `set approver to user`\n\n✅ `approver = user`',
  }),
  N413: code<{ target: string; reason: string }>({
    severity: 'error',
    title: 'A field that no effect can set',
    message: ({ target, reason }) => `\`${target}\` can't be set here: ${reason}.`,
    page: 'An effect sets a stored field that nothing else governs.\n\n❌ `status = "paid"` (an event on the record does that)\n\n✅ `paid_at = now()`',
  }),
  N414: code<{ entity: string; what: string }>({
    severity: 'error',
    title: 'States where there is no state field',
    message: ({ entity, what }) =>
      `${entity} is stated here without a state field, so ${what} has no meaning: write \`### ${entity}.status\`, with the field's name.`,
    page: '❌ `from` and `to` under `### Like`\n\n✅ `### Like.status`, or no `from` and `to`',
  }),
  N416: code<{ kind: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown kind of state',
    message: ({ kind, nearest }) =>
      `“${kind}” is not a kind of state: it is \`initial\`, \`final\` or empty.${offer(nearest)}`,
    page: '❌ `| draft | start | |`\n\n✅ `| draft | initial | |`',
  }),
  N417: code<{ path: string; reason: string }>({
    severity: 'error',
    title: 'A path that leads nowhere',
    message: ({ path, reason }) => `\`${path}\` can't be followed: ${reason}.`,
    page: 'A path goes from the record through references.\n\n❌ `lines.amount = 0`\n\n✅ `project.open = false`',
  }),
  N418: code<{ entity: string; fields: readonly string[] }>({
    severity: 'error',
    title: 'A created record without a required value',
    message: ({ entity, fields }) =>
      `\`create ${entity}(…)\` gives no value to ${fields.map((field) => `\`${field}\``).join(', ')}.`,
    page: '❌ `create Payment()`\n\n✅ `create Payment(amount: total)`',
  }),
  N419: code<{ what: string }>({
    severity: 'error',
    title: 'A row without a name',
    message: ({ what }) => `This row does not name its ${what}.`,
    page: '❌ an empty first cell\n\n✅ a name',
  }),
  N420: code<{ event: string; entity: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown event',
    message: ({ event, entity, nearest }) => `${entity} has no event “${event}” in point 4.${offer(nearest)}`,
    page: '❌ `aprove on claim`\n\n✅ `approve on claim`',
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
    page: 'The `error` of an event stands for its guard.\n\n❌ an `error` without a `when`\n\n✅ both, or neither',
  }),
  N423: code<{ events: readonly string[] }>({
    severity: 'error',
    title: 'Events that fire each other in a circle',
    message: ({ events }) => `This never ends: ${events.map((event) => `\`${event}\``).join(' fires ')}.`,
    page: 'An effect may fire another event, as long as none fires itself in the end (4).\n\n❌ `close` fires `archive`, and `archive` fires `close`\n\n✅ only one of them fires the other',
  }),
  N424: code<{ entity: string }>({
    severity: 'error',
    title: 'An effect that deletes what is never deleted',
    message: ({ entity }) => `${entity} is never deleted (point 3), so no effect deletes it.`,
    page: '❌ `delete invoice` where `Invoice` has `| delete | never |`\n\n✅ an event on it, such as `cancel on invoice`',
  }),
  N425: code<{ path: string }>({
    severity: 'error',
    title: 'An effect on a record that is deleted',
    message: ({ path }) =>
      `The record is deleted before this, so that nothing can follow: \`delete ${path}\` is the last effect.`,
    page: 'Effects happen in order.\n\n❌ `delete this; closed = true`\n\n✅ `delete this`',
  }),
  N451: code<{ event: string; from: readonly string[] | 'new' | null }>({
    severity: 'error',
    title: 'A guard that never holds',
    message: ({ event, from }) =>
      `The guard of \`${event}\` never holds${Array.isArray(from) ? ` from ${from.join(', ')}` : ''}, so this row is never taken.`,
    page: `A guard is judged on a record in one of the states of \`from\`, with the fields' own rules kept. One that contradicts them, or itself, refuses everybody.

❌

~~~markdown
| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| check | open | busy | boss | \`amount > 5 and amount < 5\` | |
| finish | busy | done | boss | | |
~~~

✅

~~~markdown
| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| check | open | busy | boss | \`amount > 5 and amount < 50\` | |
| finish | busy | done | boss | | |
~~~

What is looked at, and what is not, is told with N551.`,
  }),
  N452: code<{ event: string; from: readonly string[] | 'new' | null }>({
    severity: 'warning',
    title: 'A guard that always holds',
    message: ({ event, from }) =>
      `The guard of \`${event}\` always holds${Array.isArray(from) ? ` from ${from.join(', ')}` : ''}, so it refuses nobody.`,
    page: `A guard that follows from \`from\`, or from the fields' own rules, has no effect, and its error is never seen.

❌

~~~markdown
| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| check | open | busy | boss | \`phase != "done"\` | |
| finish | busy | done | boss | | |
~~~

✅

~~~markdown
| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| check | open | busy | boss | \`amount > 5\` | |
| finish | busy | done | boss | | |
~~~

What is looked at, and what is not, is told with N551.`,
  }),
  N453: code<{ event: string; example: readonly string[] }>({
    severity: 'hint',
    title: 'Two rows whose guards can both hold',
    message: ({ event, example }) =>
      `Both this row of \`${event}\` and an earlier one fit${example.length > 0 ? ` where ${example.join(', ')}` : ' some records'}: the earlier one is taken then.`,
    page: `Rows of one event are tried in order. Where the guards of two can hold at once, for somebody who may take both, the order of the rows decides. That may be meant; guards that exclude each other say it without the order.

❌

~~~markdown
| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| check | open | busy | boss | \`amount > 5\` | |
| check | open | done | boss | \`amount < 10\` | |
| finish | busy | done | boss | | |
~~~

✅

~~~markdown
| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| check | open | busy | boss | \`amount >= 10\` | |
| check | open | done | boss | \`amount < 10\` | |
| finish | busy | done | boss | | |
~~~`,
  }),
  N454: code<{ event: string; field: string; entity: string }>({
    severity: 'warning',
    title: 'An asked field that its actor never sees again',
    message: ({ event, field, entity }) =>
      `\`${event}\` asks for \`${field}\`, and point 6 lets nobody who may take it ever read \`${field}\` of ${entity}.`,
    page: `An event grants writing what it asks for, and never reading it. Whoever fills such a field in can't see what stands there already, or look at it afterwards.

❌ \`asks\` with \`note\`, where \`read note\` is \`no\` for every role that may take the event

✅ \`read note\` is \`yes\` for one of them, or the event asks for another field`,
  }),
  N455: code<{ timer: string; why: string }>({
    severity: 'error',
    title: 'A timer on nothing',
    message: ({ timer, why }) => `The timer \`${timer}\` never fires: ${why}.`,
    page: `\`after\` counts from when a record entered its state, \`at\` is a time that the record says. A timer needs a record that exists, in a state that it can stay in.

❌

~~~markdown
| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| open_one | new | open | after 3 days | | |
| check | open | busy | boss | | |
| finish | busy | done | boss | | |
~~~

✅

~~~markdown
| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| check | open | busy | after 3 days | | |
| finish | busy | done | boss | | |
~~~`,
  }),
} satisfies Record<string, Code<never>>;
