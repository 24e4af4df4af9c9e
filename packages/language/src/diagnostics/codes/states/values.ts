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
      return `Who creates a ${entity} makes a record in no state: ${start}, and none of them is named \`create\`.`;
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
} satisfies Record<string, Code<never>>;
