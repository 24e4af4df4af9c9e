import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Constant } from '../../../model/constants.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';

/** Reads `with ARCHIVE_SECRET`: the `secret` constant that a call's requests are signed with. Null if that is wrong. */
export function readSigned(context: Context, cell: Cell, constants: readonly Constant[]): string | null {
  const name = /^with\s+([A-Z][A-Z0-9_]*)$/.exec(cell.text)?.[1];
  if (name !== undefined) return secretNamed(context, name, cell, constants);
  context.report('N709', CALLS_CODES.N709, { text: cell.text, form: 'signed' }, cell.span);
  return null;
}

/** The name, if it is that of a `secret` constant. Null if it is not, or not shown, which is reported. */
export function secretNamed(context: Context, name: string, cell: Cell, constants: readonly Constant[]): string | null {
  const constant = constants.find((other) => other.name === name);
  if (constant?.value.kind === 'secret') return name;
  // A constant that is not shown is a gap of point 9, and may become a secret.
  if (constant?.value.kind === 'open' || (constant === undefined && context.schema.constantsAreOpen)) return null;
  const secrets = constants.filter(({ value }) => value.kind === 'secret').map((other) => other.name);
  context.report('N732', CALLS_CODES.N732, { name, nearest: nearest(name, secrets) }, cell.span);
  return null;
}
