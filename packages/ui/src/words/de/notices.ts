import type { notices as english } from '../en/notices.ts';

export const notices: typeof english = {
  inbox: 'Posteingang',
  inboxUnread: (count) => `Posteingang, ${count} ungelesen`,
  noticeUnread: 'Ungelesen',
  markRead: 'Als gelesen markieren',
  markUnread: 'Als ungelesen markieren',
  markAllRead: 'Alle als gelesen markieren',
  noticePreferences: 'Wie Sie benachrichtigt werden',
  allNotices: 'Alle',
  unreadNotices: 'Ungelesen',
  noNotices: 'Ihnen wurde noch nichts mitgeteilt.',
  noUnreadNotices: 'Alles ist gelesen.',
  olderNotices: 'Ältere',
  noticeHidden: 'Sie dürfen nicht mehr lesen, worum es hier geht.',
  noticePreferencesIntro: 'Wählen Sie für jede Art von Mitteilung, die Sie erhalten haben. Jede Wahl gilt sofort.',
  noticeWays: {
    inbox: 'Im Posteingang',
    mail: 'Im Posteingang und per Mail',
    digest: 'Im Posteingang und einmal am Tag per Mail',
    off: 'Gar nicht',
  },
  noMailHere: 'Per Mail: Dieses Produkt verschickt keine Mail',
  noticeNecessary: 'Gar nicht: Sie ist notwendig',
};
