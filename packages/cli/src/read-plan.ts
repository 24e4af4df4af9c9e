import type { PlanBasis } from '@nonet/engine';
import { readText } from './document.ts';
import { Failure } from './failure.ts';

/**
 * The basis of a plan, from a file that `nonet plan --format json` has written.
 * @throws {Failure} if the file is none, or can't be read.
 */
export function readPlan(file: string): PlanBasis {
  const text = readText(file);
  let plan: unknown;
  try {
    plan = JSON.parse(text);
  } catch {
    plan = null;
  }
  const basis = (plan as { madeFrom?: unknown } | null)?.madeFrom as Partial<PlanBasis> | null | undefined;
  if (!isText(basis?.to) || !isTextOrNull(basis.from) || !isTextOrNull(basis.database) || !isNumberOrNull(basis.number))
    throw new Failure(`${file} is no plan: \`nonet plan <document> --format json > ${file}\` writes one.`, 2);
  return { database: basis.database, number: basis.number, from: basis.from, to: basis.to };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || typeof value === 'number';
}
