import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import { rewrite } from '../../../expression/rewrite.ts';
import type { Expression, QuerySource } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import type { CallCause, Mail, Recipients } from '../../../model/outbound-calls.ts';
import { and, isEqual, isOneOf, isThere, or, thisRecord, TRUE } from '../../analysis/build.ts';
import { replaceVariable } from '../../analysis/replace.ts';
import type { Context } from '../../context.ts';
import { type Disclosing, disclosingIn } from '../../derived/disclosing.ts';
import { type HiddenField, HiddenFields } from '../../derived/first-hidden.ts';
import { saidInPaper } from '../../derived/paper-said.ts';
import type { Rights } from '../../derived/rights.ts';
import { saidIn } from '../../derived/uses.ts';
import { RECIPIENT } from '../../resolve/calls/mail-content.ts';
import { factsOf } from '../../resolve/calls/facts.ts';

/**
 * 7: A mail or a notice contains only what its recipient may read. What none of them can ever read is an error; what some need not
 * be able to read is left out for them, which is a warning.
 */
export function checkMailRights(model: Model, context: Context): void {
  const disclosing = disclosingIn(model);
  if (disclosing === null) return;
  for (const { name, clause, mail, when } of model.calls) {
    const span = context.placeOf(`${clause}.body`) ?? context.placeOf(`${clause}.subject`);
    if (mail === null || !span) continue;
    const causes = or(...when.map((cause) => causedBy(context, model, cause)));
    const known = mail.to.flatMap((to) => (to.kind === 'address' ? [] : [and(recipientIs(disclosing, to), causes)]));
    const found = new HiddenFields<Found>();
    for (const given of known)
      for (const read of readIn(disclosing, mail)) {
        if (disclosing.follows(read.readable, [given, ...read.given])) continue;
        const never = !disclosing.mayHold(read.readable, given, ...read.given);
        found.add(read, (field, former) => ({ ...field, never: never && former?.never !== false }));
      }
    const first = found.first();
    const [nobodys, somes] = [true, false].map((never) => first.filter((read) => read.never === never));
    if (nobodys?.length) context.report('N755', CALLS_CODES.N755, { name, reads: nobodys }, span, { clause });
    if (somes?.length) context.report('N758', CALLS_CODES.N758, { name, reads: somes }, span, { clause });
  }
}

interface Found extends HiddenField {
  readonly never: boolean;
}

/** The values in a mail, as `user` reads it. */
function readIn({ model, rights }: Disclosing, mail: Mail) {
  const byReader = (said: Expression) => replaceVariable(said, RECIPIENT, rights.user);
  return [
    ...saidIn(mail).flatMap((said) => rights.readsAll(byReader(said))),
    ...mail.attach.flatMap((attachment) =>
      attachment.kind === 'file'
        ? rights.readsAll(byReader(attachment.file))
        : readInPaper(model, rights, attachment.paper, byReader(attachment.of)),
    ),
  ];
}

/** The values in a paper that a mail brings, which is made for its recipient. */
function readInPaper({ papers }: Model, rights: Rights, name: string, of: Expression) {
  const content = papers.find((paper) => paper.name === name)?.content ?? null;
  if (content === null || of.type.kind !== 'record') return [];
  const isMade = rights.does('read', of);
  const ofRecord = (said: Expression) => replaceVariable(said, 'this', of);
  const there = of.kind === 'field' ? [isThere(of)] : [];
  const record = { record: of, entity: of.type.entity, field: null, given: there, readable: isMade };
  const values = [...saidInPaper(rights, content)].flatMap(({ said, given }) =>
    rights
      .readsAll(ofRecord(said))
      .map((read) => ({ ...read, given: [...there, isMade, ...given.map(ofRecord), ...read.given] })),
  );
  return [...rights.readsAll(of), record, ...values];
}

/** The facts about `user`, who gets the mail. */
function recipientIs({ rights }: Disclosing, to: Exclude<Recipients, { kind: 'address' }>): Expression {
  const { user } = rights;
  if (to.kind === 'user') return and(isThere(user), isEqual(to.user, user));
  const { source, where, variable } = to.users;
  const listed = source.kind === 'list' ? isInList(user, source) : TRUE;
  return and(isThere(user), listed, where === null ? TRUE : asRoles(replaceVariable(where, variable, user), user));
}

/** `user in invited`, as a role about the record says it. */
function isInList(user: Expression, { of, field, entity }: QuerySource & { kind: 'list' }): Expression {
  const type = { kind: 'list', of: { kind: 'record', entity, nullable: false }, nullable: false } as const;
  const right: Expression = { kind: 'field', of, field, type };
  return { kind: 'binary', operator: 'in', left: user, right, type: { kind: 'boolean', nullable: false } };
}

/** `"clerk" in roles` of the user is `user is clerk`. */
function asRoles(condition: Expression, user: Expression): Expression {
  return rewrite(condition, (part) => {
    if (part.kind !== 'binary' || part.operator !== 'in' || part.left.kind !== 'literal') return null;
    const { left, right } = part;
    const isRoles = right.kind === 'field' && right.field === 'roles' && right.of.kind === 'variable';
    if (!isRoles || right.of.name !== (user.kind === 'variable' ? user.name : null)) return null;
    return { kind: 'role', of: user, role: String(left.value), type: { kind: 'boolean', nullable: false } };
  });
}

/** The facts about the record when this is the cause; who caused it is another person than the recipient. */
function causedBy(context: Context, model: Model, cause: CallCause): Expression {
  const type = { kind: 'record', entity: 'User', nullable: true } as const;
  const facts = [...factsOf(context, [cause], model.states), ...stateAfter(model, cause)];
  return and(...facts.map((fact) => replaceVariable(fact, 'user', { kind: 'variable', name: '$actor', type })));
}

/** The states in which an event leaves the record. */
function stateAfter(model: Model, { entity, event }: CallCause): readonly Expression[] {
  const workflow = model.states.find((other) => other.entity === entity);
  const rows = workflow?.events.find(({ name }) => name === event)?.transitions ?? [];
  const states = rows.flatMap(({ to, from }) => (to !== 'same' ? [to] : Array.isArray(from) ? from : [null]));
  if (!workflow?.field || states.length === 0 || states.includes(null)) return [];
  const known = states.filter((state) => state !== null);
  const type = { kind: 'enum', values: workflow.states.map(({ name }) => name), nullable: false } as const;
  return [isOneOf({ kind: 'field', of: thisRecord(entity), field: workflow.field, type }, known)];
}
