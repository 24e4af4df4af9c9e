import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Expression, Query } from '../../../expression/tree.ts';
import { walk } from '../../../expression/walk.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { uses } from '../../derived/uses.ts';

/**
 * Expressions, queries: a condition that reads nothing of the queried record fits all records or none. Mostly a name was meant
 * for the queried record and means something else, as `user` does among the recipients of a mail.
 */
export function checkQueriedRecords(model: Model, context: Context): void {
  for (const { expression, where, clause } of uses(model)) {
    const span = where === 'example' ? undefined : context.placeOf(clause);
    if (span === undefined) continue;
    walk(expression, (part) => {
      if (part.kind !== 'query' || part.where === null || reads(part.where, part.variable)) return;
      const details = {
        entity: part.source.entity,
        namesUser: part.source.entity === 'User' && reads(part.where, 'user'),
      };
      context.report('N342', ENTITIES_CODES.N342, details, span, { clause });
    });
  }
}

function reads(condition: NonNullable<Query['where']>, variable: string): boolean {
  let found = false;
  walk(condition, (part: Expression) => {
    if (part.kind === 'variable' && part.name === variable) found = true;
  });
  return found;
}
