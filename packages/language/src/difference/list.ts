import type { ClauseAddress } from '../model/clause.ts';
import type { Comparison } from './comparison.ts';
import type { DifferenceAudience, DifferenceKind, Found } from './difference.ts';
import { apiDifferences } from './kinds/api.ts';
import { choiceDifferences } from './kinds/choices.ts';
import { computedFieldDifferences } from './kinds/computed-fields.ts';
import { constantDifferences } from './kinds/constants.ts';
import { entityDifferences } from './kinds/entities.ts';
import { erasureDifferences } from './kinds/erasure.ts';
import { errorDifferences } from './kinds/errors.ts';
import { eventDifferences } from './kinds/events.ts';
import { exactCallDifferences } from './kinds/exact-calls.ts';
import { fieldDifferences } from './kinds/fields.ts';
import { givenFunctionDifferences } from './kinds/given-functions.ts';
import { limitDifferences } from './kinds/limits.ts';
import { outboundCallDifferences } from './kinds/outbound-calls.ts';
import { paperDifferences } from './kinds/papers.ts';
import { accountMailDifferences } from './kinds/account-mails.ts';
import { feedDifferences } from './kinds/feeds.ts';
import { receivedDifferences } from './kinds/received.ts';
import { permissionDifferences } from './kinds/permissions.ts';
import { recordDifferences } from './kinds/records.ts';
import { retentionDifferences } from './kinds/retention.ts';
import { roleDifferences } from './kinds/roles.ts';
import { ruleDifferences } from './kinds/rules.ts';
import { screenDifferences } from './kinds/screens.ts';
import { stateDifferences } from './kinds/states.ts';
import { timerDifferences } from './kinds/timers.ts';
import { wordingDifferences } from './kinds/wording.ts';

interface KindRow {
  /** The heading under which people find it. */
  readonly group: DifferenceGroup;
  readonly audiences: readonly DifferenceAudience[];
  /** `reported`: the clauses that kinds before it have a line for. */
  readonly find: (comparison: Comparison, reported: ReadonlySet<ClauseAddress>) => readonly Found[];
}

/** The headings, in their order. */
export const DIFFERENCE_GROUPS = ['Data', 'Rights', 'API', 'Behaviour', 'Screens', 'Wording'] as const;
export type DifferenceGroup = (typeof DIFFERENCE_GROUPS)[number];

/** Every kind of difference, in the order in which its lines are under a heading. */
export const DIFFERENCE_KINDS: Readonly<Record<DifferenceKind, KindRow>> = {
  entity: { group: 'Data', audiences: ['people'], find: entityDifferences },
  field: { group: 'Data', audiences: ['people'], find: fieldDifferences },
  choice: { group: 'Data', audiences: ['people'], find: choiceDifferences },
  limit: { group: 'Data', audiences: ['people'], find: limitDifferences },
  state: { group: 'Data', audiences: ['people'], find: stateDifferences },
  record: { group: 'Data', audiences: ['people'], find: recordDifferences },
  retention: { group: 'Data', audiences: ['people', 'security'], find: retentionDifferences },
  erasure: { group: 'Data', audiences: ['people', 'security'], find: erasureDifferences },
  role: { group: 'Rights', audiences: ['security', 'people'], find: roleDifferences },
  permission: { group: 'Rights', audiences: ['security', 'people'], find: permissionDifferences },
  event: { group: 'Rights', audiences: ['security', 'people'], find: eventDifferences },
  api: { group: 'API', audiences: ['clients'], find: apiDifferences },
  'exact call': { group: 'API', audiences: ['clients', 'security'], find: exactCallDifferences },
  error: { group: 'API', audiences: ['clients', 'people'], find: errorDifferences },
  'computed field': { group: 'Behaviour', audiences: ['people'], find: computedFieldDifferences },
  rule: { group: 'Behaviour', audiences: ['people', 'clients'], find: ruleDifferences },
  timer: { group: 'Behaviour', audiences: ['people'], find: timerDifferences },
  'outbound call': { group: 'Behaviour', audiences: ['security', 'people'], find: outboundCallDifferences },
  paper: { group: 'Behaviour', audiences: ['security', 'people', 'clients'], find: paperDifferences },
  'received mail': { group: 'Behaviour', audiences: ['security', 'people'], find: receivedDifferences },
  'account mail': { group: 'Behaviour', audiences: ['people'], find: accountMailDifferences },
  feed: { group: 'Behaviour', audiences: ['security', 'people'], find: feedDifferences },
  constant: { group: 'Behaviour', audiences: ['security', 'people'], find: constantDifferences },
  'given function': { group: 'Behaviour', audiences: ['security', 'people'], find: givenFunctionDifferences },
  screen: { group: 'Screens', audiences: ['security', 'people'], find: screenDifferences },
  wording: { group: 'Wording', audiences: ['people'], find: wordingDifferences },
};
