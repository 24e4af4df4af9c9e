import type { Plan } from '@nonet/language';
import { askedOfNewValues } from './effects/asked-of-new.ts';
import { brokenRules } from './effects/broken-rules.ts';
import { changedMeaning } from './effects/changed-meaning.ts';
import { clausesInForce } from './effects/clauses-in-force.ts';
import { otherComputedValues } from './effects/computed-values.ts';
import { recordsOfTheDocument } from './effects/document-records.ts';
import { dueTimers } from './effects/due-timers.ts';
import type { EffectOptions } from './effects/effect-options.ts';
import { expiredRecords } from './effects/expired-records.ts';
import { lostRequests, lostViews } from './effects/left-behind.ts';
import { numbersToCome } from './effects/numbers-to-come.ts';
import { otherDays } from './effects/other-days.ts';
import { pairVersions } from './pair-versions.ts';

/**
 * The effects of a version besides changes of the storage, a line each, by the clause that states it: changed rights,
 * rules, timers, calls and constants, and which existing records and requests they concern. Queries of `pool` see the
 * database as it is, or as it will be once it is brought to `index`. `isBack`: where a former version is put to use
 * again.
 */
export async function effectsOf(options: EffectOptions, former: Plan, isBack: boolean): Promise<readonly string[]> {
  const { plan } = options.index;
  const { names } = pairVersions(former, plan, isBack);
  const isChanged = changedMeaning(former, plan);
  return [
    ...clausesInForce(former, plan, names),
    ...(await otherDays(options, former)),
    ...(await recordsOfTheDocument(options, former, names)),
    ...(await otherComputedValues(options, former, isChanged)),
    ...(await numbersToCome(options, former)),
    ...(await brokenRules(options, former, isChanged)),
    ...(await askedOfNewValues(options, former)),
    ...(await dueTimers(options, former, isChanged)),
    ...(await expiredRecords(options, former, isChanged)),
    ...(await lostRequests(options, former, names)),
    ...(await lostViews(options, former, names)),
  ];
}
