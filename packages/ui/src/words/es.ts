import type { Words } from './en.ts';
import { account } from './es/account.ts';
import { actions } from './es/actions.ts';
import { comments } from './es/comments.ts';
import { document } from './es/document.ts';
import { editing } from './es/editing.ts';
import { fields } from './es/fields.ts';
import { lists } from './es/lists.ts';
import { notices } from './es/notices.ts';
import { overview } from './es/overview.ts';
import { screens } from './es/screens.ts';
import { shell } from './es/shell.ts';

export const es: Words = {
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
