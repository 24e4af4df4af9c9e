import type { Words } from './en.ts';
import { account } from './ar/account.ts';
import { actions } from './ar/actions.ts';
import { comments } from './ar/comments.ts';
import { document } from './ar/document.ts';
import { editing } from './ar/editing.ts';
import { fields } from './ar/fields.ts';
import { lists } from './ar/lists.ts';
import { notices } from './ar/notices.ts';
import { overview } from './ar/overview.ts';
import { screens } from './ar/screens.ts';
import { shell } from './ar/shell.ts';

export const ar: Words = {
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
