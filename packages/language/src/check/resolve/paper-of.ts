import { CALLS_CODES } from '../../diagnostics/codes/calls.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Expression } from '../../expression/tree.ts';
import type { PaperOf } from '../../model/papers.ts';
import type { Context } from '../context.ts';
import type { Declared } from '../declared.ts';
import { replacement } from './replacement.ts';
import { type Part, part } from './words.ts';

const FORM = /^paper\s+([A-Za-z_]\w*)(?:\s+of\s+(?=\S))?/;

/** Whether words mean a paper: `paper lease_contract`, `paper lease_contract of lease`. */
export function isPaperOf({ text }: Part): boolean {
  return FORM.test(text);
}

/**
 * Reads such words. `own`: the record where none is named; `read`: reads another one. Null if they have mistakes, which
 * are reported.
 */
export function readPaperOf(
  context: Context,
  declared: Pick<Declared, 'papers' | 'papersAreOpen'>,
  words: Part,
  own: Expression,
  read: (words: Part) => Expression | null,
): PaperOf | null {
  const [whole = '', paper = ''] = FORM.exec(words.text) ?? [];
  const start = words.text.indexOf(paper, 'paper'.length);
  const name = part(words, start, start + paper.length);
  const rest = part(words, whole.length, words.text.length);
  const isNamed = /\sof\s+$/.test(whole);
  if (!isNamed && rest.text !== '') {
    context.report('N789', CALLS_CODES.N789, { text: words.text }, words.span);
    return null;
  }
  const known = declared.papers.get(paper);
  if (known === undefined && !declared.papersAreOpen) {
    const offered = nearest(paper, declared.papers.keys());
    const details = { name: paper, nearest: offered };
    context.report('N787', CALLS_CODES.N787, details, name.span, replacement(name.span, offered));
    return null;
  }
  const of = isNamed ? read(rest) : own;
  if (of === null || of.type.kind === 'unknown') return null;
  const entity = of.type.kind === 'record' ? of.type.entity : null;
  if (entity === null || (typeof known === 'string' && known !== entity)) {
    const details = { name: paper, of: known ?? null, entity, text: isNamed ? rest.text : 'this' };
    context.report('N788', CALLS_CODES.N788, details, isNamed ? rest.span : name.span);
    return null;
  }
  return { paper, of };
}
