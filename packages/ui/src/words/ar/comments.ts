import type { comments as english } from '../en/comments.ts';

export const comments: typeof english = {
  comment: 'تعليق',
  earlierComments: 'تعليقات سابقة',
  noComments: 'لا توجد تعليقات بعد.',
  commentEdited: 'تم تعديله',
  somebody: 'شخص ما',
};
