import { DISCLOSURE_CODES, type HiddenRead } from '../../../diagnostics/codes/disclosures.ts';
import type { Expression } from '../../../expression/tree.ts';
import { CANDIDATE } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import { erasedRecords } from '../../../model/erasure.ts';
import { ACTIONS, type Action, type Grant } from '../../../model/roles.ts';
import type { Workflow } from '../../../model/states.ts';
import { isThere, or, thisRecord } from '../../analysis/build.ts';
import type { Context } from '../../context.ts';
import {
  actors,
  type Disclosing,
  disclosingIn,
  distinctReads,
  hiddenReads,
  isOfThis,
  otherRecord,
  writers,
} from '../../derived/disclosing.ts';
import { rowFacts } from '../../derived/lifecycle-facts.ts';
import { actorsOfRow, actorsOfEvent } from '../../derived/actors.ts';
import { replaceVariable } from '../../analysis/replace.ts';

interface Clause {
  /** In the reader's words: "the rule V1". */
  readonly name: string;
  readonly clause: string;
  /** The place of the condition: the clause's own place, or a part of it. */
  readonly place: string;
  readonly hidden: readonly HiddenRead[];
}

/**
 * 6: A rule, guard, cell, role or `among` that reads data which the person for whom it is judged may not be able to
 * read.
 */
export function checkDisclosedConditions(model: Model, context: Context): void {
  const disclosing = disclosingIn(model);
  if (disclosing === null) return;
  const reported = new Set<number>();
  for (const { name, clause, place, hidden } of clausesOf(disclosing, context)) {
    const span = context.placeOf(place) ?? context.placeOf(clause);
    // A cell under `others` stands for several roles.
    if (hidden.length === 0 || !span || reported.has(span.start)) continue;
    reported.add(span.start);
    context.report('N650', DISCLOSURE_CODES.N650, { name, hidden }, span, { clause });
  }
}

function* clausesOf(disclosing: Disclosing, context: Context): Generator<Clause> {
  const { model } = disclosing;
  yield* amongs(disclosing);
  for (const workflow of model.states) yield* guards(disclosing, context, workflow);
  yield* rules(disclosing, context);
  yield* roles(disclosing);
  yield* cells(disclosing);
  yield* holds(disclosing);
}

function* rules(disclosing: Disclosing, context: Context): Generator<Clause> {
  for (const { name, clause, entity, on, condition } of disclosing.model.rules) {
    if (condition === null) continue;
    const created = on.includes('create')
      ? hiddenReads(disclosing, condition, [writers(disclosing, entity, 'create')], isOfThis)
      : [];
    const others = on.filter((moment) => moment !== 'create');
    const changing = or(
      ...others.map((moment) =>
        moment === 'update'
          ? writers(disclosing, entity, 'update')
          : actorsOfEvent(disclosing, context, entity, moment),
      ),
    );
    const reading = disclosing.rights.does('read', thisRecord(entity));
    const changed = others.length > 0 ? hiddenReads(disclosing, condition, [changing, reading]) : [];
    const hidden = distinctReads([...created, ...changed]);
    yield { name: `the rule ${name}`, clause, place: `${clause}.must_hold`, hidden };
  }
}

function* guards(disclosing: Disclosing, context: Context, workflow: Workflow): Generator<Clause> {
  const { entity } = workflow;
  for (const { name, transitions } of workflow.events) {
    for (const row of transitions) {
      if (row.when === null) continue;
      const asked = new Set(row.asks.map((ask) => (ask.kind === 'input' ? ask.name : ask.field)));
      const isNew = row.from === 'new';
      const reading = isNew ? [] : [disclosing.rights.does('read', thisRecord(entity))];
      const given = [actorsOfRow(disclosing, context, entity, row), ...reading, ...rowFacts(context, workflow, row)];
      const hidden = hiddenReads(
        disclosing,
        row.when,
        given,
        (read) => isOfThis(read) && (isNew || (read.field !== null && asked.has(read.field))),
      );
      yield { name: `the guard of ${name}`, clause: row.clause, place: `${row.clause}.when`, hidden };
    }
  }
}

