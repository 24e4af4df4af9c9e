import { account } from './en/account.ts';
import { actions } from './en/actions.ts';
import { comments } from './en/comments.ts';
import { document } from './en/document.ts';
import { editing } from './en/editing.ts';
import { fields } from './en/fields.ts';
import { lists } from './en/lists.ts';
import { notices } from './en/notices.ts';
import { overview } from './en/overview.ts';
import { screens } from './en/screens.ts';
import { shell } from './en/shell.ts';

/** The product's own words, where the document has none. English is the catalogue's measure. */
export const en = {
  ...account,
  ...shell,
  ...lists,
  ...actions,
  ...fields,
  ...screens,
  ...document,
  ...editing,
  ...overview,
  ...notices,
  ...comments,
};

export type Words = typeof en;
