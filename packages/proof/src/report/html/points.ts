import { type ClauseAddress, POINT_TITLES, POINTS } from '@nonet/language';
import type { Proof } from '../../proof.ts';
import { type ClauseProof, reasonText } from '../coverage.ts';
import { escapeMarkup as text } from '../markup.ts';

/** The maximum number of cases that are named with each clause. */
const MOST_CASES = 8;

/** How a verdict is shown: a sign and its words, so that it does not depend on colours. */
const VERDICTS: Readonly<Record<ClauseProof['verdict'], { readonly words: string; readonly style: string }>> = {
  proven: { words: '✓ proven', style: 'good' },
  failed: { words: '✗ failed', style: 'bad' },
  'not derivable': { words: '– not derivable', style: 'quiet' },
  'not run': { words: '– not tried', style: 'open' },
};

/** The anchor of a clause in the report. */
export function anchorOf(clause: ClauseAddress): string {
  return `clause-${clause}`;
}

/** The points that have clauses, by number. */
export function pointsOf(clauses: readonly ClauseProof[]): { number: string; title: string; clauses: ClauseProof[] }[] {
  return POINTS.map((point, place) => {
    const number = String(place + 1);
    return {
      number,
      title: POINT_TITLES[point],
      clauses: clauses.filter(({ clause }) => clause.split('.')[0] === number),
    };
  }).filter((point) => point.clauses.length > 0);
}

/** Point by point, each line of the document with the clauses that it states, their verdicts, and what proved them. */
export function pointsMarkup(proof: Proof, clauses: readonly ClauseProof[]): string {
  const titles = casesByClause(proof);
  return pointsOf(clauses)
    .map(({ number, title, clauses: own }) => {
      const proven = own.filter(({ verdict }) => verdict === 'proven').length;
      const lines = [...Map.groupBy(own, ({ file, line }) => `${file}:${line}`).values()];
      return `<section aria-labelledby="point-${number}">
<h2 id="point-${number}">${number}. ${text(title)} <span class="count">${proven} of ${own.length} clauses proven</span></h2>
<ol class="lines">
${lines.map((of) => lineMarkup(of, titles)).join('\n')}
</ol>
</section>`;
    })
    .join('\n');
}

/** One line of the document. */
function lineMarkup(
  clauses: readonly ClauseProof[],
  titles: ReadonlyMap<ClauseAddress, ReadonlyMap<string, number>>,
): string {
  const [first] = clauses;
  if (first === undefined) return '';
  return `<li><div class="stated"><span class="number" title="${text(`${first.file}:${first.line}`)}">${first.line}</span><code>${text(first.text.trim())}</code></div>
<ul class="clauses">
${clauses.map((clause) => clauseMarkup(clause, titles.get(clause.clause) ?? new Map<string, number>())).join('\n')}
</ul></li>`;
}

function clauseMarkup(
  { clause, verdict, reason, cases, failures }: ClauseProof,
  titles: ReadonlyMap<string, number>,
): string {
  const { words, style } = VERDICTS[verdict];
  const head = `<span class="verdict ${style}">${words}</span> <code>${text(clause)}</code>`;
  const why = reason === null ? '' : ` <span class="quiet">${text(reasonText(reason))}</span>`;
  const failed = failures.length === 0 ? '' : ` <a href="#failures">${counted(failures.length, 'failure')}</a>`;
  const item = (content: string) => `<li id="${text(anchorOf(clause))}">${content}</li>`;
  if (cases === 0) return item(`${head}${why}${failed}`);
  const named = [...titles].slice(0, MOST_CASES);
  const more = titles.size - named.length;
  const listed = named.map(
    ([title, times]) => `<li>${text(title)}${times > 1 ? ` <span class="quiet">(${times} times)</span>` : ''}</li>`,
  );
  if (more > 0) listed.push(`<li class="quiet">and ${more} more</li>`);
  return item(`<details><summary>${head} <span class="quiet">${counted(cases, 'case')}</span>${why}</summary>
<ul>${listed.join('')}</ul></details>${failed}`);
}

/** The titles of each clause's cases, each with the number of cases that have it. */
function casesByClause({ cases }: Proof): Map<ClauseAddress, Map<string, number>> {
  const found = new Map<ClauseAddress, Map<string, number>>();
  for (const { clauses, title } of cases)
    for (const clause of clauses) {
      const titles = found.get(clause) ?? new Map<string, number>();
      found.set(clause, titles.set(title, (titles.get(title) ?? 0) + 1));
    }
  return found;
}

/** `1 case`, `2 cases`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
