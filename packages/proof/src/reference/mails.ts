import { type Expression, isEmail, type Mail, type MailPart, type OutboundCall, screenOfRecord } from '@nonet/language';
import type { ExpectedCall, ExpectedNotice } from './expected-call.ts';
import { recordsOf } from './effects.ts';
import { asView, entityOf, evaluate, isView, type Variables, type View } from './evaluate.ts';
import { ORIGIN } from './exact/request.ts';
import { mayDo, mayReadField } from './permissions.ts';
import { fileView } from './files.ts';
import { paperInMail } from './papers.ts';
import { plain } from './plain.ts';
import { storedOf } from './record-view.ts';
import { ANY_TEXT } from './any.ts';
import { titleOf } from './project.ts';
import { seenAs, seenBy } from './seen.ts';
import type { World } from './world.ts';

/** The origin under which a receiver gets the mails; no constant has this name. */
export const MAIL_ORIGIN = '-mail';

/** The notices among the calls that a change queues. */
export function noticesAmong(calls: readonly ExpectedCall[]): readonly ExpectedNotice[] {
  return calls.flatMap(({ notice }) => notice ?? []);
}

/** Somebody who gets a mail: a user with their rights, or an address without any. */
interface Reader {
  readonly address: string;
  readonly user: View | null;
}

/** The mails of one cause as their recipients must get them (7): each says what its recipient may read. */
export function mailsOn(
  world: World,
  call: OutboundCall,
  mail: Mail,
  record: string,
  names: Variables,
): readonly ExpectedCall[] {
  return readersOf(world, mail, names).map((reader) => {
    const said = saying(world, mail, reader, names);
    return {
      call: call.name,
      clause: call.clause,
      record,
      method: 'POST',
      origin: { kind: 'constant', name: MAIL_ORIGIN },
      path: `/${call.name}/${encodeURIComponent(reader.address)}`,
      headers: {},
      body: {
        to: reader.address,
        subject: oneLine(mail.subject.map(said).join('')),
        replyTo: mail.replyTo === null ? null : oneLine(mail.replyTo.map(said).join('')) || null,
        text: wordsOf(mail.body, said),
        files: filesOf(world, mail, reader, names),
      },
      secret: null,
    };
  });
}

/** The files of a mail as its recipient must get them: the words of papers, the names of others. */
function filesOf(world: World, mail: Mail, { address, user }: Reader, names: Variables): readonly object[] {
  const isMixed = mail.to.some(({ kind }) => kind === 'address');
  const all: Variables = { ...names, recipient: isMixed ? address : user };
  return mail.attach.flatMap((attachment): object[] => {
    if (attachment.kind === 'paper') {
      const record = asView(evaluate(world, attachment.of, all));
      if (record === null || !world.isLiving(storedOf(record))) return [];
      const paper = paperInMail(world, user === null ? null : { actor: user.id }, attachment.paper, record);
      return paper === null ? [] : [{ paper }];
    }
    const { file } = attachment;
    const holder = file.kind === 'field' ? asView(evaluate(world, file.of, all)) : null;
    if (holder === null || file.kind !== 'field' || holder[file.field] === null) return [];
    if (user !== null && !mayReadField(user.id, holder, file.field)) return [];
    return [fileSaid(world, plain(holder[file.field]))];
  });
}

/** A file as the receiver gets it. A paper that an event has kept says what it said then. */
function fileSaid(world: World, id: string): object {
  const paper = world.upload(id)?.paper;
  if (paper !== undefined) return { paper: { title: ANY_TEXT, language: ANY_TEXT, text: ANY_TEXT } };
  return { name: fileView(world, id)['name'] };
}

/** The notices of one cause as their recipients must find them (7), as long as nothing else changes. */
export function noticesOn(
  world: World,
  call: OutboundCall,
  mail: Mail,
  record: string,
  names: Variables,
): readonly ExpectedCall[] {
  return readersOf(world, mail, names).flatMap((reader): ExpectedCall[] => {
    if (reader.user === null) return [];
    const said = saying(world, mail, reader, names);
    const { link } = mail;
    const notice: ExpectedNotice = {
      recipient: reader.user.id,
      notice: call.name,
      subject: oneLine(mail.subject.map(said).join('')),
      text: mail.body.map(said).join('').replaceAll(ORIGIN, ''),
      link: link === null ? null : said(link).replaceAll(ORIGIN, '') || null,
    };
    return [
      {
        call: call.name,
        clause: call.clause,
        record,
        method: 'GET',
        origin: { kind: 'constant', name: MAIL_ORIGIN },
        path: '',
        headers: {},
        body: null,
        secret: null,
        notice,
      },
    ];
  });
}

