import { deriveAnswered } from './exact/answered.ts';
import { deriveBrowser } from './browser.ts';
import { deriveBodies } from './bodies.ts';
import { deriveCalls } from './calls.ts';
import { deriveExamples } from './examples.ts';
import { deriveDeletion, deriveFields } from './fields.ts';
import { deriveFiles } from './files.ts';
import { deriveImports } from './imports.ts';
import { deriveLimits } from './limits.ts';
import { deriveOwnRows } from './own-rows.ts';
import { derivePages } from './pages.ts';
import { derivePreconditions } from './preconditions.ts';
import { deriveRoles } from './roles.ts';
import { deriveRules } from './rules.ts';
import { deriveSchedules } from './schedules.ts';
import { deriveScreens } from './screens.ts';
import type { Cases, Stage } from './stage.ts';
import { deriveStates } from './states.ts';
import { deriveTimers } from './timers.ts';
import { deriveWarnings } from './warnings.ts';

/** All derivations, in their order; each begins with the product's first day. */
export const DERIVATIONS: readonly ((stage: Stage) => Cases)[] = [
  deriveStates,
  deriveRules,
  deriveFields,
  deriveDeletion,
  deriveRoles,
  deriveScreens,
  deriveCalls,
  deriveExamples,
  deriveTimers,
  deriveLimits,
  deriveAnswered,
  derivePreconditions,
  deriveImports,
  derivePages,
  deriveSchedules,
  deriveFiles,
  deriveOwnRows,
  deriveBrowser,
  deriveBodies,
  deriveWarnings,
];
