import type { later as en } from '../en/later.ts';

export const later: typeof en = {
  nextEntry: (date) => `التالي: ${date}`,
  lastEntry: (date) => `الأخير: ${date}`,
  ofLimit: (limit) => `من ${limit}`,
  pastedCells: (count) => `قيم محفوظة: ${count}`,
  refusedCells: (count) => `قيم لم تُحفظ: ${count}`,
  beyondRows: (count) => `صفوف بلا مكان في الأسفل: ${count}`,
  documentIntro: 'هذا المنتج هو ما يقوله مستنده. ما يتركه المستند مفتوحًا لا يفعله المنتج.',
  documentOpen: 'لم يُحدَّد بعد شيء من سلوك هذا المنتج. لا يُختلق شيء مكانه: كل ما يمكن عرضه هو المستند نفسه.',
  documentFollows: (file) => `يتبع ما تحفظه في \`${file}\`.`,
  noGaps: 'لا ثغرات: يجيب المستند عن كل ما يُسأل عنه المنتج.',
  gapsTitle: 'ما تُرك مفتوحًا',
  consequence: 'ما ينتج عنه',
  disclosures: (count) =>
    count === 1 ? 'موضع واحد تكشف فيه نتيجة ما لا يُعرض' : `مواضع تكشف فيها نتيجة ما لا يُعرض: ${count}`,
  hitCount: (count) => (count === 0 ? 'لم يُسأل عنه' : count === 1 ? 'سُئل عنه مرة' : `عدد مرات السؤال: ${count}`),
};
