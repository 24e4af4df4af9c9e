import type { Words } from './en.ts';
import { account } from './fr/account.ts';
import { actions } from './fr/actions.ts';
import { comments } from './fr/comments.ts';
import { document } from './fr/document.ts';
import { editing } from './fr/editing.ts';
import { fields } from './fr/fields.ts';
import { lists } from './fr/lists.ts';
import { notices } from './fr/notices.ts';
import { overview } from './fr/overview.ts';
import { screens } from './fr/screens.ts';
import { shell } from './fr/shell.ts';

export const fr: Words = {
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
