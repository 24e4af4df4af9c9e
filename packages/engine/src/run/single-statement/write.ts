import { identitySlots } from '../../row-security/held-roles.ts';
import { errorCode } from '../../error-code.ts';
import type { Parameters } from '../../sql/parameters.ts';
import { forAllCalls, keptStatement } from '../../sql/statement.ts';
import { recordText, type RecordText } from '../answer-text.ts';
import type { Batcher, BatchPolicy } from '../statement-batcher.ts';
import { authorityKey } from '../write.ts';
import { compileStatement } from './compile.ts';
import type { StatementRequest } from './statement-step.ts';
import { partsFor } from './steps.ts';

const [KEYS, SLOTS] = [partsFor('key'), partsFor('slots')];

/**
 * Errors after which the statement has changed nothing: values that do not fit, broken constraints, serialization
 * failures, and values that a later version of the document does not allow (`NO_PLACE`).
 */
const REFUSED = /^(22|23|40|NN)...$/;

/** Drafts of different records, under different keys, are saved together; what the database refuses is written in parts. */
export const SAVES: BatchPolicy = {
  mostCalls: 16,
  maximumInFlight: 2,
  parts: 3,
  targetMilliseconds: null,
  shares: false,
  conflictKeys: ({ id, scope, key }) => [String(id), ...(key === undefined ? [] : [JSON.stringify([scope, key])])],
  onError: (error) => (REFUSED.test(errorCode(error) ?? '') ? 'none' : 'failed'),
};

/**
 * Judges a draft, saves it with its history and reads the answer, all in one statement. The statement is a transaction
 * of its own, shared with the drafts that arrive at the same time. Null if anything refuses the draft: then nothing is
 * written, and writing in several statements finds the reason.
 */
export async function saveInSingleStatement(saves: Batcher, request: StatementRequest): Promise<RecordText | null> {
  const { scope, draft } = request;
  const key = ['at once', draft.entity, draft.key, authorityKey(scope), ...KEYS.map((part) => part(request))].join(
    ' | ',
  );
  const compile = (parameters: Parameters) => {
    parameters.carryOut(draft.change.clause);
    return compileStatement(request, parameters);
  };
  const statement = keptStatement(scope.index, key, compile, forAllCalls);
  const [row] = await saves.ask<{ fields: string; title: string }>(
    statement,
    Object.assign(
      { now: scope.now, ...identitySlots(scope.index, scope.actor), id: draft.id },
      ...SLOTS.map((part) => part(request)),
    ),
  );
  return row === undefined ? null : recordText(scope, draft.entity, row, statement);
}
