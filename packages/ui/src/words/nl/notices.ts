import type { notices as english } from '../en/notices.ts';

export const notices: typeof english = {
  inbox: 'Postvak',
  inboxUnread: (count) => `Postvak, ${count} ongelezen`,
  noticeUnread: 'Ongelezen',
  markRead: 'Als gelezen markeren',
  markUnread: 'Als ongelezen markeren',
  markAllRead: 'Alles als gelezen markeren',
  noticePreferences: 'Hoe u meldingen krijgt',
  allNotices: 'Alle',
  unreadNotices: 'Ongelezen',
  noNotices: 'Er is u nog niets gemeld.',
  noUnreadNotices: 'Alles is gelezen.',
  olderNotices: 'Oudere',
  noticeHidden: 'U mag niet meer lezen waar dit over gaat.',
  noticePreferencesIntro: 'Kies voor elke soort melding die u hebt gekregen. Elke keuze wordt meteen bewaard.',
  noticeWays: {
    inbox: 'In het postvak',
    mail: 'In het postvak en per mail',
    digest: 'In het postvak en één keer per dag per mail',
    off: 'Helemaal niet',
  },
  noMailHere: 'Per mail: dit product verstuurt geen mail',
  noticeNecessary: 'Helemaal niet: zij is noodzakelijk',
};
