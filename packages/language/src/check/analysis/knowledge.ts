import type { Constant } from '../../model/constants.ts';
import type { Entity, Field } from '../../model/entities.ts';
import type { Model } from '../../model/model.ts';

/** What is asked of a model, or of what is made of it. */
type Names = Pick<Model, 'entities' | 'constants' | 'roles'>;

/** What is known of the names in conditions: field rules bind every record that is saved. */
export interface Knowledge {
  field(entity: string, name: string): Field | undefined;
  constant(name: string): Constant | undefined;
  /** Whether anybody may be given the role, or not: it follows from nothing else. */
  isAssigned(role: string): boolean;
  /** The places behind the point of money in a currency; null is the product's own. */
  digits(currency: string | null): number | null;
}

const known = new WeakMap<Names, Knowledge>();

/** What a model says of its names. */
export function knowledgeOf(model: Names): Knowledge {
  const knowledge = known.get(model) ?? gather(model);
  known.set(model, knowledge);
  return knowledge;
}

function gather(model: Names): Knowledge {
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
