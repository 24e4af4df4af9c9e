import { isDeepStrictEqual } from 'node:util';
import { checkDocument, type Plan, type SourceFile } from '@nonet/language';
import { Dice } from './document/dice.ts';
import { splitInFiles } from './document/split.ts';
import type { Fault } from './fault.ts';

/** The same document in several files is the same product: it has no errors, and no other plan. */
export function includedFaults(text: string, plan: Plan, seed: number): Fault[] {
  const files = splitInFiles(text, new Dice(seed));
  const checked = checkDocument(files[0] as SourceFile, (path) => {
    const found = files.find((file) => file.path === path);
    return found === undefined ? { kind: 'missing' } : { kind: 'file', text: found.text };
  });
  const errors = checked.diagnostics.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first !== undefined) {
    const detail = errors.map(({ code, message, span }) => `${span.file}: ${code} ${message}`).join('\n');
    return [{ stage: 'includes', cause: `in several files it has the error ${first.code}`, detail }];
  }
  if (checked.plan !== null && isDeepStrictEqual(withoutPlaces(checked.plan), withoutPlaces(plan))) return [];
  const detail = files.map((file) => `${file.path}\n${file.text}`).join('\n\n');
  return [{ stage: 'includes', cause: 'in several files it is another product', detail }];
}

/** The places of clauses differ, and so do the files. */
function withoutPlaces(plan: Plan): unknown {
  return { ...plan, sources: [], clauses: Object.keys(plan.clauses).toSorted() };
}
