import { withArticle } from '../../article.ts';
import { type Code, code } from '../../code.ts';

/** N46x: what the values of a record are before, while and after an event takes place. */
export const VALUE_CODES = {
  N460: code<{ entity: string; field: string; by: 'effect' | 'owner' | 'demo record' | 'cell' }>({
    severity: 'error',
    title: 'A record in no state',
    message: ({ entity, field, by }) => {
      const start = `no state of ${entity} is \`initial\`, so that rows \`from new\` say where one starts`;
      if (by === 'effect')
        return `\`create ${entity}(…)\` makes a record in no state: ${start}, and an effect takes none of them.`;
      if (by === 'owner') return `A ${entity} would be in no state: it is written with its owner, and ${start}.`;
      if (by === 'demo record') return `This ${entity} would be in no state: ${start}, and it states no \`${field}\`.`;
      return `Who creates ${withArticle(entity)} makes a record in no state: ${start}, and none of them is named \`create\`.`;
    },
    page: `A record is always in one of its states. It starts in the \`initial\` one, or where a row \`from new\` leads. What people create by point 6 takes the rows named \`create\`; effects, owned children and demo records take none.

❌

~~~markdown
| state | kind |
| --- | --- |
| open | |
| busy | |
| done | final |

| event | from | to | by |
| --- | --- | --- | --- |
| order | new | open | boss |
| go | open | busy | boss |
| end | busy | done | boss |
~~~

where \`create\` is \`yes\` in point 6

✅

~~~markdown
| state | kind |
| --- | --- |
| open | |
| busy | |
| done | final |

| event | from | to | by |
| --- | --- | --- | --- |
| create | new | open | boss |
| go | open | busy | boss |
| end | busy | done | boss |
~~~`,
  }),
  N461: code<{ query: string }>({
    severity: 'error',
    title: 'A list of `old` beside what is read now',
    message: ({ query }) =>
      `\`${query}\` goes over a list as it was before the event, and reads something else besides: it has no value that was there then. Only \`old\`, \`user\` and constants can be read in it.`,
    page: `What \`old\` gives is read before an event changes anything, and so is a query of one of its lists, whole. Nothing else but \`user\` and constants can be read in it; what has to be compared is compared outside.

❌ \`reason = "Large" if exists(old.lines where amount > this.total)\`

✅ \`reason = "Large" if exists(old.lines where amount > MANAGER_LIMIT)\`

✅ \`reason = "Large" if sum(old.lines.amount) > new.total\``,
  }),
  N463: code<{ event: string; field: string; by: string }>({
    severity: 'error',
    title: 'An effect that leaves no choice',
    message: ({ event, field, by }) =>
      `\`${event}\` is always refused: its \`${by}\` makes of the record what the \`among\` of \`${field}\` doesn't admit, and that is judged with the record as saved.`,
    page: `An \`among\` is judged when everything is done, like a rule. So what an event's effects make of the referred record has to be among the choices, too. What has to hold before the event stands in its \`when\`, which sees the record as it was.

❌

~~~markdown
| event | from | to | by | asks | then |
| --- | --- | --- | --- | --- | --- |
| go | open | busy | boss | claim | \`submit on claim\` |
| end | busy | done | boss | | |
~~~

where \`claim\` is \`among Claim where status == "draft"\`

✅

~~~markdown
| event | from | to | by | asks | then |
| --- | --- | --- | --- | --- | --- |
| go | open | busy | boss | claim | \`note = claim.purpose\` |
| end | busy | done | boss | | |
~~~`,
  }),
  N464: code<{ event: string; entity: string; inputs: readonly string[] }>({
    severity: 'warning',
    title: 'Asked for, and lost',
    message: ({ event, entity, inputs }) =>
      `\`${event}\` asks for ${inputs.map((input) => `\`${input}\``).join(' and ')}, which is stored nowhere and read by none of its conditions and effects: it is lost. What is to be kept is a field of ${entity}, or a value of a record that an effect creates.`,
    page: `An event asks for fields of its record by their names, and for inputs by a name and a type. An input is in no record and in no history: it is there for the row's \`when\` and \`then\` alone. People who fill one in expect that somebody reads it. (A tick such as \`really boolean\` may just be a confirmation.)

❌

~~~markdown
| event | from | to | by | asks |
| --- | --- | --- | --- | --- |
| go | open | busy | boss | why text |
| end | busy | done | boss | |
~~~

✅

~~~markdown
| event | from | to | by | asks |
| --- | --- | --- | --- | --- |
| go | open | busy | boss | note |
| end | busy | done | boss | |
~~~`,
  }),
  N462: code<{ written: string; field: string; by: string }>({
    severity: 'warning',
    title: 'An effect that reads what the event has changed',
    message: ({ written, field, by }) =>
      `\`${written}\` is read when this event has changed \`${by}\`${field === by ? '' : ', which it is computed from'}: \`old.${field}\` is its value before the event, \`new.${field}\` the one after.`,
    page: `The state changes first, and what was asked is there, then come the effects, each seeing what those before it did. So an effect that reads the state, or a field that is computed from what has changed, doesn't read what stood there when the event began: a fine that is computed \`if status == "out"\` is 0 once the book is back. \`old.\` says that the value before the event is meant, \`new.\` that it is the one after.

❌

~~~markdown
| event | from | to | by | then |
| --- | --- | --- | --- | --- |
| go | open | busy | boss | \`note = text(rest)\` |
| end | busy | done | boss | |
~~~

where \`rest\` is \`= if phase == "open" then amount else 0\`

✅

~~~markdown
| event | from | to | by | then |
| --- | --- | --- | --- | --- |
| go | open | busy | boss | \`note = text(old.rest)\` |
| end | busy | done | boss | |
~~~

✅

~~~markdown
| event | from | to | by | then |
| --- | --- | --- | --- | --- |
| go | open | busy | boss | \`note = text(new.rest)\` |
| end | busy | done | boss | |
~~~`,
  }),
} satisfies Record<string, Code<never>>;
