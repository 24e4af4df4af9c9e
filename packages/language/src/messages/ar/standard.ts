import type { StandardError } from '../../vocabulary/standard-errors.ts';
import type { standard as english } from '../en/standard.ts';

const MESSAGES: Readonly<Record<StandardError, string>> = {
  NOT_SPECIFIED: 'لا تقول المواصفات بعد ماذا يحدث هنا.',
  UNAUTHENTICATED: 'سجّل الدخول أولًا.',
  WRONG_CREDENTIALS: 'الاسم أو كلمة المرور غير صحيحة.',
  FORBIDDEN: 'لا يحق لك فعل هذا.',
  NOT_FOUND: 'لا شيء هنا، أو لا يحق لك أن تراه.',
  METHOD_NOT_ALLOWED: 'هذا موجود، لكن ليس لهذه الطريقة.',
  INVALID: 'هذا غير مفهوم.',
  REQUIRED: 'هذا مطلوب.',
  TOO_LONG: 'هذا أطول مما ينبغي.',
  TOO_SHORT: 'هذا أقصر مما ينبغي.',
  OUT_OF_RANGE: 'هذا خارج المسموح.',
  NO_MATCH: 'شكل هذا غير صحيح.',
  FUNCTION_FAILED: 'تعذّر التحقق من هذا.',
  NOT_ALLOWED: 'هذا الاختيار غير مسموح.',
  NOT_UNIQUE: 'هذا مستخدم من قبل.',
  IN_USE: 'ما زال شيء آخر يشير إلى هذا.',
  INVALID_TRANSITION: 'هذا غير ممكن في الحالة الحالية.',
  STALE: 'غيّر شخص آخر هذا في الأثناء. انظر إليه مرة أخرى قبل الحفظ.',
  PRECONDITION_REQUIRED: 'قل أي نسخة تغيّر (الترويسة If-Match).',
  IDEMPOTENCY_CONFLICT: 'استُخدم هذا Idempotency-Key لطلب آخر.',
  TOO_MANY_REQUESTS: 'طلبات كثيرة. حاول بعد قليل.',
  TOO_LARGE: 'هذا أكبر مما ينبغي.',
  UNSUPPORTED_MEDIA_TYPE: 'لا يُقبل هذا النوع من الملفات أو المحتوى.',
  UNAVAILABLE: 'هذا غير متاح الآن. حاول بعد قليل.',
  INTERNAL: 'حدث خطأ من جهتنا.',
};

export const standard: typeof english = {
  standard: ({ code }) => MESSAGES[code],
};
