import type { Constant } from '../../model/constants.ts';
import type { Entity, Field } from '../../model/entities.ts';
import type { Model } from '../../model/model.ts';
import type { Ask } from '../../model/states.ts';
import { fieldsOf as fieldsRead } from '../resolve/walk.ts';

/** The parts of a model (or plan) that the analysis needs. */
type Names = Pick<Model, 'entities' | 'constants' | 'roles'>;

/** The facts about the names in conditions: field rules bind every record that is saved. */
export interface Knowledge {
  field(entity: string, name: string): Field | undefined;
  constant(name: string): Constant | undefined;
  /** Whether the role can be given to any person, so that holding it follows from nothing else. */
  isAssigned(role: string): boolean;
  /** The places behind the point of money in a currency; null is the product's own. */
  digits(currency: string | null): number | null;
}

/**
 * The facts about a record with asked values in it, as a guard sees it (4). The event's effects have not run yet, so a
 * field's `when` need not hold yet for an asked field, nor for the fields that its condition reads.
 */
export function knowledgeBeforeEffects(knowledge: Knowledge, entity: string, asks: readonly Ask[]): Knowledge {
  const asked = new Set(asks.flatMap((ask) => (ask.kind === 'input' ? [] : [ask.field])));
  if (asked.size === 0) return knowledge;
  const isWorkedOut = (name: string): boolean => (knowledge.field(entity, name)?.computed ?? null) !== null;
  return {
    ...knowledge,
    field: (of, name) => {
      const field = knowledge.field(of, name);
      if (of !== entity || !field?.when) return field;
      const isUnsettled = [name, ...fieldsRead(field.when, 'this')].some((one) => asked.has(one) || isWorkedOut(one));
      return isUnsettled ? { ...field, required: false, when: null } : field;
    },
  };
}

const known = new WeakMap<Names, Knowledge>();

/** The facts that a model states about its names. */
export function knowledgeOf(model: Names): Knowledge {
  const knowledge = known.get(model) ?? makeKnowledge(model);
  known.set(model, knowledge);
  return knowledge;
}

function makeKnowledge(model: Names): Knowledge {
  const fields = new Map(model.entities.map((entity) => [entity.name, fieldsOf(entity)]));
  const constants = new Map(model.constants.map((constant) => [constant.name, constant]));
  const assigned = new Set(model.roles.filter(({ given }) => given.kind === 'assigned').map(({ name }) => name));
  const own = constants.get('CURRENCY')?.value;
  const currency = own?.kind === 'literal' && typeof own.value === 'string' ? own.value : null;
  return {
    field: (entity, name) => fields.get(entity)?.get(name),
    constant: (name) => constants.get(name),
    isAssigned: (role) => assigned.has(role),
    digits: (of) => digitsOf(of ?? currency),
  };
}

function fieldsOf(entity: Entity): ReadonlyMap<string, Field> {
  return new Map(entity.fields.map((field) => [field.name, field]));
}

/** Asking for a currency's digits takes longer than all that is reasoned about one field. */
const digitsKnown = new Map<string, number | null>();

function digitsOf(currency: string | null): number | null {
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) return null;
  let digits = digitsKnown.get(currency);
  if (digits === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    digits = format.resolvedOptions().maximumFractionDigits ?? null;
    digitsKnown.set(currency, digits);
  }
  return digits;
}