function* amongs(disclosing: Disclosing): Generator<Clause> {
  for (const entity of disclosing.model.entities) {
    for (const { name, clause, among, type } of entity.fields) {
      if (among === null || type.kind !== 'reference') continue;
      const candidate = otherRecord(type.entity);
      const condition = replaceVariable(among, CANDIDATE, candidate);
      // A caller can read every record that they name: the product answers an unreadable one as unknown.
      const given = [
        or(writers(disclosing, entity.name, 'create'), writers(disclosing, entity.name, 'update')),
        disclosing.rights.does('read', candidate),
      ];
      const hidden = hiddenReads(disclosing, condition, given, isOfThis);
      yield { name: `the \`among\` of ${name}`, clause, place: clause, hidden };
    }
  }
}

function* roles(disclosing: Disclosing): Generator<Clause> {
  const { model, rights } = disclosing;
  for (const { name, clause, given } of model.roles) {
    const conditions: readonly (readonly [Expression, Expression])[] =
      given.kind === 'relationship'
        ? Object.entries(given.of).map(([entity, condition]) => [condition, thisRecord(entity)] as const)
        : given.kind === 'user'
          ? [[given.condition, rights.user] as const]
          : [];
    for (const [condition, record] of conditions) {
      const reading = given.kind === 'user' ? [] : [rights.does('read', record)];
      const hidden = hiddenReads(disclosing, condition, [isThere(rights.user), condition, ...reading]);
      yield { name: `the role ${name}`, clause, place: clause, hidden };
    }
  }
}

function* cells(disclosing: Disclosing): Generator<Clause> {
  for (const { entity, actions, fields } of disclosing.model.permissions) {
    for (const action of ACTIONS) {
      for (const grant of actions?.[action] ?? []) yield* cell(disclosing, entity, action, grant);
    }
    for (const rows of Object.values(fields)) {
      for (const grant of rows.read ?? []) yield* cell(disclosing, entity, 'read', grant);
      for (const grant of rows.update ?? []) yield* cell(disclosing, entity, 'update', grant);
    }
  }
}

function* cell(disclosing: Disclosing, entity: string, action: Action, grant: Grant): Generator<Clause> {
  if (grant.cell.kind !== 'when') return;
  const { rights } = disclosing;
  const record = thisRecord(entity);
  const reading = action === 'create' ? [] : [rights.does('read', record)];
  const given = [rights.holds(grant.role, record), rights.allows(grant, record), ...reading];
  const isOwn = action === 'create' ? isOfThis : () => false;
  const hidden = hiddenReads(disclosing, grant.cell.condition, given, isOwn);
  yield { name: `who may ${action} ${entity}`, clause: grant.clause, place: grant.clause, hidden };
}

/** 3: What is held keeps a person from being erased, which tells whoever tries that it is. */
function* holds(disclosing: Disclosing): Generator<Clause> {
  yield* holdsOfMerges(disclosing);
  const person = thisRecord('User');
  const erasing = actors(disclosing, 'User', 'erase');
  if (!disclosing.mayHold(...erasing)) return;
  for (const { entity, by } of erasedRecords(disclosing.model.entities)) {
    const { clause, condition = null } = entity.keptWhile ?? { clause: '' };
    if (condition === null) continue;
    const held = by === null ? person : otherRecord(entity.name);
    const given = [...erasing, ...(by === null ? [] : [isAbout(held, by, person)])];
    const hidden = hiddenReads(disclosing, replaceVariable(condition, 'this', held), given);
    yield { name: `whether ${entity.name} is held`, clause, place: clause, hidden };
  }
}

/** 3: What is held keeps a record from being merged into another one, too. */
function* holdsOfMerges(disclosing: Disclosing): Generator<Clause> {
  for (const { name, keptWhile } of disclosing.model.entities) {
    const { clause, condition = null } = keptWhile ?? { clause: '' };
    const merging = actors(disclosing, name, 'merge');
    if (condition === null || name === 'User' || !disclosing.mayHold(...merging)) continue;
    const hidden = hiddenReads(disclosing, condition, merging);
    yield { name: `whether ${name} is held`, clause, place: clause, hidden };
  }
}

function isAbout(record: Expression, by: string, person: Expression): Expression {
  const type = { kind: 'record', entity: 'User', nullable: true } as const;
  const left: Expression = { kind: 'field', of: record, field: by, type };
  return { kind: 'binary', operator: '==', left, right: person, type: { kind: 'boolean', nullable: false } };
}
