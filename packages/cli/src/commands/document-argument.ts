import { Argument } from 'commander';

/** The argument of commands that work on one document. */
export function documentArgument(description = 'the document'): Argument {
  return new Argument('[file]', description).default('spec.md');
}
