import { Option } from 'commander';

/** For the commands whose argument is something else than the document. */
export function documentOption(): Option {
  return new Option('-d, --document <file>', 'the document').default('spec.md');
}
