import type { Model } from '../../model/model.ts';
import type { PointName } from '../../points.ts';
import type { Context } from '../context.ts';
import { checkAnswerUsed } from './calls/answer-used.ts';
import { checkBodies } from './calls/bodies.ts';
import { checkCallers } from './calls/callers.ts';
import { checkCollisions } from './calls/collisions.ts';
import { checkJourneys } from './calls/journeys.ts';
import { checkKeptRules } from './calls/kept-rules.ts';
import { checkKeptPapers } from './calls/kept-papers.ts';
import { checkMailLinks } from './calls/mail-links.ts';
import { checkMailRecipients } from './calls/mail-recipients.ts';
import { checkMailRights } from './calls/mail-rights.ts';
import { checkAccountMails } from './calls/account-mails.ts';
import { checkFeeds } from './calls/feeds.ts';
import { checkReceivedMail } from './calls/received-mail.ts';
import { checkPaperRights } from './calls/paper-rights.ts';
import { checkParameters } from './calls/parameters.ts';
import { checkSecrets } from './calls/secrets.ts';
import { checkShapes } from './calls/shapes.ts';
import { checkReadNames } from './constants/read-names.ts';
import { checkUnused } from './constants/unused.ts';
import { checkDecisionTables } from './constants/decision-tables.ts';
import { checkComputedCycles } from './entities/computed-cycles.ts';
import { checkDefaultReads } from './entities/default-reads.ts';
import { checkDefaultsInBounds } from './entities/defaults-in-bounds.ts';
import { checkFormedTexts } from './entities/formed-texts.ts';
import { checkDefaultUser } from './entities/default-user.ts';
import { checkFillable } from './entities/fillable.ts';
import { checkMovedByHand } from './entities/moved-by-hand.ts';
import { checkUnusedEntities } from './entities/unused-entities.ts';
import { checkQueriedRecords } from './entities/queried-records.ts';
import { checkReadableTitles } from './entities/readable-titles.ts';
import { checkRecordsInBounds } from './entities/records-in-bounds.ts';
import { checkSecretFields } from './entities/secret-fields.ts';
import { checkSize } from './entities/size.ts';
import { checkSeedReferences } from './entities/seed-references.ts';
import { checkTreeRecords } from './entities/tree-records.ts';
import { checkUniquePaths } from './entities/unique-paths.ts';
import { checkUniqueRecords } from './entities/unique-records.ts';
import { checkUnreadFields } from './entities/unread-fields.ts';
import { checkInCatalogue } from './errors/in-catalogue.ts';
import { checkMessageRights } from './errors/message-rights.ts';
import { checkGone } from './names/gone.ts';
import { checkLookAlikes } from './names/look-alikes.ts';
import { checkRenames } from './names/renames.ts';
import { checkProseAlone } from './purpose/prose-alone.ts';
import { checkAsCircles } from './roles/as-circles.ts';
import { checkCells } from './roles/cells.ts';
import { checkCompletable } from './roles/completable.ts';
import { checkComputedRows } from './roles/computed-rows.ts';
import { checkDisclosedCalls } from './roles/disclosed-calls.ts';
import { checkDisclosedChanges } from './roles/disclosed-changes.ts';
import { checkDisclosedComputed } from './roles/disclosed-computed.ts';
import { checkDisclosedConditions } from './roles/disclosed-conditions.ts';
import { checkDisclosedDefaults } from './roles/disclosed-defaults.ts';
import { checkDisclosedNumbers } from './roles/disclosed-numbers.ts';
import { checkDisclosedMerges } from './roles/disclosed-merges.ts';
import { checkDisclosedRestrict } from './roles/disclosed-restrict.ts';
import { checkDisclosedUnique } from './roles/disclosed-unique.ts';
import { checkHeldRoles } from './roles/held.ts';
import { checkNameClashes } from './roles/name-clashes.ts';
import { checkRoleCircles } from './roles/role-circles.ts';
import { checkUnusableCells } from './roles/unusable-cells.ts';
import { checkAboutRecord } from './rules/about-record.ts';
import { checkJudged } from './rules/judged.ts';
import { checkSatisfiable } from './rules/satisfiable.ts';
import { checkAudiences } from './screens/audience.ts';
import { checkComputedColumns } from './screens/computed-columns.ts';
import { checkCompleteForms } from './screens/complete-forms.ts';
import { checkDoableActions } from './screens/doable.ts';
import { checkOneRecord } from './screens/one-record.ts';
import { checkReachedRecords } from './screens/reached-records.ts';
import { checkReadableColumns } from './screens/readable.ts';
import { checkSettableFields } from './screens/settable.ts';
import { checkShadowedRoutes } from './screens/shadowed-routes.ts';
import { checkSignIn } from './screens/sign-in.ts';
import { checkAskedFields } from './states/asked-fields.ts';
import { checkCaused } from './states/caused.ts';
import { checkChoicesKept } from './states/choices-kept.ts';
import { checkCreatedLists } from './states/created-lists.ts';
import { checkDeadEnds } from './states/dead-ends.ts';
import { checkEventCircles } from './states/event-circles.ts';
import { checkExamples } from './states/examples.ts';
import { checkGuards } from './states/guards.ts';
import { checkKeptInputs } from './states/kept-inputs.ts';
import { checkKeptPromises } from './states/kept-promises.ts';
import { checkNoStart } from './states/no-start.ts';
import { checkOneInitial } from './states/one-initial.ts';
import { checkReadAfterChange } from './states/read-after-change.ts';
import { checkReachable } from './states/reachable.ts';
import { checkReachedRows } from './states/reached-rows.ts';
import { checkTimerCircles } from './states/timer-circles.ts';
import { checkTimers } from './states/timers.ts';
import { checkSignedCalls } from './calls/signed-calls.ts';

