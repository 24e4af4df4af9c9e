import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { isSameData } from '../equal.ts';

/** Point 7, the words of mails about accounts. */
export function accountMailDifferences({ former, now, names }: Comparison): Found[] {
  const report = (clause: string | null, was: string | null, text: string): Found => ({
    effect: 'behaviour',
    clause,
    former: was,
    text,
  });
  const gone = former.accountMails.flatMap(({ name, clause }): Found[] =>
    now.accountMails.some((mail) => mail.name === names.call(name))
      ? []
      : [report(null, clause, `the words \`${name}\` of a mail about accounts are gone`)],
  );
  return [
    ...gone,
    ...now.accountMails.flatMap((mail): Found[] => {
      const { name, clause } = mail;
      const before = former.accountMails.find((other) => names.call(other.name) === name);
      if (before === undefined) return [report(clause, null, `the words \`${name}\` of a mail about accounts are new`)];
      const [was, is] = [before, mail].map(({ kind, language, words }) => [kind, language, words]);
      return isSameData(was, is)
        ? []
        : [report(clause, before.clause, `the words \`${name}\` of a mail about accounts are others`)];
    }),
  ];
}
