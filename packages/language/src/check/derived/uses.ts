import type { Expression } from '../../expression/tree.ts';
import type { Example } from '../../model/examples.ts';
import type { Model } from '../../model/model.ts';
import type { Attachment, Mail, Recipients } from '../../model/outbound-calls.ts';
import { expressionsOfPaper } from '../../model/papers.ts';
import type { Grant } from '../../model/roles.ts';
import type { Effect } from '../../model/states.ts';
import { expressionsOf } from '../resolve/walk.ts';
import type { DetailsOf } from '../../diagnostics/catalogue.ts';

/** An expression of a document, and where it stands. */
export interface Use {
  readonly expression: Expression;
  readonly where: DetailsOf<'N327'>['where'];
  readonly clause: string;
}

/** Every expression that is read outside of what a call sends: its headers and its body. */
export function* uses(model: Model): Generator<Use> {
  const use = function* (
    where: Use['where'],
    clause: string,
    ...expressions: readonly (Expression | null | undefined)[]
  ) {
    for (const expression of expressions) if (expression) yield { expression, where, clause };
  };
  for (const screen of model.screens) {
    yield* use('screen', screen.clause, screen.where, ...screen.order.map(({ by }) => by));
    for (const tile of screen.tiles) yield* use('tile', tile.clause, tile.shows, tile.by, tile.target);
  }
  for (const entity of model.entities) {
    yield* use('title', entity.clause, ...expressionsOf(entity.title));
    for (const field of entity.fields) {
      yield* use('field', field.clause, field.default, field.computed, field.when, field.among, field.erased?.to);
    }
    if (entity.keptFor === null) yield* use('field', entity.clause, entity.keptWhile?.condition);
  }
  for (const { events } of model.states) {
    for (const row of events.flatMap((event) => event.transitions)) {
      yield* use('event', row.clause, row.when, ...row.effects.flatMap(inEffect));
    }
  }
  for (const example of model.examples) yield* use('example', example.clause, ...inExample(example));
  for (const rule of model.rules) yield* use('rule', rule.clause, rule.condition);
  for (const role of model.roles) {
    if (role.given.kind === 'user') yield* use('role', role.clause, role.given.condition);
    if (role.given.kind === 'relationship') yield* use('role', role.clause, ...Object.values(role.given.of));
  }
  for (const { actions, fields } of model.permissions) {
    const rows = [
      ...Object.values(actions ?? {}),
      ...Object.values(fields).flatMap(({ read, update }) => [read ?? [], update ?? []]),
    ];
    for (const grant of rows.flat()) yield* use('permission', grant.clause, inGrant(grant));
  }
  for (const call of model.calls) {
    yield* use('condition', call.clause, ...call.when.map((cause) => cause.condition), call.forEach);
    yield* use('address', call.clause, ...expressionsOf(call.request?.path ?? []));
    yield* use(call.kind === 'notice' ? 'notice' : 'mail', call.clause, ...expressionsOfMail(call.mail));
    yield* use('effect', call.clause, ...[...call.then, ...(call.fails ?? [])].flatMap(inEffect));
  }
  for (const { clause, content } of model.papers)
    yield* use('paper', clause, ...(content === null ? [] : expressionsOfPaper(content)));
  for (const error of model.errors) {
    yield* use('message', error.clause, ...Object.values(error.messages).flatMap(expressionsOf));
  }
}

/** The expressions of a mail or a notice: its recipients, and all that it says. */
export function expressionsOfMail(mail: Mail | null): readonly Expression[] {
  if (mail === null) return [];
  return [
    ...mail.to.map(expressionOfRecipients),
    ...expressionsOf(mail.replyTo ?? []),
    ...saidIn(mail),
    ...mail.attach.map(expressionOfAttachment),
  ];
}

/** The file, or the record that a paper is made of. */
export function expressionOfAttachment(attachment: Attachment): Expression {
  return attachment.kind === 'file' ? attachment.file : attachment.of;
}

export function expressionOfRecipients(to: Recipients): Expression {
  switch (to.kind) {
    case 'user':
      return to.user;
    case 'users':
      return to.users;
    case 'address':
      return to.address;
  }
}

/** The values that a mail or a notice says. */
export function saidIn({ subject, body }: Mail): readonly Expression[] {
  const inBody = body.flatMap((part) => (typeof part === 'string' || part.kind === 'link' ? [] : [part]));
  return [...expressionsOf(subject), ...inBody];
}

function inExample({ given, who, does, then }: Example): readonly (Expression | null)[] {
  return [
    ...given.map(({ condition }) => condition),
    ...(who.kind === 'time' ? [who.passes] : []),
    ...(does && 'values' in does ? Object.values(does.values) : []),
    ...(then.kind === 'done' ? then.conditions : []),
  ];
}

function inGrant({ cell }: Grant): Expression | null {
  return cell.kind === 'when' ? cell.condition : null;
}

/** The expressions of an effect. */
export function inEffect(effect: Effect): readonly (Expression | null)[] {
  switch (effect.kind) {
    case 'set':
      return [effect.condition, effect.value];
    case 'paper':
      return [effect.condition, effect.of];
    case 'create':
      return [effect.condition, ...Object.values(effect.values)];
    case 'fire each':
      return [effect.condition, effect.records];
    case 'for':
      return [effect.records, ...inEffect(effect.effect)];
    case 'delete':
    case 'fire':
      return [effect.condition];
  }
}
