import { Option } from 'commander';

/** The option for commands whose argument is not the document. */
export function documentOption(): Option {
  return new Option('-d, --document <file>', 'the document').default('spec.md');
}
