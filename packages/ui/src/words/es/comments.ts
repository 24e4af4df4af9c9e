import type { comments as english } from '../en/comments.ts';

export const comments: typeof english = {
  comment: 'Comentar',
  earlierComments: 'Comentarios anteriores',
  noComments: 'Aún no hay comentarios.',
  commentEdited: 'editado',
  somebody: 'Alguien',
};
