import { deriveAnswered } from './exact/answered.ts';
import { deriveBrowser } from './browser.ts';
import { deriveBodies } from './bodies.ts';
import { deriveChildren } from './children.ts';
import { deriveCalls } from './calls.ts';
import { deriveExamples } from './examples.ts';
import { deriveExchanges } from './exchange.ts';
import { deriveDeletion, deriveFields } from './fields.ts';
import { deriveFiles } from './files.ts';
import { deriveGround } from './ground.ts';
import { renewingGround } from './renewed-ground.ts';
import { deriveImports } from './imports.ts';
import { deriveLimits } from './limits.ts';
import { deriveNested } from './nested.ts';
import { deriveOutlived } from './outlived.ts';
import { deriveOwnRows } from './own-rows.ts';
import { derivePages } from './pages.ts';
import { derivePreconditions } from './preconditions.ts';
import { deriveRestored } from './restored.ts';
import { deriveRevoked } from './revoked.ts';
import { deriveRoles } from './roles.ts';
import { deriveRules } from './rules.ts';
import { deriveSchedules } from './schedules.ts';
import { deriveScreens } from './screens.ts';
import type { Cases, Stage } from './stage.ts';
import { deriveStates } from './states.ts';
import { deriveTimers } from './timers.ts';
import { deriveTogether } from './together.ts';
import { deriveWarnings } from './warnings.ts';

/** What derives the cases of one part of a document. */
export interface Derivation {
  /** What its cases are about, in words. */
  readonly about: string;
  readonly derive: (stage: Stage) => Cases;
}

/** All derivations, in their order; each begins with the product's first day. */
export const DERIVATIONS: readonly Derivation[] = [
  { about: 'events', derive: onGround(deriveStates) },
  { about: 'rules', derive: onGround(deriveRules) },
  { about: 'fields', derive: onGround(deriveFields) },
  { about: 'deletion', derive: onGround(deriveDeletion) },
  { about: 'roles and permissions', derive: deriveRoles },
  { about: 'screens', derive: deriveScreens },
  { about: 'outbound calls', derive: onGround(deriveCalls) },
  { about: 'examples', derive: onGround(deriveExamples) },
  { about: 'timers', derive: onGround(deriveTimers) },
  { about: 'limits', derive: onGround(deriveLimits) },
  { about: 'exact calls', derive: deriveAnswered },
  { about: 'changes by somebody who has not seen the record', derive: onGround(derivePreconditions) },
  { about: 'imports', derive: onGround(deriveImports) },
  { about: 'pages of lists', derive: onGround(derivePages) },
  { about: 'schedules', derive: onGround(deriveSchedules) },
  { about: 'files', derive: deriveFiles },
  { about: 'rights to single fields', derive: deriveOwnRows },
  { about: 'screens in a browser', derive: deriveBrowser },
  { about: 'bodies of requests', derive: deriveBodies },
  { about: 'warnings', derive: onGround(deriveWarnings) },
  { about: 'owned children', derive: onGround(deriveChildren) },
  { about: 'nested children', derive: onGround(deriveNested) },
  { about: 'records of deleted accounts', derive: deriveOutlived },
  { about: 'restored records', derive: onGround(deriveRestored) },
  { about: 'exchanged values of children', derive: deriveExchanges },
  { about: 'revoked roles', derive: deriveRevoked },
  { about: 'simultaneous requests', derive: deriveTogether },
];

function onGround(derive: (stage: Stage) => Cases): (stage: Stage) => Cases {
  return function* (stage) {
    yield* deriveGround(stage);
    yield* renewingGround(stage, derive(stage));
  };
}
