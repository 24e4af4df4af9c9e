import type { GivenFunction, Plan } from '../../plan/plan.ts';
import { sourceOfGiven } from '../../plan/given.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';

/** Point 9: functions that are given, and those whose file has changed. What they decide now is not known. */
export function givenFunctionDifferences({ former, now }: Comparison): Found[] {
  const changed = changedGivenFunctions(former, now);
  const gone = former.given.filter(({ name }) => !now.given.some((given) => given.name === name));
  return [
    ...gone.map(
      ({ clause, name }): Found => ({
        effect: 'behaviour',
        clause: null,
        former: clause,
        text: `\`${name}\` is no longer given by a function`,
      }),
    ),
    ...now.given.flatMap((given): Found[] => {
      const { clause, name, file, exported } = given;
      const before = former.given.find((candidate) => candidate.name === name);
      if (before === undefined)
        return [
          {
            effect: 'behaviour',
            clause,
            former: null,
            text: `\`${name}\` is given by \`${file}#${exported}\`: what it decides is not known`,
          },
        ];
      if (!changed.has(name)) return [];
      const text = isSameAddress(before, given)
        ? `\`${name}\` is given by \`${file}\`, whose text has changed: it may decide otherwise`
        : `\`${name}\` is given by \`${file}#${exported}\`, formerly by \`${before.file}#${before.exported}\`: it may decide otherwise`;
      return [{ effect: 'behaviour', clause, former: before.clause, text }];
    }),
  ];
}

/** The names of the given functions that may decide otherwise than in the former document. */
export function changedGivenFunctions(former: Plan, now: Plan): ReadonlySet<string> {
  return new Set(
    now.given.flatMap((given) => {
      const before = former.given.find(({ name }) => name === given.name);
      const isSame =
        before !== undefined &&
        isSameAddress(before, given) &&
        before.result === given.result &&
        sourceOfGiven(former, before) === sourceOfGiven(now, given);
      return isSame ? [] : [given.name];
    }),
  );
}

function isSameAddress(one: GivenFunction, other: GivenFunction): boolean {
  return one.file === other.file && one.exported === other.exported;
}
