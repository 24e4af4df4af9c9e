import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { AccountMail } from '../../../model/account-mails.ts';
import type { Model } from '../../../model/model.ts';
import { statedLanguages } from '../../../model/languages.ts';
import { ACCOUNT_MAILS } from '../../../vocabulary/account-mails.ts';
import type { Context } from '../../context.ts';

/** 7: The words of each mail about accounts are stated once for a language, and in each language of the document. */
export function checkAccountMails(model: Model, context: Context): void {
  const first = new Map<string, AccountMail>();
  for (const mail of model.accountMails) {
    const { clause, kind, language } = mail;
    const key = `${kind} ${language}`;
    const before = first.get(key);
    const place = context.placeOf(`${clause}.for`);
    if (kind === null || !place) continue;
    if (before === undefined) first.set(key, mail);
    else context.report('N821', CALLS_CODES.N821, { kind, first: before.name, language }, place, { clause });
  }
  const locale = model.constants.find(({ name }) => name === 'LOCALE')?.value;
  const own = locale?.kind === 'literal' ? String(locale.value) : 'en';
  const languages = [own, ...statedLanguages(model)];
  for (const kind of ACCOUNT_MAILS) {
    const stated = model.accountMails.filter((mail) => mail.kind === kind);
    const [last] = stated.slice(-1);
    if (last === undefined || stated.some(({ language }) => language === null)) continue;
    const place = context.placeOf(`${last.clause}.language`);
    for (const language of new Set(languages.map((each) => each.split('-')[0]?.toLowerCase() ?? each)))
      if (place && !stated.some((mail) => mail.language?.split('-')[0] === language))
        context.report('N822', CALLS_CODES.N822, { kind, language }, place, { clause: last.clause });
  }
}
