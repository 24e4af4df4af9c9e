import { isWithinClause } from '@nonet/language';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** Point 7, `### Account mails`: the product sends them by itself, with links that nobody but their recipients may see. */
export function* deriveAccountMails(context: DerivationContext): Cases {
  const { plan } = context;
  for (const { clause } of plan.accountMails)
    context.cannot('receiver', ...Object.keys(plan.clauses).filter((each) => isWithinClause(each, clause)));
}
