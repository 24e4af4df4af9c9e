import type { CauseView } from '../failure.ts';
import { escapeMarkup as text } from '../markup.ts';
import { anchorOf, counted } from './points.ts';

/** The maximum number of clauses that are named for the other failures of a cause. */
const MOST_NAMED = 12;

/** The failures by cause: the first failure of each cause in full, and the clauses of the others. */
export function causesMarkup(causes: readonly CauseView[], failures: number): string {
  if (causes.length === 0) return '';
  return `<section aria-labelledby="failures">
<h2 id="failures">What failed <span class="count">${counted(failures, 'failure')} of ${counted(causes.length, 'cause')}; the first of each is shown</span></h2>
${causes.map(causeMarkup).join('\n')}
</section>`;
}

function causeMarkup({ first, others, clauses }: CauseView, place: number): string {
  const { title, clause, file, line, reason, as, request, body, answer, expected, fault, again } = first;
  const sent = request === null ? '' : `${request}${body === null ? '' : `\n${body}`}`;
  const blocks = [
    ['Expected', expected],
    [`Asked${as === null ? '' : ` as ${as}`}`, sent === '' ? null : sent],
    ['Answered', answer],
  ] as const;
  const shown = blocks.filter(([, content]) => content !== null && content !== '');
  return `<article>
<h3>${place + 1}. ${text(title)}</h3>
${clause === '' ? '' : `<p class="quiet">${text(file)}:${line} <a href="#${text(anchorOf(clause))}"><code>${text(clause)}</code></a></p>\n<pre>${text(first.text)}</pre>`}
<p class="bad"><strong>${text(reason)}</strong></p>
${shown.map(([name, content]) => `<p class="quiet">${text(name)}</p><pre>${text(content ?? '')}</pre>`).join('\n')}
${fault === null ? '' : `<details><summary>The fault</summary><pre>${text(fault)}</pre></details>`}
${others === 0 ? '' : `<p>${counted(others, 'other failure')} of this cause${listed(clauses)}.</p>`}
<p class="quiet">To repeat it:</p><pre>${text(again)}</pre>
</article>`;
}

function listed(clauses: CauseView['clauses']): string {
  const named = clauses.filter(({ clause }) => clause !== '');
  if (named.length === 0) return '';
  const shown = named
    .slice(0, MOST_NAMED)
    .map(
      ({ clause, failures }) =>
        `<a href="#${text(anchorOf(clause))}"><code>${text(clause)}</code></a>${failures > 1 ? ` (${failures})` : ''}`,
    );
  const more = named.length - shown.length;
  return `: ${shown.join(', ')}${more > 0 ? `, and ${counted(more, 'more clause')}` : ''}`;
}
