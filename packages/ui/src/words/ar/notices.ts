import type { notices as english } from '../en/notices.ts';

export const notices: typeof english = {
  inbox: 'صندوق الوارد',
  inboxUnread: (count) => `صندوق الوارد، ${count} غير مقروء`,
  noticeUnread: 'غير مقروء',
  markRead: 'وضع علامة مقروء',
  markUnread: 'وضع علامة غير مقروء',
  markAllRead: 'وضع علامة مقروء على الكل',
  noticePreferences: 'كيف تصلك الإشعارات',
  allNotices: 'الكل',
  unreadNotices: 'غير المقروءة',
  noNotices: 'لا إشعارات بعد.',
  noUnreadNotices: 'كل شيء مقروء.',
  olderNotices: 'الأقدم',
  noticeHidden: 'لم يعد بإمكانك قراءة ما يتعلق به هذا الإشعار.',
  noticePreferencesIntro: 'اختر لكل نوع من الإشعارات التي وصلتك. يُحفظ كل اختيار فورًا.',
  noticeWays: {
    inbox: 'في صندوق الوارد',
    mail: 'في صندوق الوارد وبالبريد',
    digest: 'في صندوق الوارد ومرة في اليوم بالبريد',
    off: 'لا شيء',
  },
  noMailHere: 'بالبريد: هذا المنتج لا يرسل بريدًا',
  noticeNecessary: 'لا شيء: هذا الإشعار ضروري',
};