/** One check: it sees the whole model and reports. Checks do not depend on each other. */
export type ModelCheck = (model: Model, context: Context) => void;

/** The checks of names and tables by themselves, in the order of the language's points. */
export const CHECKS: readonly ModelCheck[] = [
  checkLookAlikes,
  checkRenames,
  checkGone,
  checkSettableFields, // 2
  checkUniquePaths, // 3
  checkComputedCycles, // 3
  checkSeedReferences, // 3
  checkTreeRecords, // 3
  checkUniqueRecords, // 3
  checkRecordsInBounds, // 3
  checkDefaultsInBounds, // 3
  checkSecretFields, // 3
  checkDefaultReads, // 3
  checkFormedTexts, // 3, 4
  checkQueriedRecords, // 3
  checkDefaultUser, // 3
  checkOneInitial, // 4
  checkReachable, // 4
  checkDeadEnds, // 4
  checkEventCircles, // 4
  checkTimerCircles, // 4
  checkNameClashes, // 6
  checkAsCircles, // 6
  checkRoleCircles, // 6
  checkSecrets, // 7
  checkAnswerUsed, // 7
  checkMailRecipients, // 7
  checkInCatalogue, // 8
  checkUnused, // 9
  checkReadNames, // 9
  checkDecisionTables, // 9
];

/** Checks that reason about several points together. They run only if none of these points has errors. */
export interface Reasoned {
  readonly bases: readonly PointName[];
  readonly checks: readonly ModelCheck[];
}

/** Checks about the whole document: who could ever read or do something, and which conditions can hold. */
export const OF_THE_WHOLE: Reasoned = {
  bases: ['entities', 'states', 'roles'],
  checks: [
    checkProseAlone, // 1
    checkReadableColumns, // 2
    checkDoableActions, // 2
    checkAudiences, // 2
    checkComputedColumns, // 2, 6
    checkCompleteForms, // 2
    checkShadowedRoutes, // 2
    checkSignIn, // 2, 6
    checkReachedRecords, // 2
    checkOneRecord, // 2
    checkFillable, // 3
    checkUnusedEntities, // 3, 6
    checkReadableTitles, // 3, 6
    checkMovedByHand, // 3, 6
    checkUnreadFields, // 3, 6
    checkSize, // 2 to 7
    checkReachedRows, // 4
    checkGuards, // 4
    checkTimers, // 4
    checkCaused, // 4
    checkAskedFields, // 4
    checkKeptPromises, // 4
    checkKeptInputs, // 4
    checkChoicesKept, // 3, 4
    checkCreatedLists, // 3, 4
    checkNoStart, // 4, 6
    checkReadAfterChange, // 4
    checkSatisfiable, // 5
    checkJudged, // 5, 6
    checkAboutRecord, // 5
    checkExamples, // 4, 5
    checkHeldRoles, // 6
    checkCells, // 6
    checkUnusableCells, // 6
    checkComputedRows, // 6
    checkCompletable, // 6
    checkDisclosedConditions, // 6
    checkDisclosedDefaults, // 3, 6
    checkDisclosedUnique, // 6
    checkDisclosedRestrict, // 6
    checkDisclosedMerges, // 6
    checkDisclosedNumbers, // 6
    checkDisclosedChanges, // 6
    checkDisclosedComputed, // 6
    checkDisclosedCalls, // 6, 7
    checkMessageRights, // 6, 8
  ],
};

/** Checks about point 7 as a whole, first the calls and then their answers. */
export const OF_CALLS: readonly Reasoned[] = [
  { bases: ['calls'], checks: [checkCollisions] }, // 7
  { bases: ['screens', 'entities', 'calls'], checks: [checkMailLinks] }, // 2, 7
  {
    bases: ['entities', 'roles', 'calls'],
    checks: [
      checkParameters, // 7
      checkShapes, // 7
      checkBodies, // 7
      checkCallers, // 7
      checkSignedCalls, // 4, 7
      checkJourneys, // 2, 3, 4, 7
      checkKeptRules, // 7
      checkMailRights, // 6, 7
      checkPaperRights, // 6, 7
      checkKeptPapers, // 6, 7
      checkReceivedMail, // 3, 6, 7
      checkAccountMails, // 7
      checkFeeds, // 3, 4, 6, 7
    ],
  },
];
