import { type Code, code } from '../../code.ts';
import { type Because, wordsOf } from '../../reason.ts';
import { NEVER_REASONS } from '../reasons/states.ts';

/** N45x: a record's way through its states: who may take an event, which guards hold, what an event changes. */
export const LIFE_CODES = {
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

N551 says what is looked at, and what is not.`,
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

N551 says what is looked at, and what is not.`,
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

❌ \`reason\`, where \`read reason\` is \`no\` for every role that may take the event

✅ \`note\`, which one of them may read`,
  }),
  N455: code<{ timer: string; why: Because<typeof NEVER_REASONS> }>({
    severity: 'error',
    title: 'A timer on nothing',
    message: ({ timer, why }) => `The timer \`${timer}\` never fires: ${wordsOf(NEVER_REASONS, why)}.`,
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
  N457: code<{ event: string; isSystem: boolean }>({
    severity: 'warning',
    title: 'An event that nothing causes',
    message: ({ event, isSystem }) =>
      `“${event}” never happens: ${isSystem ? 'only the product causes it, and no effect fires it' : 'nobody and nothing causes it'}.`,
    page: `An event is caused by people (roles, or a field that refers to a User), by time, or as an effect of another one: \`end on order\`. Where its \`by\` is \`none\`, or only \`system\` and no effect fires it, it never happens.

❌

~~~markdown
| event | from | to | by |
| --- | --- | --- | --- |
| go | open | busy | boss |
| end | busy | done | system |
~~~

✅

~~~markdown
| event | from | to | by |
| --- | --- | --- | --- |
| go | open | busy | boss |
| end | busy | done | boss |
~~~`,
  }),
  N458: code<{ event: string }>({
    severity: 'error',
    title: 'Asked of nobody',
    message: ({ event }) =>
      `\`${event}\` asks for something, and nobody is there to fill it in: time or the product itself takes it.`,
    page: `What an event asks for is filled in by people: by whoever holds a role of its \`by\`, or is named by one of its fields. A timer, and an effect that fires the event, fill nothing in.

❌

~~~markdown
| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| check | open | busy | after 3 days | | note |
| finish | busy | done | boss | | |
~~~

✅

~~~markdown
| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| check | open | busy | boss | | note |
| finish | busy | done | boss | | |
~~~`,
  }),
  N459: code<{ event: string; field: string; does: 'asks for' | 'sets'; rule: 'once' | 'by system' }>({
    severity: 'warning',
    title: 'A promise of a field that an event breaks',
    message: ({ event, field, does, rule }) =>
      `\`${event}\` ${does} \`${field}\`, which is \`${rule}\`: ${rule === 'once' ? 'it is never changed after create' : 'no person ever sets it'}, says point 3.`,
    page: `\`once\` says that a field is never changed after create, \`by system\` that no person sets it. An event that is no create and changes the one, or asks people for the other, makes that untrue. Leave the rule out: what an event or an effect sets is closed to everything else anyway.

❌

~~~markdown
| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| check | open | busy | boss | | given |
| finish | busy | done | boss | | |
~~~

where \`given\` is \`by system\`

✅

~~~markdown
| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| check | open | busy | boss | | note |
| finish | busy | done | boss | | |
~~~`,
  }),
} satisfies Record<string, Code<never>>;
