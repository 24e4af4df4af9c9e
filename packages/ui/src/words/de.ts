import type { Words } from './en.ts';
import { account } from './de/account.ts';
import { actions } from './de/actions.ts';
import { comments } from './de/comments.ts';
import { document } from './de/document.ts';
import { editing } from './de/editing.ts';
import { fields } from './de/fields.ts';
import { lists } from './de/lists.ts';
import { notices } from './de/notices.ts';
import { overview } from './de/overview.ts';
import { screens } from './de/screens.ts';
import { shell } from './de/shell.ts';

export const de: Words = {
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
