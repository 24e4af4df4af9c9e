import { isWithinClause } from '@nonet/language';
import type { DerivationContext } from '../derivation-context.ts';

/** Point 7, `### Account mails`: no case has them, for nobody but their recipients may see their links. */
export function leaveAccountMails(context: DerivationContext): void {
  const { plan } = context;
  for (const { clause } of plan.accountMails)
    context.cannot('receiver', ...Object.keys(plan.clauses).filter((each) => isWithinClause(each, clause)));
}
