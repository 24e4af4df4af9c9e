import type { Words } from './en.ts';
import { account } from './nl/account.ts';
import { actions } from './nl/actions.ts';
import { comments } from './nl/comments.ts';
import { document } from './nl/document.ts';
import { editing } from './nl/editing.ts';
import { fields } from './nl/fields.ts';
import { lists } from './nl/lists.ts';
import { notices } from './nl/notices.ts';
import { overview } from './nl/overview.ts';
import { screens } from './nl/screens.ts';
import { shell } from './nl/shell.ts';

export const nl: Words = {
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
