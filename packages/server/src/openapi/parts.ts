import { reference, type Schema } from './schemas.ts';

export type PathItem = Record<string, unknown>;

export const PROBLEM = {
  description: 'Refused, with the clause of the document that says so.',
  content: { 'application/problem+json': { schema: { $ref: reference('Problem') } } },
};

export const EMPTY_ANSWER = { 204: { description: 'Done.' }, default: PROBLEM };

export function answered(schema: Schema): PathItem {
  return { 200: { description: 'The answer.', content: json(schema) }, default: PROBLEM };
}

export function json(schema: Schema): PathItem {
  return { 'application/json': { schema } };
}
