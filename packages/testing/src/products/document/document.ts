import { Dice } from './dice.ts';
import { Draft } from './draft.ts';
import { drawConstants, drawTerms, writeConstants } from './constants.ts';
import { drawComputed, drawEntities, writeEntities } from './entities.ts';
import { writeExamples } from './examples.ts';
import { writeErrors } from './errors.ts';
import { writeMails } from './mails.ts';
import { writeNotices } from './notices.ts';
import { writeAccountMails } from './account-mails.ts';
import { writeFeeds } from './feeds.ts';
import { writeReceived } from './received.ts';
import { keepPapers, withAttachments, withLetters, writePapers } from './papers.ts';
import { writePurpose } from './purpose.ts';
import { drawRecords } from './records.ts';
import { drawRoles, writeRoles } from './roles.ts';
import { drawRules, writeRules } from './rules.ts';
import { writeCalls } from './calls.ts';
import { writeScreens } from './screens.ts';
import { drawEvents, drawStates, writeStates } from './states.ts';

/** Parts that are drawn with dice of their own leave all else as it is. */
const APART = 1_000_000;
const CALLS = 'The calls it makes';
const ENTITIES = 'Entities and their fields';
const STATES = 'States and transitions';

/**
 * A random document of all nine points, made from the vocabulary; the same seed gives the same document. It is
 * well-typed and uses only declared names; the checker decides whether its parts make sense together.
 */
export function documentOf(seed: number): string {
  const draft = new Draft(new Dice(seed));
  drawConstants(draft);
  drawEntities(draft);
  drawTerms(draft);
  drawRoles(draft);
  drawStates(draft);
  drawComputed(draft);
  drawEvents(draft);
  drawRecords(draft);
  drawRules(draft);
  const roles = writeRoles(draft);
  const screens = writeScreens(draft);
  const calls = writeCalls(draft, new Dice(seed + APART));
  const points = [
    ['What the product does and for whom', writePurpose(draft)],
    ['Screens and routes', screens],
    [ENTITIES, writeEntities(draft)],
    [STATES, writeExamples(draft, 'states') ?? ''],
    ['Validation rules', withExamples(writeRules(draft), writeExamples(draft, 'rules'))],
    ['Roles and permissions', roles],
    [CALLS, calls],
    ['Error catalogue', writeErrors(draft)],
    ['Business constants and limits', writeConstants(draft)],
  ];
  // They are drawn last, so that all else stays as it is without them.
  const [mails, notices, papers] = [writeMails(draft), writeNotices(draft), writePapers(draft)];
  const sent = [...withAttachments(draft, mails), ...notices, ...papers];
  const letters = keepPapers(draft);
  const messages = [...sent, ...writeReceived(draft), ...writeFeeds(draft), ...writeAccountMails(draft)];
  const stated = points.map(([title = '', text = '']) => {
    if (title === STATES) return [title, withExamples(writeStates(draft), text === '' ? null : text)];
    if (title === ENTITIES) return [title, withLetters(text, letters)];
    return [title, title === CALLS ? withMessages(text, messages) : text];
  });
  const body = stated.map(([title, text], at) => `## ${at + 1}. ${title}\n\n${text}`);
  return `# Specification: Product ${seed}\n\n${seed % 4 === 1 ? 'Nonet: 1\n\n' : ''}${body.join('\n\n')}\n`;
}

function withMessages(calls: string, messages: readonly string[]): string {
  if (messages.length === 0) return calls;
  return [...(['none', 'not shown'].includes(calls) ? [] : [calls]), ...messages].join('\n\n');
}

function withExamples(text: string, examples: string | null): string {
  if (examples === null) return text;
  return text === 'none' ? examples : `${text}\n\n${examples}`;
}
