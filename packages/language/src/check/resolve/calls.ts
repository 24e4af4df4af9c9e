import { type GapConsequence } from '../../diagnostics/codes/reasons/gaps.ts';
import { type BlockPlace, TABLE_CODES } from '../../diagnostics/codes/tables.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { ExactCalls } from '../../model/exact-calls.ts';
import type { OutboundCall } from '../../model/outbound-calls.ts';
import type { Paper } from '../../model/papers.ts';
import type { Constant } from '../../model/constants.ts';
import type { AccountMail } from '../../model/account-mails.ts';
import type { Feed } from '../../model/feeds.ts';
import type { ReceivedMail } from '../../model/received.ts';
import type { Workflow } from '../../model/states.ts';
import { POINT_ITEMS } from '../../points.ts';
import type { Section } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import type { Declared } from '../declared.ts';
import { readBlocks } from './blocks.ts';
import { readExactCalls } from './calls/exact/exact-calls.ts';
import { readAccountMail } from './calls/account-mails.ts';
import { readFeed } from './calls/feeds.ts';
import { readMail } from './calls/mails.ts';
import { readNotice } from './calls/notices.ts';
import { readOutboundCalls } from './calls/outbound-calls.ts';
import { readPaper } from './calls/papers.ts';
import { readReceivedMail } from './calls/received.ts';
import { openAt } from './calls/open-at.ts';
import type { CallPoints } from './calls/points.ts';
import { isGone, readGone } from './gone.ts';
import { readFormer, splitHeading } from './former.ts';
import { checkName, reportTwice } from './names.ts';
import { replacement } from './replacement.ts';
import type { Part } from './words.ts';

export interface ResolvedCalls {
  readonly made: readonly OutboundCall[];
  readonly papers: readonly Paper[];
  readonly received: readonly ReceivedMail[];
  readonly feeds: readonly Feed[];
  readonly accountMails: readonly AccountMail[];
  readonly answered: ExactCalls;
}

/** Reads point 7. The clause of a call is `7.book_payment`, of a part `7.book_payment.fails`. */
export function resolveCalls(
  context: Context,
  section: Section | undefined,
  declared: Declared,
  workflows: readonly Workflow[],
  constants: readonly Constant[],
): ResolvedCalls {
  const points = { declared, workflows, constants };
  if (!section)
    return {
      made: [],
      papers: [],
      received: [],
      feeds: [],
      accountMails: [],
      answered: readExactCalls(context, undefined, undefined, points, new Set()),
    };
  readBlocks(context, section, { tables: {}, where: 'point 7' });
  const items = new Map<string, Section>();
  for (const item of section.sections) {
    const name = item.heading.text.trim().toLowerCase();
    if (isGone(item, 'call')) readGone(context, item, 'call');
    else if (items.has(name)) reportTwice(context, 'heading', item.heading);
    else if (
      ['answered', 'made', 'mails', 'notices', 'papers', 'received', 'feeds', 'account mails', 'shapes'].includes(name)
    )
      items.set(name, item);
    else {
      const known = POINT_ITEMS.calls;
      const offered = nearest(item.heading.text, known);
      const details = { heading: item.heading.text, nearest: offered, known };
      context.report('N017', TABLE_CODES.N017, details, item.heading.span, replacement(item.heading.span, offered));
    }
  }
  const madeItem = items.get('made');
  const mailsItem = items.get('mails');
  const noticesItem = items.get('notices');
  const papersItem = items.get('papers');
  const receivedItem = items.get('received');
  const feedsItem = items.get('feeds');
  const accountsItem = items.get('account mails');
  const names = new Map<string, Part>();
  const made = [
    ...(madeItem ? readCalls(context, madeItem, names, readOutboundCalls, points, 'made calls', MADE) : []),
    ...(mailsItem ? readCalls(context, mailsItem, names, readMail, points, 'mails', MAILS) : []),
    ...(noticesItem ? readCalls(context, noticesItem, names, readNotice, points, 'notices', NOTICES) : []),
  ];
  const papers = papersItem ? readCalls(context, papersItem, names, readPaper, points, 'papers', PAPERS) : [];
  const received = receivedItem
    ? readCalls(context, receivedItem, names, readReceivedMail, points, 'received', RECEIVED)
    : [];
  const feeds = feedsItem ? readCalls(context, feedsItem, names, readFeed, points, 'feeds', FEEDS) : [];
  const accountMails = accountsItem
    ? readCalls(context, accountsItem, names, readAccountMail, points, 'account mails', ACCOUNT_MAILS)
    : [];
  const known = new Set([...made, ...papers, ...received, ...feeds, ...accountMails].map(({ name }) => name));
  const answered = readExactCalls(context, items.get('answered'), items.get('shapes'), points, known);
  return { made, papers, received, feeds, accountMails, answered };
}

const MADE: OpenItem = { clause: '7.made', consequence: 'outboundCalls' };
const MAILS: OpenItem = { clause: '7.mails', consequence: 'mails' };
const NOTICES: OpenItem = { clause: '7.notices', consequence: 'notices' };

const PAPERS: OpenItem = { clause: '7.papers', consequence: 'papers' };
const RECEIVED: OpenItem = { clause: '7.received', consequence: 'received' };
const FEEDS: OpenItem = { clause: '7.feeds', consequence: 'feeds' };
const ACCOUNT_MAILS: OpenItem = { clause: '7.account_mails', consequence: 'accountMails' };

interface OpenItem {
  readonly clause: string;
  readonly consequence: GapConsequence;
}

/** @param names Those of the calls and papers before, of all kinds: their clauses are the same. */
function readCalls<Read extends OutboundCall | Paper | ReceivedMail | Feed | AccountMail>(
  context: Context,
  item: Section,
  names: Map<string, Part>,
  read: (context: Context, section: Section, name: string, points: CallPoints) => Read,
  points: CallPoints,
  where: BlockPlace,
  { clause, consequence }: OpenItem,
): readonly Read[] {
  readBlocks(context, item, { tables: {}, where });
  const open = openAt(item);
  if (open) context.gap(clause, consequence, open);
  const calls: Read[] = [];
  for (const section of item.sections) {
    const { words: name, was } = splitHeading(section.heading);
    if (!checkName(context, 'call', name)) continue;
    const first = names.get(name.text);
    if (first) {
      reportTwice(context, 'call', name, first);
      continue;
    }
    names.set(name.text, name);
    const body = section.blocks.find((block) => block.kind === 'marker');
    // A call that is stated as `none` does not exist.
    if (body?.value === 'none') continue;
    context.place(`7.${name.text}`, section.heading.span);
    readFormer(context, { kind: 'call', name: name.text }, was);
    calls.push(read(context, section, name.text, points));
  }
  return calls;
}
