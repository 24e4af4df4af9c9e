import { isDeepStrictEqual } from 'node:util';
import { changedGivenFunctions, type Plan, isObject } from '@nonet/language';

/** Answers whether a part of a document means something else than it did, though it may read the same. */
export type ChangedMeaning = (was: unknown, is: unknown) => boolean;

/**
 * The meaning of a part of a plan changes if the part changes, if it reads a constant with another value or a
 * computed field whose meaning changes, or if it calls a given function whose text changes.
 */
export function changedMeaning(former: Plan, plan: Plan): ChangedMeaning {
  const valuesOf = ({ constants }: Plan) =>
    new Map(constants.map((constant) => [constant.name, constant.value] as const));
  const [before, now] = [valuesOf(former), valuesOf(plan)];
  const constants = new Set(
    [...now].flatMap(([name, value]) => (before.has(name) && isDeepStrictEqual(before.get(name), value) ? [] : [name])),
  );
  const fields = new Set<string>();
  for (let size = -1; size !== fields.size; ) {
    size = fields.size;
    for (const { name, fields: own } of plan.entities)
      for (const { name: field, computed } of own) {
        if (computed === null) continue;
        const was = former.entities.find((each) => each.name === name)?.fields.find((each) => each.name === field);
        if (!isDeepStrictEqual(was?.computed, computed) || reads(computed, constants, fields))
          fields.add(`${name}.${field}`);
      }
  }
  const functions = changedGivenFunctions(former, plan);
  return (was, is) => !isDeepStrictEqual(was, is) || reads(is, constants, fields) || calls(is, functions);
}

/** Whether any expression within a value calls one of some given functions. */
function calls(value: unknown, functions: ReadonlySet<string>): boolean {
  if (functions.size === 0 || !isObject(value)) return false;
  if (value['kind'] === 'given call' && functions.has(String(value['name']))) return true;
  return Object.values(value).some((part) => calls(part, functions));
}

/** Whether any expression within a value reads certain constants or fields. */
function reads(value: unknown, constants: ReadonlySet<string>, fields: ReadonlySet<string>): boolean {
  if (!isObject(value)) return false;
  const { kind, name, field, of } = value;
  if (kind === 'constant' && constants.has(String(name))) return true;
  const type = isObject(of) && isObject(of['type']) ? of['type'] : {};
  if (kind === 'field' && fields.has(`${String(type['entity'])}.${String(field)}`)) return true;
  return Object.values(value).some((part) => reads(part, constants, fields));
}
