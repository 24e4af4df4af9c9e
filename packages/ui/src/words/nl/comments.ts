import type { comments as english } from '../en/comments.ts';

export const comments: typeof english = {
  comment: 'Reageren',
  earlierComments: 'Eerdere opmerkingen',
  noComments: 'Nog geen opmerkingen.',
  commentEdited: 'bewerkt',
  somebody: 'Iemand',
};
