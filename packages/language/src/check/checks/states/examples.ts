import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { EXAMPLES_CODES } from '../../../diagnostics/codes/examples.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Example } from '../../../model/examples.ts';
import type { Model } from '../../../model/model.ts';
import type { Effect, Event, Transition, Workflow } from '../../../model/states.ts';
import { isStandardError } from '../../../vocabulary/standard-errors.ts';
import { thisRecord } from '../../analysis/build.ts';
import { excludes } from '../../analysis/decide.ts';
import { type Knowledge, knowledgeBeforeEffects, knowledgeOf } from '../../analysis/knowledge.ts';
import { replaceVariable } from '../../analysis/replace.ts';
import type { Context } from '../../context.ts';
import { rowFacts } from '../../derived/lifecycle-facts.ts';
import { fieldsOf } from '../../resolve/walk.ts';

/** 4, 5: An example that can't be so, as far as that is seen before it is run. */
export function checkExamples(model: Model, context: Context): void {
  const knowledge = knowledgeOf(model);
  for (const example of model.examples) {
    const why = whyNot({ model, context, knowledge, example });
    const span = context.placeOf(example.clause);
    if (why !== null && span) context.report('N456', EXAMPLES_CODES.N456, { why }, span, { clause: example.clause });
  }
}

type Why = DetailsOf<'N456'>['why'];

interface Asked {
  readonly model: Model;
  readonly context: Context;
  readonly knowledge: Knowledge;
  readonly example: Example;
}

function whyNot(asked: Asked): Why | null {
  const { knowledge, model } = asked;
  const { given, does } = asked.example;
  for (const record of given) {
    const facts = factsOf(record);
    if (excludes(facts, knowledge)) return { because: 'given', entity: record.entity };
  }
  const subject = given.at(-1);
  if (does?.kind !== 'event' || subject === undefined) return null;
  const workflow = model.states.find(({ entity }) => entity === subject.entity);
  const event = workflow?.events.find(({ name }) => name === does.event);
  return workflow && event ? whyNotTaken(asked, workflow, event, factsOf(subject)) : null;
}

function factsOf({ entity, variable, condition }: Example['given'][number]): readonly Expression[] {
  return condition === null ? [] : [replaceVariable(condition, variable, thisRecord(entity))];
}

function whyNotTaken(
  { example, context, knowledge, model }: Asked,
  workflow: Workflow,
  event: Event,
  facts: readonly Expression[],
): Why | null {
  const { then, who } = example;
  const rows = event.transitions.filter(({ from }) => from !== 'new');
  if (rows.some(({ open }) => open.length > 0)) return null;
  if (then.kind === 'refused') return whyNotRefused(model, workflow, event, then.errors);
  const { name } = event;
  const allowed = who.kind === 'nobody' ? rows.filter((row) => isForAnyone(model, row)) : rows;
  if (allowed.length === 0) return { because: 'signedOut', event: name };
  const starting = allowed.filter(
    (row) =>
      !excludes(
        [...facts, ...rowFacts(context, workflow, row)],
        knowledgeBeforeEffects(knowledge, workflow.entity, row.asks),
      ),
  );
  if (starting.length === 0) return { because: 'start', event: name };
  const taken = starting.filter(
    (row) => row.when === null || readsAsked(row, facts) || !excludes([...facts, row.when], knowledge),
  );
  if (taken.length === 0) return { because: 'guard', event: name };
  const { state } = then;
  if (state === null || taken.some((row) => row.to === state || row.to === 'same' || movesOn(row))) return null;
  return { because: 'leads', event: name, to: [...new Set(taken.map(({ to }) => to))], state };
}

/** An error of the document's own is raised by a guard of the event or by a rule that is judged with it. */
function whyNotRefused(model: Model, workflow: Workflow, event: Event, errors: readonly string[]): Why | null {
  if (event.transitions.some(({ effects }) => effects.length > 0)) return null;
  const rules = model.rules.filter(({ entity, on }) => entity === workflow.entity && on.includes(event.name));
  const raised = new Set([...event.transitions, ...rules].map(({ error }) => error));
  const never = errors.find((error) => !isStandardError(error) && !raised.has(error));
  return never === undefined ? null : { because: 'error', event: event.name, error: never };
}

function isForAnyone(model: Model, { by }: Transition): boolean {
  const anyone = new Set(model.roles.filter(({ given }) => given.kind === 'anyone').map(({ name }) => name));
  return by.some((trigger) => trigger.kind === 'role' && anyone.has(trigger.role));
}

/** Whether the guard sees values that the event asks for: they are not those of the given record. */
function readsAsked({ when, asks }: Transition, facts: readonly Expression[]): boolean {
  const asked = new Set(asks.map((ask) => (ask.kind === 'input' ? ask.name : ask.field)));
  const read = [...(when === null ? [] : [when]), ...facts].flatMap((each) => fieldsOf(each, 'this'));
  return read.some((field) => asked.has(field));
}

/** Whether an effect may bring the record further than its row does. */
const MOVES_ON: Readonly<Record<Effect['kind'], boolean>> = {
  set: false,
  paper: false,
  create: false,
  delete: false,
  fire: true,
  'fire each': true,
  for: true,
};

function movesOn({ effects }: Transition): boolean {
  return effects.some(({ kind }) => MOVES_ON[kind]);
}
