import { type ErasedField, erasedRecords, type Plan, printExpression } from '@nonet/language';
import { Failure } from '../../failure.ts';
import { ask } from './ask.ts';

/** The values that go when a person of this product is erased, as lines; null: the document erases nobody. */
export function erasureLines({ entities }: Plan): readonly string[] | null {
  const records = erasedRecords(entities);
  if (records.length === 0) return null;
  return [
    'These values go, in the history too, and the account ends for good:',
    ...records.flatMap(({ entity, by, fields }) => {
      const own = by === null ? ['email', ...fields.map(wordsOf)] : fields.map(wordsOf);
      return `  ${entity.name}${by === null ? '' : ` (${by})`}: ${own.join(', ')}`;
    }),
  ];
}

function wordsOf({ name, erased: { to } }: ErasedField): string {
  return to === null ? name : `${name} → ${printExpression(to)}`;
}

/** Asks for the address once more; it can't be undone. */
export async function confirmErasure(email: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Failure('Say --yes to erase them without being asked again.', 2);
  const answer = await ask(`Type ${email} to erase them: `, { unanswered: 'Nothing was erased.' });
  if (answer.trim() !== email) throw new Failure('Nothing was erased.');
}
