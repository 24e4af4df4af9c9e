import { deriveExactCalls } from './exact/exact-calls.ts';
import { deriveBrowser } from './browser.ts';
import { deriveBodies } from './bodies.ts';
import { deriveChildren } from './children.ts';
import { deriveCalls } from './calls.ts';
import { deriveExamples } from './examples.ts';
import { deriveExchanges } from './exchange.ts';
import { deriveDeletion, deriveFields } from './fields.ts';
import { deriveFiles } from './files.ts';
import { derivePrerequisites } from './prerequisites.ts';
import { renewingPrerequisites } from './renewed-prerequisites.ts';
import { deriveImports } from './imports.ts';
import { deriveLimits } from './limits.ts';
import { deriveNested } from './nested.ts';
import { deriveDeletedTargets } from './deleted-targets.ts';
import { deriveOwnRows } from './own-rows.ts';
import { derivePages } from './pages.ts';
import { derivePreconditions } from './preconditions.ts';
import { deriveRestored } from './restored.ts';
import { deriveRevoked } from './revoked.ts';
import { deriveRoles } from './roles.ts';
import { deriveRules } from './rules.ts';
import { deriveSchedules } from './schedules.ts';
import { deriveScreens } from './screens.ts';
import type { Cases, DerivationContext } from './derivation-context.ts';
import { deriveStates } from './states.ts';
import { deriveTimers } from './timers.ts';
import { deriveTogether } from './together.ts';
import { deriveWarnings } from './warnings.ts';

/** What derives the cases of one part of a document. */
export interface Derivation {
  /** What its cases are about, in words. */
  readonly about: string;
  readonly derive: (context: DerivationContext) => Cases;
}

/** All derivations, in their order; each begins with the product's first day. */
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
  { about: 'simultaneous requests', derive: deriveTogether },
];

function withPrerequisites(derive: (context: DerivationContext) => Cases): (context: DerivationContext) => Cases {
  return function* (context) {
    yield* derivePrerequisites(context);
    yield* renewingPrerequisites(context, derive(context));
  };
}
