import { type Entity, isWithinClause, type ReceivedMail, type TakenPart } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { mayCall } from '../../reference/exact/audience.ts';
import { perform, type Outcome } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import { candidates } from '../../search/draft.ts';
import type { AskStep } from '../../run/case.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { nameOf } from '../name.ts';

/** Where a product in `dev` takes a mail as if it had come. */
const PATH = '/api/-/dev/received';
/** The address of somebody whom the product does not know. */
const STRANGER = 'stranger@elsewhere.example';
/** The values of a part that are tried. */
const MOST_VALUES = 8;

/** Point 7, `### Received`: a mail of each kind of sender becomes a record, once, as a create of theirs; or it is refused. */
export function* deriveReceivedMail(context: DerivationContext): Cases {
  const { plan, capabilities } = context;
  for (const received of plan.received) {
    const own = Object.keys(plan.clauses).filter((clause) => isWithinClause(clause, received.clause));
    const clauses = received.address?.kind === 'constant' ? [...own, `9.${received.address.value}`] : own;
    const address = addressOf(context, received);
    const entity = plan.entities.find(({ name }) => name === received.entity);
    const isOpen = plan.gaps.some(({ clause }) => isWithinClause(clause, received.clause));
    if (!capabilities.derived || !capabilities.accounts) context.cannot('elsewhere', ...clauses);
    else if (address === null || entity === undefined || isOpen) context.cannot('gap', ...clauses);
    else yield* receivedBy(context, { received, address, entity, clauses });
  }
}

interface Receiving {
  readonly received: ReceivedMail;
  readonly address: string;
  readonly entity: Entity;
  readonly clauses: readonly string[];
}

function* receivedBy(context: DerivationContext, receiving: Receiving): Cases {
  const { received, clauses } = receiving;
  let isShown = false;
  for (const actor of new Set([...context.actors, null])) {
    const taker = takerOf(context, receiving, actor);
    // Mail of this sender is that of another item, which has cases of its own.
    if (taker !== null && taker !== received) continue;
    const builder = new CaseBuilder(context);
    const title = `${received.name} from ${nameOf(context, actor)}`;
    if (taker === null) {
      strangerRefused(builder, receiving, actor);
      yield builder.done(`${title}, refused`, [`${received.clause}.by`]);
      continue;
    }
    const mail = taken(builder, receiving, actor);
    const id = sendMail(builder, receiving, actor, mail);
    if (id !== null) {
      isShown = true;
      again(builder, receiving, actor, mail, id);
      answered(builder, receiving, actor, mail, id);
    }
    yield builder.done(id === null ? `${title}, refused` : title, clauses);
  }
  if (!isShown) context.cannot('not found', ...clauses);
}

/** The address as it is stated or set; null if it is not known here. */
function addressOf({ lookup }: DerivationContext, { address }: ReceivedMail): string | null {
  if (address === null) return null;
  if (address.kind === 'literal') return address.value;
  const value = lookup.constants[address.value];
  return typeof value === 'string' ? value : null;
}

/** The first item of the address that takes mail of a sender. */
function takerOf(context: DerivationContext, { address }: Receiving, actor: Actor): ReceivedMail | null {
  const here = context.plan.received.filter(
    (other) => addressOf(context, other)?.toLowerCase() === address.toLowerCase(),
  );
  return here.find(({ by }) => mayCall(context.world, actor, by)) ?? null;
}

interface Sent {
  readonly subject: string;
  readonly text: string;
  readonly date: string;
  readonly message_id: string;
}

/** A mail that becomes a record of the sender, if there is one; any mail if there is none. */
function taken({ context, world }: CaseBuilder, { entity, received }: Receiving, actor: Actor): Sent {
  const drafting = context.drafting(actor);
  const valuesOf = (part: TakenPart['part']) => {
    const fields = received.takes.flatMap((taken) => {
      const field = entity.fields.find(({ name }) => name === taken.field);
      return taken.part === part && field !== undefined ? [field] : [];
    });
    const texts = fields.flatMap((field) => candidates(drafting, field).filter((value) => typeof value === 'string'));
    return [...new Set([`About ${drafting.serial()}`, ...texts])].slice(0, MOST_VALUES);
  };
  const message_id = `<${context.seed}.${drafting.serial()}@tests.example>`;
  const [texts, date] = [valuesOf('text'), world.now];
  const first = valuesOf('subject').flatMap((subject) =>
    texts.map((text): Sent => ({ subject, text, date, message_id })),
  );
  const fits = (mail: Sent) => {
    const body = bodyOf(context, { received, entity }, actor, mail);
    return perform(world, actor, { kind: 'create', entity: entity.name, body }).refused === null;
  };
  return first.find(fits) ?? first[0] ?? { subject: 'About', text: 'It', date, message_id };
}

