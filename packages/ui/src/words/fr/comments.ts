import type { comments as english } from '../en/comments.ts';

export const comments: typeof english = {
  comment: 'Commenter',
  earlierComments: 'Commentaires précédents',
  noComments: 'Pas encore de commentaires.',
  commentEdited: 'modifié',
  somebody: 'Quelqu’un',
};
