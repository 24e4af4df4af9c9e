/** Comments on records. */
export const comments = {
  comment: 'Comment',
  earlierComments: 'Earlier comments',
  noComments: 'No comments yet.',
  commentEdited: 'edited',
  somebody: 'Somebody',
};
