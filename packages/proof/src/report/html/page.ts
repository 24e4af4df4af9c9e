import type { Plan } from '@nonet/language';
import type { Proof } from '../../proof.ts';
import { type ClauseProof, type Coverage, coverageOf, reasonText } from '../coverage.ts';
import { causeViews } from '../failure.ts';
import { escapeMarkup as text } from '../markup.ts';
import { causesMarkup } from './causes.ts';
import { anchorOf, counted, pointsMarkup, pointsOf } from './points.ts';
import { NO_PICTURES, type Pictures, screensMarkup } from './screens.ts';
import { STYLE } from './style.ts';

/**
 * One self-contained page for a reviewer: the figures, failures by cause, every clause with its verdict and its proof,
 * the reasons for clauses without one, the document's gaps, and pictures of the screens.
 * @param file The document, as commands name it.
 */
export function renderHtml(proof: Proof, file: string, pictures: Pictures = NO_PICTURES): string {
  const coverage = coverageOf(proof);
  const causes = causeViews(proof, file);
  const { title } = proof.plan;
  const parts = {
    failures: causesMarkup(causes, proof.failures.length),
    screens: screensMarkup(proof.plan, pictures),
    'not-shown': notShownMarkup(coverage.clauses),
    gaps: gapsMarkup(proof.plan),
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}: what its tests show</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${text(title)}</h1>
<p class="quiet">What the tests derived from <code>${text(file)}</code> show of its product</p>
${figuresMarkup(proof, coverage, causes.length)}
${navigation(coverage.clauses, parts)}
</header>
<main>
${parts.failures}
${pointsMarkup(proof, coverage.clauses)}
${parts['not-shown']}
${parts.gaps}
${parts.screens}
</main>
<footer><p class="quiet">Again: <code>${text(`nonet test ${[file, ...proof.like].join(' ')} --seed ${proof.seed}`)}</code></p></footer>
</body>
</html>
`;
}

/** The outcome in a sentence, the figures, and what is to be known of how they came about. */
function figuresMarkup(proof: Proof, coverage: Coverage, causes: number): string {
  const { clauses, proven, failed, shown, notDerivable, notTried, share } = coverage;
  const isWhole = !proof.isStopped && proof.broken.length === 0;
  const outcome =
    proof.failures.length > 0
      ? `<p class="outcome bad">✗ ${counted(proof.failures.length, 'failure')} of ${counted(causes, 'cause')}.</p>`
      : isWhole
        ? '<p class="outcome good">✓ Nothing failed.</p>'
        : '<p class="outcome open">– None of the tried cases failed.</p>';
  const figures: readonly (readonly [name: string, value: string])[] = [
    ['Proven', `${Math.floor(share * 1000) / 10} %`],
    ['Clauses proven', `${proven} of ${shown}`],
    ['Failed', String(failed)],
    ['Not derivable', String(notDerivable)],
    ...(notTried === 0 ? [] : [['Not tried', String(notTried)] as const]),
    ['Cases', String(proof.cases.length)],
    ['Requests', String(proof.requests)],
    ['Seconds', (proof.milliseconds / 1000).toFixed(1)],
  ];
  const width = (count: number) => `${(100 * count) / Math.max(1, clauses.length)}%`;
  return `${outcome}
<dl class="figures">
${figures.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('\n')}
</dl>
<div class="meter" role="img" aria-label="Of ${clauses.length} clauses ${proven} proven, ${failed} failed, ${notDerivable} not derivable, ${notTried} not tried"><span class="ok" style="width:${width(proven)}"></span><span class="no" style="width:${width(failed)}"></span></div>
${remarks(proof)
  .map((remark) => `<p>${text(remark)}</p>`)
  .join('\n')}`;
}

/** Remarks that limit the meaning of the figures. */
function remarks({ isStopped, broken, since, leftOut, isPart, unopened }: Proof): string[] {
  return [
    ...(isStopped ? ['It was stopped before all was tried.'] : []),
    ...broken.map((why) => `Not all was tried: ${why}.`),
    ...(since === null
      ? isPart
        ? [`Only the cases of some clauses were asked for; ${leftOut} others were left out.`]
        : []
      : [
          `Only what can have changed since ${since.name} was tried: ${since.clauses.length === 1 ? '1 clause differs' : `${since.clauses.length} clauses differ`}; ${counted(leftOut, 'case')} left out.`,
        ]),
    ...(unopened === null ? [] : [`No screen was opened: ${unopened}.`]),
  ];
}

function navigation(
  clauses: readonly ClauseProof[],
  parts: Readonly<Record<'failures' | 'screens' | 'not-shown' | 'gaps', string>>,
): string {
  const link = (id: string, words: string) => `<li><a href="#${id}">${text(words)}</a></li>`;
  const links = [
    parts.failures === '' ? '' : link('failures', 'What failed'),
    ...pointsOf(clauses).map(({ number, title }) => link(`point-${number}`, `${number}. ${title}`)),
    parts['not-shown'] === '' ? '' : link('not-shown', 'What no test shows'),
    parts.gaps === '' ? '' : link('gaps', 'Gaps'),
    parts.screens === '' ? '' : link('screens', 'Screens'),
  ];
  return `<nav aria-label="Contents"><ul>${links.join('')}</ul></nav>`;
}

/** The clauses that no test shows, by reason. */
function notShownMarkup(clauses: readonly ClauseProof[]): string {
  const groups = Map.groupBy(
    clauses.filter(({ verdict }) => verdict === 'not derivable' || verdict === 'not run'),
    ({ reason }) => reason ?? 'not found',
  );
  if (groups.size === 0) return '';
  return `<section aria-labelledby="not-shown">
<h2 id="not-shown">What no test shows <span class="count">by the reason</span></h2>
<ul class="plain">
${[...groups]
  .map(
    ([reason, of]) =>
      `<li><details><summary>${counted(of.length, 'clause')}: ${text(reasonText(reason))}</summary>
<ul>${of.map(({ clause }) => `<li><a href="#${text(anchorOf(clause))}"><code>${text(clause)}</code></a></li>`).join('')}</ul></details></li>`,
  )
  .join('\n')}
</ul>
</section>`;
}

/** The gaps of the document, and what the product can't do because of them. */
function gapsMarkup({ gaps, clauses }: Plan): string {
  if (gaps.length === 0) return '';
  return `<section aria-labelledby="gaps">
<h2 id="gaps">Gaps <span class="count">parts that the document leaves open, and their consequences</span></h2>
<ul>
${gaps
  .map(({ clause, consequence }) => {
    const place = clauses[clause];
    const where = place === undefined ? '' : `, ${place.file}:${place.line}`;
    return `<li>${text(consequence)} <span class="quiet"><code>${text(clause)}</code>${text(where)}</span></li>`;
  })
  .join('\n')}
</ul>
</section>`;
}
