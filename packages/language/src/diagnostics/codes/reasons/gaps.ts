import { type Because, wordsOf } from '../../reason.ts';
import type { Action } from '../../../vocabulary/verbs.ts';
import { wordsOfMayDo } from './roles.ts';

interface MayDo {
  readonly action: Action;
  readonly entity: string;
  /** Null if the whole record is meant. */
  readonly field: string | null;
}

const mayDo = ({ action, entity, field }: MayDo) =>
  field === null ? wordsOfMayDo(action, entity) : `${action} ${field} of ${entity}`;

type Named = { readonly name: string };

/** The behaviour that a product lacks where the document leaves something open, in its readers' words. */
export const GAP_CONSEQUENCES = {
  // Whole points.
  purpose: 'What the product is for is not known; nothing that it does depends on it.',
  screens: 'No screen exists; every page answers NOT_SPECIFIED.',
  entities: 'No record exists; every collection answers NOT_SPECIFIED.',
  states: 'No event exists; every transition answers NOT_SPECIFIED.',
  rules: 'No rule is checked beyond the fields’ own.',
  roles: 'Nobody may do anything; every action answers NOT_SPECIFIED.',
  calls: 'No call is made, and none is answered beside the derived API.',
  errors: 'Every refusal has the standard words of its error.',
  constants: 'The standard limits hold; what needs another constant is NOT_SPECIFIED.',

  purposeItem: ({ name }: Named) => `“${name}” is not known; nothing in the product depends on it.`,

  screen: ({ name }: Named) => `The screen “${name}” is not known, so it is not there.`,
  screenKind: ({ name }: Named) => `What kind of screen “${name}” is, is not known, so it shows nothing.`,
  audience: ({ name }: Named) => `Who may open “${name}” is not known, so nobody can.`,
  screenPart: ({ name, part }: Named & { readonly part: string }) =>
    `What “${name}” has as its ${part} is not known, so that part is missing.`,
  tileGroups: ({ name }: Named) => `What “${name}” is grouped by is not known, so it is not drawn.`,
  tileTarget: ({ name }: Named) => `What “${name}” is to reach is not known, so it shows no target.`,
  tile: ({ name }: Named) => `What “${name}” shows is not known, so it is not drawn.`,
  tileForm: ({ name }: Named) => `How “${name}” is drawn is not known; the standard stands in.`,
  pageText: ({ name }: Named) => `What the page says about “${name}” is not known, so it is not there.`,

  entity: ({ name }: Named) => `Nothing of ${name} exists; what asks for it gets NOT_SPECIFIED.`,
  field: ({ name }: Named) => `The field ${name} holds nothing; naming it is NOT_SPECIFIED.`,
  fieldRules: ({ name }: Named) => `Which rules hold for ${name} is not known, so only its type is checked.`,
  workingTime: ({ name }: Named) => `The ${name} is not known, so that nothing is counted on it.`,
  setting: ({ name }: Named) => `The ${name} is not known, so the standard stands in.`,
  deletion: 'Whether and how records are deleted is not known, so none is.',
  records: 'Which records the product starts with is not known, so it starts with none.',
  recordValue: ({ name }: Named) => `What this record has as ${name} is not known, so it has nothing there.`,

  workflow: ({ name }: Named) => `No state and no event of ${name} exists; each answers NOT_SPECIFIED.`,
  stateKind: 'Whether records start or end in it is not known, so neither is taken for granted.',
  eventFrom: 'Where it starts from is not known, so it is refused as NOT_SPECIFIED.',
  eventTo: 'Where it leads is not known, so it is refused as NOT_SPECIFIED.',
  eventBy: 'Who may do it is not known, so nobody may.',
  eventWhen: 'Whether it may happen is not known, so it is refused as NOT_SPECIFIED.',
  eventAsks: 'What it asks for is not known, so it is refused as NOT_SPECIFIED.',
  eventThen: 'What it does is not known, so it is refused as NOT_SPECIFIED.',
  eventError: 'How it refuses is not known, so the standard error stands in.',
  example: 'What this example shows is not known as a whole, so it is not tested.',

  ruleOn: ({ name }: Named) => `When “${name}” is judged is not known, so it refuses nothing.`,
  rule: ({ name }: Named) => `What “${name}” demands is not known, so it refuses nothing.`,
  ruleError: ({ name }: Named) => `How “${name}” refuses is not known, so the standard error stands in.`,

  roleTable: 'Nobody holds a role, so nobody may do anything.',
  role: ({ name }: Named) => `Who is ${name} is not known, so nobody is.`,
  roleOf: ({ name }: Named) => `Of which records somebody is ${name} is not known, so nobody is.`,
  permissions: 'Nobody may do anything, because no permission is known.',
  permissionTable: ({ name }: Named) => `Who may do what with ${name} is not known, so nobody may.`,
  noPermissionTable: ({ name }: Named) => `Who may do what with ${name} is not stated, so nobody may.`,
  column: ({ role, entity }: { readonly role: string; readonly entity: string }) =>
    `What \`${role}\` may do with ${entity} is not stated, and no column \`others\` says it.`,
  cell: ({ role, ...does }: MayDo & { readonly role: string | null }) =>
    `Whether ${role === null ? 'everybody else' : `\`${role}\``} may ${mayDo(does)} is not known.`,
  permission: (does: MayDo) => `Who may ${mayDo(does)} is not stated.`,
  permissionInState: ({ state, ...does }: MayDo & { readonly state: string }) =>
    `Who may ${mayDo(does)} in the state \`${state}\` is not stated.`,
  inState: ({ name }: Named) => `In which states of ${name} this row holds is not known.`,

  outboundCalls: 'Which calls the product makes is not known, so it makes none.',
  outboundCall: ({ name }: Named) => `What the call ${name} does is not known, so it is not made.`,
  outboundPart: ({ name, part }: Named & { readonly part: string }) =>
    `What “${part}” of the call ${name} is, is not known; the standard stands in.`,
  outboundWhen: 'When the call is made is not known, so it is not made.',
  outboundRequest: 'What is sent where is not known, so the call is not made.',
  outboundFails: 'What happens when the call fails for good is not known: it waits for a person.',
  mails: 'Which mails the product sends is not known, so it sends none.',
  mail: ({ name }: Named) => `What the mail ${name} says is not known, so it is not sent.`,
  mailPart: ({ name, part }: Named & { readonly part: string }) =>
    `What “${part}” of the mail ${name} is, is not known; the standard stands in.`,
  mailWhen: 'When the mail is sent is not known, so it is not sent.',
  mailTo: 'Who gets the mail is not known, so it is not sent.',
  mailSubject: 'What the mail is about is not known, so it is not sent.',
  mailBody: 'What the mail says is not known, so it is not sent.',
  mailFails: 'What happens when the mail can’t be delivered is not known: it waits for a person.',
  notices: 'Which notices the product gives is not known, so it gives none.',
  notice: ({ name }: Named) => `What the notice ${name} says is not known, so nobody gets it.`,
  noticePart: ({ name, part }: Named & { readonly part: string }) =>
    `What “${part}” of the notice ${name} is, is not known; the standard stands in.`,
  noticeWhen: 'When the notice is given is not known, so nobody gets it.',
  noticeTo: 'Who gets the notice is not known, so nobody does.',
  noticeSubject: 'What the notice is about is not known, so nobody gets it.',
  papers: 'Which papers the product makes is not known, so it makes none.',
  paper: ({ name }: Named) => `What the paper ${name} says is not known, so it is not made.`,
  paperPart: ({ name, part }: Named & { readonly part: string }) =>
    `What “${part}” of the paper ${name} is, is not known; the standard stands in.`,
  paperOf: 'Of which records the paper is made is not known, so it is not made.',
  paperTitle: 'What the paper is called is not known, so it is not made.',
  paperBody: 'What the paper says is not known, so it is not made.',
  received: 'Which mails the product receives is not known, so it receives none.',
  receivedMail: ({ name }: Named) => `What becomes of the mail ${name} is not known, so it is not taken.`,
  receivedPart: ({ name, part }: Named & { readonly part: string }) =>
    `What “${part}” of the mail ${name} is, is not known; the standard stands in.`,
  receivedAddress: 'The address that receives the mail is not known, so none is taken.',
  receivedBy: 'Whose mail is taken is not known, so nobody’s is.',
  receivedCreates: 'What becomes of the mail is not known, so it is not taken.',
  receivedTakes: 'What the record takes of the mail is not known, so it is not taken.',
  accountMails: 'Which words the mails about accounts have is not known: the product’s own stand in.',
  accountMail: ({ name }: Named) => `What the words ${name} are is not known: the product’s own stand in.`,
  accountMailPart: ({ name, part }: Named & { readonly part: string }) =>
    `What “${part}” of the words ${name} is, is not known; the standard stands in.`,
  accountMailFor: 'Which mail the words are of is not known: the product’s own stand in.',
  accountMailWords: 'What the mail says is not known: the product’s own words stand in.',
  feeds: 'Which tables the product fetches or receives is not known, so it takes none.',
  feed: ({ name }: Named) => `What becomes of the table of ${name} is not known, so it is not taken.`,
  feedPart: ({ name, part }: Named & { readonly part: string }) =>
    `What “${part}” of the feed ${name} is, is not known; the standard stands in.`,
  feedFetches: 'Where the table comes from is not known, so it is not taken.',
  feedWhen: 'When the table is fetched is not known, so it is not.',
  feedBy: 'With whose rights the table is taken is not known, so it is not.',
  feedOf: 'What the rows of the table become is not known, so it is not taken.',
  feedKey: 'How a row finds its record is not known, so the table is not taken.',
  feedTakes: 'What a record takes of its row is not known, so the table is not taken.',
  exactCalls: 'Which exact calls are answered is not known, so only the derived API is.',
  exactSetting: ({ name }: Named) => `What “${name}” of the exact calls is, is not known; the standard stands in.`,
  exactCall: ({ name }: Named) => `What ${name} answers is not known, so it is refused.`,
  exactBy: 'Who may make this call is not known, so nobody may.',
  exactSigned: 'How this call proves itself is not known, so it is refused.',
  exactWhen: 'When this call answers is not known, so it is refused.',
  exactDoes: 'What this call does is not known, so it is refused.',
  exactFilters: 'What this call can be narrowed by is not known, so it is refused.',
  exactAnswers: 'What this call answers is not known, so it is refused.',
  shape: ({ name }: Named) => `How ${name} looks is not known, so it has no property.`,
  property: ({ name }: Named) => `What “${name}” is, is not known, so it is missing.`,

  errorWhen: ({ name }: Named) => `When ${name} is raised is not known.`,
  errorMessage: ({ name }: Named) => `What ${name} says is not known, so the standard words stand in.`,
  errorStatus: ({ name, standard }: Named & { readonly standard: number }) =>
    `How ${name} is answered is not known; ${standard} stands in.`,

  terms: 'Whatever needs a term is NOT_SPECIFIED.',
  value: ({ name }: Named) => `Whatever needs ${name} is NOT_SPECIFIED.`,
} as const;

type OfField = { readonly entity: string; readonly field: string };

/** The further consequences of an open constant: what the product never does by itself, and the writes that it refuses. */
export const NEVER_DONE = {
  timer: ({ clause }: { readonly clause: string }) => `The timer of ${clause} never fires.`,
  call: ({ name }: Named) => `The call “${name}” is never made at its time.`,
  create: ({ entity, field }: OfField) => `No ${entity} can be created without \`${field}\`, whose default needs it.`,
  write: ({ entity, field }: OfField) =>
    `No ${entity} can be created or changed, because of the \`when\` of \`${field}\`.`,
} as const;

/** A consequence as data. */
export type GapConsequence = Because<typeof GAP_CONSEQUENCES>;

/** Something that never happens, as data. */
export type NeverDone = Because<typeof NEVER_DONE>;

/** The words of a gap's consequences. */
export function wordsOfGap(gap: {
  readonly consequence: GapConsequence;
  readonly neverDone?: readonly NeverDone[];
}): string {
  const further = (gap.neverDone ?? []).map((each) => wordsOf(NEVER_DONE, each));
  return [wordsOf(GAP_CONSEQUENCES, gap.consequence), ...further].join(' ');
}