/** Sends a mail, which becomes a record or is refused; the record’s id. */
function sendMail(builder: CaseBuilder, receiving: Receiving, actor: Actor, mail: Sent): string | null {
  const { context } = builder;
  const { entity, received, clauses } = receiving;
  const request = { kind: 'create', entity: entity.name, body: bodyOf(context, receiving, actor, mail) } as const;
  const outcome = builder.act(actor, request, clauses, [], (made) =>
    asked(receiving, senderOf(context, actor), mail, '', outcomeParts(received.name, entity.name, made)),
  );
  if (outcome.refused !== null || outcome.id === null) return null;
  for (const reader of context.actors.slice(0, MOST_READERS)) builder.see(reader, outcome.id, clauses);
  return outcome.id;
}

const MOST_READERS = 4;

/** The same mail once more: its record is the one that there is. */
function again(builder: CaseBuilder, receiving: Receiving, actor: Actor, mail: Sent, id: string): void {
  const parts = { state: 'taken', call: receiving.received.name, record: id };
  const { clauses } = receiving;
  builder.ask({ ...asked(receiving, senderOf(builder.context, actor), mail, '', parts), clauses });
}

/** An answer to the mail: a comment on its record, if its sender may comment. */
function answered(builder: CaseBuilder, receiving: Receiving, actor: Actor, mail: Sent, id: string): void {
  const { context } = builder;
  const { received, entity, clauses } = receiving;
  const comments = context.plan.entities.find(({ name }) => name === received.replies);
  if (comments?.commentsOn !== entity.name) return;
  const answer = { ...mail, text: 'It is clear now.', message_id: `<answer.${mail.message_id.slice(1)}` };
  const body = { about: id, text: answer.text };
  builder.act(actor, { kind: 'create', entity: comments.name, body }, clauses, [], (made) =>
    asked(
      receiving,
      senderOf(context, actor),
      answer,
      mail.message_id,
      outcomeParts(received.name, comments.name, made),
    ),
  );
}

/** Nobody of those whose mail is taken has sent it: nothing comes of it. */
function strangerRefused(builder: CaseBuilder, receiving: Receiving, actor: Actor): void {
  const { context, world } = builder;
  const message_id = `<${context.seed}.${context.drafting(actor).serial()}@tests.example>`;
  const mail = { subject: 'About', text: 'It', date: world.now, message_id };
  const first = context.plan.received.find(
    (other) => addressOf(context, other)?.toLowerCase() === receiving.address.toLowerCase(),
  );
  const clause = `${(first ?? receiving.received).clause}.by`;
  const parts = { state: 'refused', call: null, record: null, code: 'FORBIDDEN', clause };
  builder.ask({ ...asked(receiving, senderOf(context, actor), mail, '', parts), clauses: [clause] });
}

function outcomeParts(call: string, entity: string, { refused, id }: Outcome): Readonly<Record<string, unknown>> {
  if (refused === null) return { state: 'taken', call, entity, record: id };
  const clause = refused.clause ?? refused.errors.find((error) => typeof error.clause === 'string')?.clause;
  const known = typeof clause === 'string' ? { clause } : {};
  return { state: 'refused', call, entity, record: null, code: refused.code, ...known };
}

function asked(
  { address }: Receiving,
  from: string,
  mail: Sent,
  in_reply_to: string,
  parts: Readonly<Record<string, unknown>>,
): Omit<AskStep, 'kind' | 'at' | 'clauses'> {
  return {
    as: null,
    method: 'POST',
    path: PATH,
    body: { to: address, from, ...mail, in_reply_to },
    expect: { status: 200, answer: { kind: 'parts', parts } },
  };
}

/** The address that somebody has now. */
function senderOf({ world }: DerivationContext, actor: Actor): string {
  const email = actor === null ? null : world.get(actor)?.values['email'];
  return typeof email === 'string' ? email : STRANGER;
}

/** The body with which a sender would create the record. */
function bodyOf(
  context: DerivationContext,
  { received, entity }: Pick<Receiving, 'received' | 'entity'>,
  actor: Actor,
  mail: Sent,
): Body {
  const body: Record<string, unknown> = {};
  for (const { field: name, part, file } of received.takes) {
    const type = entity.fields.find((field) => field.name === name)?.type;
    if (type === undefined) continue;
    if (part === 'attachments') body[name] = file === null ? null : [];
    else if (part === 'date') body[name] = type.kind === 'date' ? dayOf(context, mail.date) : mail.date;
    else
      body[name] = { subject: mail.subject, text: mail.text, from: senderOf(context, actor), name: '' }[part] || null;
  }
  return body;
}

/** The day of an instant where the product is. */
function dayOf({ plan }: DerivationContext, instant: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: plan.settings.timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
