import { nearest, partOfModel, reportModel, shortModel } from '@nonet/language';
import { z } from 'zod';
import { check } from '../../check-document.ts';
import { Failure } from '../../failure.ts';
import { documentFrom, FILE_OR_TEXT } from '../document-input.ts';
import { tool } from '../tool.ts';

export const modelTool = tool({
  name: 'model',
  title: 'Read the product that a document states',
  description:
    'What a document states about one name (an entity, field, event, role, screen, constant: Claim) or clause (4.Claim.status), in a short form. A document with errors is read as far as it goes.',
  input: z.object({ ...FILE_OR_TEXT, only: z.string().min(1).max(500).describe('the name or clause') }),
  writes: false,
  run: ({ only, ...named }, workspace) => {
    const whole = reportModel(check(documentFrom(workspace, named)).model);
    const part = partOfModel(whole, only);
    if (part !== null) return shortModel(part);
    const near = nearest(
      only,
      Object.keys(whole.places).flatMap((clause) => [clause, ...clause.split('.')]),
    );
    throw new Failure(`The document says nothing about ${only}.${near ? ` Did you mean ${near}?` : ''}`);
  },
});
