import { reportDiagnostics } from '@nonet/language';
import { z } from 'zod';
import { check } from '../../check-document.ts';
import { documentFrom, FILE_OR_TEXT } from '../document-input.ts';
import { tool } from '../tool.ts';

export const checkTool = tool({
  name: 'check',
  title: 'Check a document',
  description:
    'Checks a document like a compiler: errors (it does not run), warnings, gaps (what it leaves open), hints. Each has a code for `explain`, its place, and where one is certain, a fix.',
  input: z.object({
    ...FILE_OR_TEXT,
    severities: z
      .array(z.enum(['error', 'warning', 'gap', 'hint']))
      .default(['error', 'warning', 'gap', 'hint'])
      .describe('only these'),
    most: z.int().min(1).max(200).default(50).describe('so many diagnostics at most, errors first'),
  }),
  writes: false,
  run: ({ severities, most, ...named }, workspace) => {
    const { diagnostics, tree } = check(documentFrom(workspace, named));
    const order = ['error', 'warning', 'gap', 'hint'];
    const report = reportDiagnostics(diagnostics, tree.files);
    const asked = report.diagnostics
      .filter(({ severity }) => severities.some((each) => each === severity))
      .toSorted((left, right) => order.indexOf(left.severity) - order.indexOf(right.severity));
    return { counts: report.counts, diagnostics: asked.slice(0, most), leftOut: Math.max(0, asked.length - most) };
  },
});
