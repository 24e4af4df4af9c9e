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

/** All derivations, in their order; each begins with the product's first day. */
export const DERIVATIONS: readonly ((stage: Stage) => Cases)[] = [
  onGround(deriveStates),
  onGround(deriveRules),
  onGround(deriveFields),
  onGround(deriveDeletion),
  deriveRoles,
  deriveScreens,
  onGround(deriveCalls),
  onGround(deriveExamples),
  onGround(deriveTimers),
  onGround(deriveLimits),
  deriveAnswered,
  onGround(derivePreconditions),
  onGround(deriveImports),
  onGround(derivePages),
  onGround(deriveSchedules),
  deriveFiles,
  deriveOwnRows,
  deriveBrowser,
  deriveBodies,
  onGround(deriveWarnings),
  onGround(deriveChildren),
  onGround(deriveNested),
  deriveOutlived,
  onGround(deriveRestored),
  deriveExchanges,
  deriveRevoked,
  deriveTogether,
];

function onGround(derive: (stage: Stage) => Cases): (stage: Stage) => Cases {
  return function* (stage) {
    yield* deriveGround(stage);
    yield* renewingGround(stage, derive(stage));
  };
}
