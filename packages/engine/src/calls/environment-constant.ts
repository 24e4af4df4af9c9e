import type { PlanIndex } from '../plan-index.ts';
import { MissingConstant } from './request.ts';

/** The value of a constant now. @throws {MissingConstant} if it is not shown, or not set in the environment */
export function environmentConstant(index: PlanIndex, name: string): string {
  const { value } = index.constant(name);
  if (value.kind === 'literal') return String(value.value);
  if (value.kind === 'open') throw new MissingConstant(name, 'it is not shown');
  const found = index.environment[value.name];
  if (found === undefined || found === '') throw new MissingConstant(name, value.name);
  return found;
}
