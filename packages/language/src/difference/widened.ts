import type { Beyond, ComparedConditions } from './conditions.ts';
import type { Found } from './difference.ts';

/** The words for conditions on which people may do something. */
export interface Words {
  /** `finance may read Claim`: the head of each sentence. */
  readonly subject: string;
  readonly wider: string;
  readonly narrower: string;
  /** The words if it is not decided; `is stated otherwise` by default. */
  readonly otherwise?: string;
}

type Shown = Pick<Extract<Beyond, { readonly example: unknown }>, 'example' | 'isAssumed'>;

/** Compared conditions as differences: none if they are equal. An undecided comparison is always reported. */
export function widened(
  { wider, narrower }: ComparedConditions,
  { subject, wider: more, narrower: fewer, otherwise = 'is stated otherwise' }: Words,
  places: Pick<Found, 'clause' | 'former' | 'because'>,
): Found[] {
  const found: Found[] = [];
  const report = (effect: Found['effect'], text: string, { example, isAssumed }: Shown): void => {
    found.push({ effect, ...places, text: `${subject} ${text}`, ...(example.length > 0 && { example, isAssumed }) });
  };
  if (wider.verdict === 'surely') report('wider', more, wider);
  if (narrower.verdict === 'surely') report('narrower', fewer, narrower);
  const open = [wider, narrower].flatMap((side) => (side.verdict === 'perhaps' ? [side] : []));
  const [first] = open;
  if (first === undefined) return found;
  const words =
    open.length === 2
      ? `${otherwise}; whether more or less is allowed is not decided`
      : `${otherwise}; whether ${wider.verdict === 'perhaps' ? 'more' : 'less'} is allowed is not decided`;
  report('undecided', words, first);
  return found;
}

/** The example of a finding with who acts in it; where nothing is said of the record, it is any one. */
export function withActor({ example = [] }: Found, role: string): readonly string[] {
  const who = `user is ${role}`;
  const record = example.filter((words) => words !== who);
  return [...(record.length === 0 ? ['any record'] : record), who];
}
