import { ERRORS_CODES } from '../../../diagnostics/codes/errors.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { CatalogueError } from '../../../model/errors.ts';
import type { Model } from '../../../model/model.ts';
import type { Rule } from '../../../model/rules.ts';
import type { Transition, Workflow } from '../../../model/states.ts';
import { isThere, or, thisRecord } from '../../analysis/build.ts';
import { replaceVariable } from '../../analysis/replace.ts';
import type { Context } from '../../context.ts';
import { actorsOfTrigger } from '../../derived/actors.ts';
import { allowedBy, type Disclosing, disclosingIn, isOfThis, writers } from '../../derived/disclosing.ts';
import { type HiddenField, HiddenFields } from '../../derived/first-hidden.ts';
import { rowFacts } from '../../derived/lifecycle-facts.ts';
import { expressionsOf } from '../../resolve/walk.ts';

/**
 * 8: A message contains only what the person may read whose request is refused. A placeholder that some of them need not
 * be able to read leaves a gap in their sentence.
 */
export function checkMessageRights(model: Model, context: Context): void {
  const disclosing = disclosingIn(model);
  if (disclosing === null) return;
  for (const error of model.errors) {
    const span = context.placeOf(error.clause);
    const said = Object.keys(error.messages).some((entity) => entity !== '');
    if (!span || error.derived || !said) continue;
    const hidden = new HiddenFields<Hidden>();
    for (const refused of refusedBy(disclosing, context, error)) {
      for (const read of readIn(disclosing, error.messages[refused.entity] ?? [])) {
        if (refused.isOwn && isOfThis(read)) continue;
        if (disclosing.follows(read.readable, [...refused.given, ...read.given])) continue;
        hidden.add(read, (field, former) => ({ ...field, by: [...(former?.by ?? []), refused] }));
      }
    }
    const first = hidden.first();
    if (first.length === 0) continue;
    const by = first.flatMap((read) => read.by);
    const place = context.placeOf(by[0]?.clause ?? '');
    const details = {
      code: error.code,
      reads: first.map(({ entity, field }) => ({ entity, field })),
      readers: [...new Set(by.map(({ name }) => name))],
    };
    context.report('N811', ERRORS_CODES.N811, details, span, {
      clause: error.clause,
      ...(place && { related: [{ span: place, message: `It refuses \`${by[0]?.name}\` here.` }] }),
    });
  }
}

/** Somebody whose request an error refuses. */
interface Refused {
  /** A role, or the field that refers to them. */
  readonly name: string;
  readonly entity: string;
  /** The conditions that hold of them and of the record. */
  readonly given: readonly Expression[];
  /** Whether they have entered the record themselves. */
  readonly isOwn: boolean;
  /** The clause that refuses. */
  readonly clause: string;
}

interface Hidden extends HiddenField {
  readonly by: readonly Refused[];
}

/** The values in a message; of a record, its title. */
function readIn({ model, rights }: Disclosing, message: CatalogueError['messages'][string]) {
  return expressionsOf(message).flatMap((said) => {
    const { type } = said;
    if (type.kind !== 'record') return rights.readsAll(said);
    const title = model.entities.find(({ name }) => name === type.entity)?.title ?? [];
    const named = expressionsOf(title).flatMap((part) => {
      const reads = rights.readsAll(replaceVariable(part, 'this', said));
      return reads.map((read) => ({ ...read, given: [isThere(said), ...read.given] }));
    });
    return [...rights.readsAll(said), ...named];
  });
}

function* refusedBy(disclosing: Disclosing, context: Context, { code }: CatalogueError): Generator<Refused> {
  for (const rule of disclosing.model.rules) {
    if (rule.error !== code) continue;
    for (const moment of rule.on) yield* refusedByRule(disclosing, context, rule, moment);
  }
  for (const workflow of disclosing.model.states)
    for (const row of workflow.events.flatMap(({ transitions }) => transitions)) {
      const clauses = [row, ...(row.conditions ?? [])].filter(({ error }) => error === code);
      for (const { clause } of clauses) yield* refusedByRow(disclosing, context, workflow, row, clause);
    }
}

/** Those who create or change a record, or take an event, where a rule judges that. */
function* refusedByRule(
  disclosing: Disclosing,
  context: Context,
  { entity, clause }: Rule,
  moment: string,
): Generator<Refused> {
  const { model, rights } = disclosing;
  const record = thisRecord(entity);
  const workflow = model.states.find((other) => other.entity === entity);
  const rows = workflow?.events.find(({ name }) => name === moment)?.transitions ?? [];
  if (moment !== 'create' && moment !== 'update') {
    for (const row of rows) yield* refusedByRow(disclosing, context, workflow, row, clause, []);
    return;
  }
  const isOwn = moment === 'create';
  const known = isOwn ? writers(disclosing, entity, 'create') : rights.does('read', record);
  const own = model.permissions.find((other) => other.entity === entity);
  const changes = isOwn ? [] : Object.values(own?.fields ?? {}).flatMap(({ update }) => update ?? []);
  for (const grant of [...(own?.actions?.[moment] ?? []), ...changes]) {
    const named = isOwn ? namedRecords(disclosing, entity, null) : [];
    const given = [allowedBy(rights, grant, record), known, ...named];
    if (disclosing.mayHold(...given)) yield { name: grant.role, entity, given, isOwn, clause };
  }
}

/** Those who take an event by one of its rows; after its effects nothing is known of the record any more. */
function* refusedByRow(
  disclosing: Disclosing,
  context: Context,
  workflow: Workflow | undefined,
  row: Transition,
  clause: string,
  facts?: readonly Expression[],
): Generator<Refused> {
  if (workflow === undefined) return;
  const { entity } = workflow;
  const isOwn = row.from === 'new';
  const reading = isOwn ? [] : [disclosing.rights.does('read', thisRecord(entity))];
  for (const trigger of row.by) {
    const actors = actorsOfTrigger(disclosing, context, entity, trigger);
    if (actors === null) continue;
    const name = trigger.kind === 'role' ? trigger.role : trigger.kind === 'field' ? trigger.field : trigger.kind;
    const asked = row.asks.flatMap((ask) => (ask.kind === 'field' && (isOwn || ask.required) ? [ask.field] : []));
    const named = namedRecords(disclosing, entity, asked);
    const given = [actors, ...reading, ...(facts ?? rowFacts(context, workflow, row)), ...named];
    if (disclosing.mayHold(...given)) yield { name, entity, given, isOwn, clause };
  }
}

/** Whoever names a record can read it: the product answers one that they can't as unknown. Null: in a new record. */
function namedRecords(
  { model, rights }: Disclosing,
  entity: string,
  fields: readonly string[] | null,
): readonly Expression[] {
  const own = model.entities.find(({ name }) => name === entity)?.fields ?? [];
  return own.flatMap(({ name, type, required, bySystem, closed, default: standard, computed }) => {
    if (type.kind !== 'reference') return [];
    const isNamed =
      fields === null ? !bySystem && !closed && standard === null && computed === null : fields.includes(name);
    if (!isNamed) return [];
    const to = { kind: 'record', entity: type.entity, nullable: !required } as const;
    const record: Expression = { kind: 'field', of: thisRecord(entity), field: name, type: to };
    const reads = rights.does('read', record);
    return [required ? reads : or(isThere(record, false), reads)];
  });
}
