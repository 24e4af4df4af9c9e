import type { Proof } from '../proof.ts';
import { type ClauseProof, coverageOf, reasonText } from './coverage.ts';
import { type CauseView, causeViews } from './failure.ts';
import { escapeMarkup as text } from './markup.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
.share { font-size: 2.5rem; font-weight: 650; }
.meter { height: .6rem; border-radius: .3rem; background: #8884; overflow: hidden; display: flex; }
.meter span { display: block; } .ok { background: #2b8a3e; } .bad { background: #c92a2a; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
td, th { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8883; vertical-align: top; }
code, pre { font: .85rem/1.45 ui-monospace, monospace; } pre { white-space: pre-wrap; background: #8881; padding: .7rem; }
code, pre, summary { overflow-wrap: anywhere; }
.failed td:first-child { color: #c92a2a; } .proven td:first-child { color: #2b8a3e; }
details { margin: .6rem 0; } summary { cursor: pointer; } .note { opacity: .75; }
`;

/** One page that needs nothing else: the share, each failure, and every clause with its verdict. */
export function renderHtml(proof: Proof, file: string): string {
  const { clauses, proven, failed, shown, notDerivable, notTried, share } = coverageOf(proof);
  const causes = causeViews(proof, file);
  const width = (count: number) => `${(100 * count) / Math.max(1, clauses.length)}%`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${text(proof.plan.title)}: what is proven</title>
<style>${STYLE}</style>
<h1>${text(proof.plan.title)}</h1>
<p class="share">${Math.floor(share * 1000) / 10} %</p>
<div class="meter" role="img" aria-label="${proven} proven, ${failed} failed, ${notDerivable} not derivable, ${notTried} not tried">
<span class="ok" style="width:${width(proven)}"></span><span class="bad" style="width:${width(failed)}"></span></div>
<p>${proven} of ${shown} clauses proven, ${notDerivable} not derivable${notTried === 0 ? '' : `, ${notTried} not tried`}.
<span class="note">${proof.cases.length} cases, ${proof.requests} requests, ${(proof.milliseconds / 1000).toFixed(1)} s, seed ${proof.seed}.</span></p>
${proof.unopened === null ? '' : `<p>No screen was opened: ${text(proof.unopened)}.</p>`}
${proof.since === null ? '' : `<p>Only what can have changed since ${text(proof.since.name)} was tried: ${proof.since.clauses.length} clauses differ, ${proof.leftOut} cases were left out.</p>`}
${proof.isStopped ? '<p><strong>It was stopped before all was tried.</strong></p>' : ''}
${proof.broken.map((why) => `<p><strong>Not all was tried:</strong> ${text(why)}.</p>`).join('\n')}
${causes.length === 0 ? '' : `<h2>What failed</h2>\n<p>${proof.failures.length} failures of ${causes.length} causes, with the first of each.</p>\n${causes.map(causeMarkup).join('\n')}`}
<h2>Clauses</h2>
<table><thead><tr><th>Verdict</th><th>Clause</th><th>Line</th><th>Cases</th></tr></thead><tbody>
${clauses.map(clauseMarkup).join('\n')}
</tbody></table>
</html>
`;
}

function causeMarkup({ first: failure, others }: CauseView): string {
  const sent = failure.body === null ? '' : `\n${failure.body}`;
  const asked =
    failure.request === null ? '' : `<pre>${text(`${failure.request}${sent}\n\n${failure.answer ?? ''}`)}</pre>`;
  return `<details open><summary><strong>${text(failure.title)}</strong> <code>${text(failure.clause)}</code></summary>
<p>${text(failure.file)}:${failure.line} <code>${text(failure.text)}</code></p>
<p>${text(failure.reason)}${failure.as === null ? '' : `, asked as ${text(failure.as)}`}</p>
${failure.expected === null ? '' : `<p>Expected: <code>${text(failure.expected)}</code></p>`}${failure.fault === null ? '' : `<pre>${text(failure.fault)}</pre>`}${others === 0 ? '' : `<p>And ${others} more of this cause.</p>`}
${asked}<p><code>${text(failure.again)}</code></p></details>`;
}

function clauseMarkup({ clause, verdict, line, text: stated, cases, reason }: ClauseProof): string {
  const why = reason === null ? '' : ` <span class="note">${text(reasonText(reason))}</span>`;
  return `<tr class="${verdict.replace(' ', '-')}"><td>${verdict}</td><td><code>${text(clause)}</code>${why}<br><span class="note">${text(stated.trim())}</span></td><td>${line}</td><td>${cases}</td></tr>`;
}
