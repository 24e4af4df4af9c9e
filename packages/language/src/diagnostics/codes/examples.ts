import { code } from '../code.ts';
import { bracketed, isNoSuch, type NoSuch } from '../no-such-reason.ts';
import { offer } from '../offer.ts';
import { type Because, wordsOf } from '../reason.ts';
import { CONTRADICTIONS, DOES_REASONS, GIVEN_REASONS, THEN_REASONS } from './reasons/states.ts';

/** N43x and N456: what the checker says about the examples of points 4 and 5. */
export const EXAMPLES_CODES = {
  N431: code<{ text: string }>({
    severity: 'error',
    title: 'A given record that can’t be read',
    traits: ['foreign cell'],
    message: ({ text }) =>
      `\`${text}\` names no records: write an entity, as in \`Claim where total > 100\`, or \`none\` where nothing needs to be there.`,
    page: 'What is given is written like the source of a query, several records with `;` between them. The last one is what the example is about.\n\n❌ `a claim above 100`\n\n✅ `Claim where total > 100`\n\n✅ `Project as p where not open; Claim where project == p`',
  }),
  N432: code<{ text: string; reason: Because<typeof DOES_REASONS> }>({
    severity: 'error',
    title: 'An action that can’t be read',
    traits: ['foreign cell'],
    message: ({ text, reason }) => `\`${text}\` can't be done in an example: ${wordsOf(DOES_REASONS, reason)}.`,
    page: 'An example does one thing: an event, `create Entity(field: value)`, `update(field: value)` or `delete`. What is left out has any value that the document allows.\n\n❌ `the manager approves`\n\n✅ `approve`\n\n✅ `reject(reason: "Too late")`\n\n✅ `create Claim(purpose: "Rome")`',
  }),
  N433: code<{ target: string; reason: Because<typeof GIVEN_REASONS> | NoSuch }>({
    severity: 'error',
    title: 'A value that nobody gives',
    traits: ['foreign cell'],
    unknownName: { points: '347' },
    names: ({ target }) => [target],
    message: ({ target, reason }) =>
      `\`${target}\` can't be given here: ${isNoSuch(reason) ? `there is no such value${bracketed(reason.nearest)}` : wordsOf(GIVEN_REASONS, reason)}.`,
    page: 'An event takes what it `asks`; a record is created and updated with its stored fields.\n\n❌ `create Claim(total: 100)` where `total` is computed\n\n✅ `create Claim(purpose: "Rome")`',
  }),
  N434: code<{ what: string }>({
    severity: 'error',
    title: 'An example about no record',
    message: ({ what }) => `\`${what}\` needs a record that it happens to: name it under \`given\`.`,
    page: 'Events, `update`, `delete` and time happen to a record: the last one that is given.\n\n❌ `| none | manager | approve | approved |`\n\n✅ `| Claim | manager | approve | approved |`',
  }),
  N435: code<{ text: string; reason: keyof typeof THEN_REASONS }>({
    severity: 'error',
    title: 'A consequence that can’t be read',
    message: ({ text, reason }) => `\`${text}\` says nothing that could be tested: ${THEN_REASONS[reason]}.`,
    page: 'Under `then` stands a state, conditions that hold afterwards (with `;` between them), the errors that refuse it, or `none` where it is enough that it is done.\n\n❌ `approved; ABOVE_LIMIT`\n\n✅ `approved; approver == user`\n\n✅ `ABOVE_LIMIT`',
  }),
  N436: code<{ error: string; nearest: string | null }>({
    severity: 'error',
    title: 'An example with an unknown error',
    unknownName: { points: '8' },
    names: ({ error }) => [error],
    message: ({ error, nearest }) => `Point 8 has no error \`${error}\`.${offer(nearest)}`,
    page: 'What is refused is refused with an error of point 8, or one of the standard ones.\n\n❌ `ABOVE_LIMT`\n\n✅ `ABOVE_LIMIT`',
  }),
  N456: code<{ why: Because<typeof CONTRADICTIONS> }>({
    severity: 'error',
    title: 'An example that the document contradicts',
    message: ({ why }) => `This can't be so: ${wordsOf(CONTRADICTIONS, why)}.`,
    page: `An example says of one case what the document says of all. Where both can't be right, one of them is fixed. Not everything is seen before the examples are run: \`nonet test\` runs them.

❌

~~~markdown
### Examples

| given | who | does | then |
| --- | --- | --- | --- |
| Item where phase == "open" | boss | end | done |
~~~

✅

~~~markdown
### Examples

| given | who | does | then |
| --- | --- | --- | --- |
| Item where phase == "busy" | boss | end | done |
| Item where phase == "open" | boss | end | INVALID_TRANSITION |
~~~`,
  }),
} as const;
