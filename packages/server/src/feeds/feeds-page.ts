import type { ListedFeedRefusal, ListedFeedRun } from '@nonet/engine';
import type { Feed, Plan } from '@nonet/language';
import { escaped } from '../mails/escaped.ts';
import { STYLE } from '../received/received-page.ts';

/** The page with the runs of feeds, and the form that takes a table. */
export const FEEDS_PAGE = '/-/feeds';

/** A run, and why rows of it were refused. */
export interface ShownRun extends ListedFeedRun {
  readonly refusals: readonly ListedFeedRefusal[];
}

interface Shown {
  readonly runs: readonly ShownRun[];
  /** The addresses of the demo people. */
  readonly people: readonly string[];
}

/** The page of `nonet dev` on which tables are tried, the newest run first. Its reader writes the document. */
export function feedsPage(plan: Plan, { runs, people }: Shown): string {
  const title = plan.title === '' ? 'The product' : plan.title;
  const form = plan.feeds.length === 0 ? NOTHING : newTable(plan.feeds, people);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Feeds – ${escaped(plan.title)}</title>
<style>${STYLE}
</style>
</head>
<body>
<main>
<h1>Feeds</h1>
<p class="about">Development: a table that you write here is taken as if it had been fetched or received. <a href="/">${escaped(title)}</a></p>
${form}
${runs.map(card).join('\n')}
</main>
</body>
</html>
`;
}

const NOTHING = '<p>No feed yet. State one under “### Feeds” in point 7.</p>';

function newTable(feeds: readonly Feed[], people: readonly string[]): string {
  const options = (values: readonly string[]) =>
    values.map((value) => `<option value="${escaped(value)}">${escaped(value)}</option>`).join('');
  const [first] = feeds;
  return `<form class="new" method="post" action="${FEEDS_PAGE}">
<label>Feed <select name="feed">${options(feeds.map(({ name }) => name))}</select></label>
<label>By (empty: whom the document names) <input name="by" type="email" list="people"></label>
<datalist id="people">${options(people)}</datalist>
<label>Table <textarea name="table" required spellcheck="false">${first === undefined ? '' : escaped(example(first))}</textarea></label>
<label>Records that earlier tables had and this one has not <select name="first"><option value="no">are missing</option><option value="yes">are not: it is the first table</option></select></label>
<button>Take</button>
</form>`;
}

/** A table of the feed without rows, to begin with. */
function example({ format, takes }: Feed): string {
  const columns = takes.map(({ column }) => column);
  if (format.kind === 'CSV') return `${columns.map((name) => (/[",;]/.test(name) ? `"${name}"` : name)).join(',')}\n`;
  const nested = (path: readonly string[], value: unknown): unknown =>
    path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const item = columns.map((column) => nested(column.split('.'), ''));
  return JSON.stringify(nested(format.path, [Object.assign({}, ...item)]), null, 2);
}

const WORDS = [
  ['read', 'rows'],
  ['made', 'made'],
  ['changed', 'changed'],
  ['same', 'the same'],
  ['ignored', 'left out'],
  ['refused', 'refused'],
  ['missing', 'missing'],
] as const;

function card(run: ShownRun): string {
  const { feed, at, state, problem, refusals } = run;
  const counts = WORDS.flatMap(([name, word]) => (run[name] === 0 ? [] : [`${run[name]} ${word}`])).join(', ');
  const rows = [
    ['at', at.replace('T', ' ').replace('Z', ' UTC')],
    ['outcome', `${state}${counts === '' ? '' : `: ${counts}`}`],
  ];
  const reasons = refusals.map(
    ({ line, key, code, clause, problem: why }) =>
      `<p class="told">${escaped([line === null ? 'missing' : `line ${line}`, key ?? ''].filter(Boolean).join(', '))}: ${escaped(why)} (${escaped([code, clause].filter(Boolean).join(', '))})</p>`,
  );
  return `<article>
<h2>${escaped(feed)}</h2>
<dl>${rows.map(([word = '', value = '']) => `<dt>${escaped(word)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>
${problem === null ? '' : `<p class="told">${escaped(problem)}</p>`}${reasons.join('')}
</article>`;
}
