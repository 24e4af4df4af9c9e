import type { Draft } from './draft.ts';
import { itemText } from './said.ts';

/** Point 7, `### Account mails`: the words of mails about accounts. */
export function writeAccountMails({ dice }: Draft): string[] {
  if (!dice.once(3)) return [];
  const kinds = dice.some(['invitation', 'password'], 2);
  if (kinds.length === 0) return [];
  const items = kinds.flatMap((kind) =>
    ['', ...(dice.once(2) ? ['nl'] : [])].flatMap((language) => {
      const rows = {
        for: dice.once(25) ? 'not shown' : kind,
        language,
        subject: dice.pick(['{product}', 'Hello {name}', 'For {email}']),
      };
      const name = language === '' ? `${kind}_words` : `${kind}_words_${language}`;
      return itemText(name, rows, ['Hello {name}.', dice.pick(['[Go on]({link}).', 'Within {holds}: {link}'])]);
    }),
  );
  return ['### Account mails', ...items];
}
