import type { comments as english } from '../en/comments.ts';

export const comments: typeof english = {
  comment: 'Kommentieren',
  earlierComments: 'Frühere Kommentare',
  noComments: 'Noch keine Kommentare.',
  commentEdited: 'bearbeitet',
  somebody: 'Jemand',
};
