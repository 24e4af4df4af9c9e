import { findCode, nearest, reportCodes } from '@nonet/language';
import { z } from 'zod';
import { planFor } from '../../check-document.ts';
import { explainedClause } from '../../commands/explain/clause.ts';
import { Failure } from '../../failure.ts';
import { documentFrom, FILE_OR_TEXT } from '../document-input.ts';
import { tool } from '../tool.ts';

export const explainTool = tool({
  name: 'explain',
  title: 'Explain a code or a clause',
  description:
    'Explains the code of a diagnostic (N312: what is wrong, wrong and right examples), or a clause of a document (4.Claim.status.submit: its text, its place, what is below it).',
  input: z.object({ ...FILE_OR_TEXT, subject: z.string().min(1).max(500).describe('a code or a clause') }),
  writes: false,
  run: ({ subject, ...named }, workspace) => {
    if (/^n\d{3}$/i.test(subject)) {
      if (!findCode(subject)) throw new Failure(`There is no code ${subject}.`);
      return reportCodes([subject.toUpperCase()]).codes[0] ?? {};
    }
    const plan = planFor(documentFrom(workspace, named));
    const explained = explainedClause(plan, subject);
    if (explained !== null) return explained;
    const near = nearest(subject, Object.keys(plan.clauses));
    throw new Failure(`The document has no clause ${subject}.${near ? ` Did you mean ${near}?` : ''}`);
  },
});
