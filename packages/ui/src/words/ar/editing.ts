import type { editing as english } from '../en/editing.ts';

export const editing: typeof english = {
  editValue: (label, title) => `تعديل ${label}: ${title}`,
  valueOf: (label, title) => `${label}: ${title}`,
  notEditable: (label) => `لا يمكن تعديل ${label} الآن.`,
  undo: 'تراجع',
  undone: 'تم التراجع',
  deletedTitle: (title) => `حُذف ${title}`,
  notFoundThere: (count) => `سجلات لم يُعثر عليها: ${count}`,
  rowsByKey: 'ينقل Enter إلى الصف التالي، أو يضيف صفًا. ويمكن لصق كتلة من جدول بيانات.',
  createHere: (entity, typed) => (typed === '' ? `إنشاء ${entity}…` : `إنشاء ${entity}: ${typed}…`),
  alsoHere: (names) => `هنا أيضًا: ${names}`,
  changingNow: (names) => `يُعدَّل الآن من قِبل: ${names}`,
};
