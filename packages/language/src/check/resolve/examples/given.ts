import { EXAMPLES_CODES } from '../../../diagnostics/codes/examples.ts';
import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { GivenRecord } from '../../../model/examples.ts';
import type { Cell } from '../../../syntax/tree.ts';
import { mayBeEntity } from '../open.ts';
import { replacement } from '../replacement.ts';
import { userType } from '../types.ts';
import { around, type Part, part, splitEffects } from '../words.ts';
import { type ExamplePlace, namedRecords } from './place.ts';

/** `Project as p where not open; Claim where project == p`: each may name those before it. Null if one has mistakes. */
export function readGiven(place: ExamplePlace, cell: Cell, isPerson: boolean): readonly GivenRecord[] | null {
  if (cell.absence !== null) return [];
  const given: GivenRecord[] = [];
  let complete = true;
  for (const item of splitEffects(cell)) {
    const record = readRecord(place, item, given, isPerson);
    if (record === null) complete = false;
    else given.push(record);
  }
  return complete ? given : null;
}

function readRecord(
  { context, declared }: ExamplePlace,
  words: Part,
  before: readonly GivenRecord[],
  isPerson: boolean,
): GivenRecord | null {
  const entity = /^([A-Za-z]\w*)(?=\s+(?:as|where)\s|$)/.exec(words.text)?.[1];
  if (entity === undefined) {
    context.report('N431', EXAMPLES_CODES.N431, { text: words.text }, words.span);
    return null;
  }
  if (!declared.entities.has(entity)) {
    if (mayBeEntity(context, entity)) return null;
    const { span } = part(words, 0, entity.length);
    const offered = nearest(entity, declared.entities.keys());
    context.report('N402', STATES_CODES.N402, { entity, nearest: offered }, span, replacement(span, offered));
    return null;
  }
  const variables = { ...namedRecords(before), user: userType(!isPerson) };
  const scope = { variables, bare: [], purpose: 'guard' } as const;
  const query = context.expression(around('first(', words, ')'), scope, null);
  if (query?.kind !== 'query') return null;
  return { entity, variable: query.variable, condition: query.where };
}
