import { deriveExactCalls } from './calls/exact/exact-calls.ts';
import { deriveBrowser } from './screens/browser.ts';
import { deriveBodies } from './roles/bodies.ts';
import { deriveChildren } from './roles/children.ts';
import { deriveCalls } from './calls/calls.ts';
import { deriveFeeds } from './calls/feeds.ts';
import { deriveReceivedMail } from './calls/received-mail.ts';
import { deriveKeptNotices } from './calls/kept-notices.ts';
import { deriveExamples } from './examples/examples.ts';
import { deriveExchanges } from './entities/exchange.ts';
import { deriveDeletion, deriveFields } from './entities/fields.ts';
import { deriveFiles } from './entities/files.ts';
import { derivePrerequisites } from './records/prerequisites.ts';
import { renewingPrerequisites } from './records/renewed-prerequisites.ts';
import { deriveImports } from './roles/imports.ts';
import { deriveDecisions } from './constants/decisions.ts';
import { deriveLimits } from './constants/limits.ts';
import { deriveNested } from './states/nested.ts';
import { deriveDeletedTargets } from './entities/deleted-targets.ts';
import { deriveOwnRows } from './roles/own-rows.ts';
import { derivePages } from './api/pages.ts';
import { derivePreconditions } from './api/preconditions.ts';
import { deriveRetention } from './entities/retention.ts';
import { deriveRestored } from './entities/restored.ts';
import { deriveErasure } from './roles/erasure.ts';
import { deriveMerges } from './roles/merges.ts';
import { deriveRevoked } from './roles/revoked.ts';
import { deriveRoles } from './roles/roles.ts';
import { deriveRules } from './rules/rules.ts';
import { deriveSchedules } from './calls/schedules.ts';
import { deriveScreens } from './screens/screens.ts';
import type { Cases, DerivationContext } from './derivation-context.ts';
import { deriveStates } from './states/states.ts';
import { deriveTimers } from './states/timers.ts';
import { deriveTogether } from './api/together.ts';
import { deriveWarnings } from './rules/warnings.ts';

/** Derives the cases of one part of a document. */
export interface Derivation {
  /** The subject of its cases, in words. */
  readonly about: string;
  readonly derive: (context: DerivationContext) => Cases;
}

/** All derivations, in their order. Each begins on the product's first day. */
export const DERIVATIONS: readonly Derivation[] = [
  { about: 'events', derive: withPrerequisites(deriveStates) },
  { about: 'rules', derive: withPrerequisites(deriveRules) },
  { about: 'fields', derive: withPrerequisites(deriveFields) },
  { about: 'deletion', derive: withPrerequisites(deriveDeletion) },
  { about: 'roles and permissions', derive: deriveRoles },
  { about: 'screens', derive: deriveScreens },
  { about: 'outbound calls', derive: withPrerequisites(deriveCalls) },
  { about: 'examples', derive: withPrerequisites(deriveExamples) },
  { about: 'timers', derive: withPrerequisites(deriveTimers) },
  { about: 'retention', derive: withPrerequisites(deriveRetention) },
  { about: 'decision tables', derive: withPrerequisites(deriveDecisions) },
  { about: 'how long notices are kept', derive: withPrerequisites(deriveKeptNotices) },
  { about: 'received mail', derive: withPrerequisites(deriveReceivedMail) },
  { about: 'feeds', derive: withPrerequisites(deriveFeeds) },
  { about: 'limits', derive: withPrerequisites(deriveLimits) },
  { about: 'exact calls', derive: deriveExactCalls },
  { about: 'changes by somebody who has not seen the record', derive: withPrerequisites(derivePreconditions) },
  { about: 'imports', derive: withPrerequisites(deriveImports) },
  { about: 'pages of lists', derive: withPrerequisites(derivePages) },
  { about: 'schedules', derive: withPrerequisites(deriveSchedules) },
  { about: 'files', derive: deriveFiles },
  { about: 'rights to single fields', derive: deriveOwnRows },
  { about: 'screens in a browser', derive: deriveBrowser },
  { about: 'bodies of requests', derive: deriveBodies },
  { about: 'warnings', derive: withPrerequisites(deriveWarnings) },
  { about: 'owned children', derive: withPrerequisites(deriveChildren) },
  { about: 'nested children', derive: withPrerequisites(deriveNested) },
  { about: 'records of deleted accounts', derive: deriveDeletedTargets },
  { about: 'restored records', derive: withPrerequisites(deriveRestored) },
  { about: 'exchanged values of children', derive: deriveExchanges },
  { about: 'revoked roles', derive: deriveRevoked },
  { about: 'merged records', derive: withPrerequisites(deriveMerges) },
  { about: 'simultaneous requests', derive: deriveTogether },
  // Some who act in the tests are erased.
  { about: 'erased people', derive: deriveErasure },
];

function withPrerequisites(derive: (context: DerivationContext) => Cases): (context: DerivationContext) => Cases {
  return function* (context) {
    yield* derivePrerequisites(context);
    yield* renewingPrerequisites(context, derive(context));
  };
}