/** Everybody who gets it, each address once; who may not sign in gets none. */
export function readersOf(world: World, { to }: Mail, names: Variables): readonly Reader[] {
  const found = new Map<string, Reader>();
  for (const recipients of to) {
    for (const reader of recipientsOf(recipients)) {
      const key = reader.address.toLowerCase();
      if (!found.has(key) && isEmail(reader.address)) found.set(key, reader);
    }
  }
  return [...found.values()];

  function recipientsOf(recipients: Mail['to'][number]): readonly Reader[] {
    switch (recipients.kind) {
      case 'user':
        return ofUser(asView(evaluate(world, recipients.user, names)));
      case 'users':
        return recordsOf(world, recipients.users, names, false).flatMap((id) => ofUser(world.view(id)));
      case 'address': {
        const address = evaluate(world, recipients.address, names);
        return address === null ? [] : [{ address: plain(address).trim(), user: null }];
      }
    }
  }

  function ofUser(user: View | null): readonly Reader[] {
    return user === null || user['disabled'] === true ? [] : [{ address: plain(user['email']), user }];
  }
}

type Saying = (part: MailPart) => string;

/** The text of a placeholder for a reader; what regions write in their own way may be any text. */
function saying(world: World, mail: Mail, { address, user }: Reader, names: Variables): Saying {
  const actor = user?.id ?? null;
  const isMixed = mail.to.some(({ kind }) => kind === 'address');
  const all: Variables = { ...names, recipient: isMixed ? address : user };
  const seen = user === null ? world : seenBy(world, actor);
  const visible: Variables = Object.fromEntries(
    Object.entries(all).map(([name, value]) => [
      name,
      // Who acts is not shown, and only decides.
      user === null || name === 'user' || !isView(value) ? value : seenAs(world, actor, value),
    ]),
  );
  return (part) => {
    if (typeof part === 'string') return part;
    if (part.kind === 'link') return linkTo(world, user, asView(evaluate(world, part.record, all)));
    if (user !== null && part.kind === 'field' && part.field === 'id') {
      const identified = asView(evaluate(seen, part.of, visible));
      if (identified !== null && !mayDo(actor, 'read', identified)) return '';
    }
    if (part.type.kind !== 'record') return shown(world, part, evaluate(seen, part, visible));
    const record = asView(evaluate(seen, part, visible));
    if (record === null) return '';
    if (user === null) return ANY_TEXT;
    if (!mayDo(actor, 'read', record)) return '';
    const title = titleOf(actor, record);
    // Without a title, it is the end of its id.
    return title.trim() === '' ? ANY_TEXT : title;
  };
}

/** The address of a record's screen, for a user who may read it, or for nobody in particular; empty if it has none. */
export function linkTo({ lookup }: World, user: View | null, record: View | null): string {
  const screen = record === null ? null : screenOfRecord(lookup.plan.screens, entityOf(record.id));
  if (record === null || screen === null) return '';
  if (user !== null && !mayDo(user.id, 'read', record)) return '';
  if (user !== null && screen.field !== 'id' && !mayReadField(user.id, record, screen.field)) return '';
  const value = screen.field === 'id' ? record.id : encodeURIComponent(plain(record[screen.field]));
  return `${ORIGIN}${screen.before}${value}${screen.after}`;
}

const WRITTEN_AS_IT_IS: ReadonlySet<string> = new Set(['text', 'given']);

function shown({ lookup }: World, part: Expression, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (part.type.kind === 'enum' && part.kind === 'field' && part.of.type.kind === 'record') {
    const type = lookup.field(part.of.type.entity, part.field)?.type;
    if (type?.kind === 'enum' || type?.kind === 'state')
      return type.values.find(({ name }) => name === value)?.label ?? plain(value);
  }
  return WRITTEN_AS_IT_IS.has(part.type.kind) ? plain(value) : ANY_TEXT;
}

/** The plain text: the words as they are written, with the addresses of links behind them. */
function wordsOf(body: Mail['body'], said: Saying): string {
  const values = body.map((part) => (typeof part === 'string' ? '' : said(part)));
  const marked = body.map((part, place) => (typeof part === 'string' ? part : `\uF8FE${place}\uF8FF`)).join('');
  const linked = marked.replaceAll(/\[([^[\]]*)\]\(<?([^()\s<>]*)>?\)/g, (_all, words: string, address: string) => {
    const place = /^\uF8FE(\d+)\uF8FF$/.exec(address)?.[1];
    const part = place === undefined ? undefined : body[Number(place)];
    const isEmpty = typeof part === 'object' && part.kind === 'link' && values[Number(place)] === '';
    return isEmpty ? words : `${words} (${address.startsWith('/') ? ORIGIN : ''}${address})`;
  });
  return linked
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/\uF8FE(\d+)\uF8FF/g, (_all, place: string) => values[Number(place)] ?? '')
    .trim();
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
