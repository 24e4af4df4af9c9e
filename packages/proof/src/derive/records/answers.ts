import { type Field, looseField, type Transition } from '@nonet/language';
import type { Actor } from '../../reference/permissions.ts';
import { brokenLimit } from '../../reference/checks.ts';
import { fieldsCopying } from '../../search/copied-into.ts';
import { candidates } from '../../search/draft.ts';
import type { DerivationContext } from '../derivation-context.ts';

type Input = Extract<Transition['asks'][number], { kind: 'input' }>;

const inputs = new WeakMap<Input, Field>();

/** An input that is not stored, as a field: the same one each time, so that its values are worked out once. */
export function inputField(input: Input): Field {
  const { name, label, type, required } = input;
  let field = inputs.get(input);
  if (field === undefined) inputs.set(input, (field = looseField(name, label, type, required, '')));
  return field;
}

/**
 * The values with which somebody may answer an input of an event, the plainest first. Those that the fields admit to
 * which effects copy it (`create Donation(volume: new.volume)`) come before the others, which are refused.
 */
function inputValues(context: DerivationContext, row: Transition, input: Input, actor: Actor): unknown[] {
  const drafting = context.drafting(actor);
  const own = candidates(drafting, inputField(input));
  const targets = fieldsCopying(context.lookup, row.effects, 'input', input.name).filter(
    ({ type }) => type.kind === input.type.kind,
  );
  const isAdmitted = (value: unknown) =>
    value !== null &&
    isChoiceOf(input, value) &&
    targets.every((field) => brokenLimit(context.world, field, value) === null);
  const all = [...new Set([...targets.flatMap((field) => candidates(drafting, field)), ...own])];
  return targets.length === 0 ? own : [...all.filter(isAdmitted), ...own.filter((value) => !isAdmitted(value))];
}

/** An input may have fewer choices than the field that gets its value. */
function isChoiceOf({ type }: Input, value: unknown): boolean {
  return type.kind !== 'enum' || type.values.some(({ name }) => name === value);
}

/** The values with which somebody may answer one ask of an event, the plainest first; none for a child of a list. */
export function answersTo(
  context: DerivationContext,
  entity: string,
  row: Transition,
  ask: Transition['asks'][number],
  actor: Actor,
): unknown[] {
  if (ask.kind === 'input') return inputValues(context, row, ask, actor);
  const field = ask.kind === 'field' ? context.lookup.field(entity, ask.field) : null;
  return field === null ? [] : candidates(context.drafting(actor), field);
}
