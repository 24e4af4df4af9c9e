import { type Code, code } from '../code.ts';

/** N1xx: what the checker says about point 1, and about prose where another point should state something. */
export const PURPOSE_CODES = {
  N101: code<{ heading: string }>({
    severity: 'hint',
    title: 'Prose alone where something is stated',
    message: ({ heading }) =>
      `“${heading}” is prose alone, so it states that there is nothing: nobody but its readers knows of what stands here. Write it as a table; or put \`not shown\` on a line of its own where it is still open, \`none\` where there is nothing.`,
    page: `Points 2 to 9 are stated in tables and headings, and prose beside them explains them. Where prose stands alone, nothing of it happens. A line that is only \`none\` says that this is meant; one that is only \`not shown\` leaves it open, so that it is listed as a gap.

❌

~~~markdown
A claim ends after it begins, and nobody files one for a closed project.
~~~

✅

~~~markdown
The database of the old system kept these.

none
~~~`,
  }),
} satisfies Record<string, Code<never>>;
