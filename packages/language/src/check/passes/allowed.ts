import { findCode } from '../../diagnostics/catalogue.ts';
import { ALLOW_CODES } from '../../diagnostics/codes/allow.ts';
import { diagnose } from '../../diagnostics/diagnose.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../source/span.ts';
import type { Block, Section, SpecTree } from '../../syntax/tree.ts';
import type { DetailsOf } from '../../diagnostics/catalogue.ts';

/** One code of a remark such as `> allow N903, N324: the next tariff needs it`. */
interface Allowance {
  readonly code: string;
  readonly reason: string;
  readonly remark: Span;
  /** The range that it concerns: all that is under its heading; null for the whole document. */
  readonly section: Span | null;
}

const ALLOW = /^allow\s+(N\d+(?:\s*,\s*N\d+)*)\s*(?::([^]*))?$/i;

/**
 * Removes the diagnostics that remarks of the document allow, and reports remarks that allow nothing, or that name a
 * code that can't be allowed. A remark before point 1 applies to the whole document.
 */
export function withoutAllowed(tree: SpecTree, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const isWhole = !diagnostics.some(({ severity }) => severity === 'error');
  const found = [...allowances(tree.preamble, null), ...Object.values(tree.points).flatMap(inSection)];
  const reports: Diagnostic[] = [];
  const hidden = new Set<Diagnostic>();
  for (const allowance of found) {
    const { code, remark } = allowance;
    const why = whyNot(allowance);
    if (why !== null) {
      reports.push(diagnose('N098', ALLOW_CODES.N098, { code, why }, remark));
      continue;
    }
    const concerned = diagnostics.filter((diagnostic) => diagnostic.code === code && concerns(allowance, diagnostic));
    // A remark may allow what is only found in a document without errors.
    if (concerned.length === 0 && isWhole) reports.push(diagnose('N099', ALLOW_CODES.N099, { code }, remark));
    for (const diagnostic of concerned) hidden.add(diagnostic);
  }
  return [...diagnostics.filter((diagnostic) => !hidden.has(diagnostic)), ...reports];
}

function inSection(section: Section): Allowance[] {
  return [...allowances(section.blocks, section.span), ...section.sections.flatMap(inSection)];
}

function allowances(blocks: readonly Block[], section: Span | null): Allowance[] {
  return blocks.flatMap((block) => {
    const match = block.kind === 'remark' ? ALLOW.exec(block.text.trim()) : null;
    const codes = match?.[1]?.split(',') ?? [];
    const reason = match?.[2]?.trim() ?? '';
    return codes.map((code) => ({ code: code.trim().toUpperCase(), reason, remark: block.span, section }));
  });
}

function whyNot({ code, reason }: Allowance): DetailsOf<'N098'>['why'] | null {
  const known = findCode(code);
  if (known === undefined) return 'unknown';
  if (known.severity === 'error') return 'error';
  if (known.severity === 'gap') return 'gap';
  if (code === 'N099') return 'ofAllowing';
  return reason === '' ? 'reasonless' : null;
}

function concerns({ section }: Allowance, { span }: Diagnostic): boolean {
  return section === null || (span.file === section.file && section.start <= span.start && span.end <= section.end);
}
