import type { notices as english } from '../en/notices.ts';

export const notices: typeof english = {
  inbox: 'Boîte de réception',
  inboxUnread: (count) => `Boîte de réception, ${count} non lus`,
  noticeUnread: 'Non lu',
  markRead: 'Marquer comme lu',
  markUnread: 'Marquer comme non lu',
  markAllRead: 'Tout marquer comme lu',
  noticePreferences: 'Comment vous êtes averti',
  allNotices: 'Tous',
  unreadNotices: 'Non lus',
  noNotices: 'Aucun avis pour l’instant.',
  noUnreadNotices: 'Tout est lu.',
  olderNotices: 'Plus anciens',
  noticeHidden: 'Vous ne pouvez plus lire ce dont il s’agit.',
  noticePreferencesIntro: 'Choisissez pour chaque sorte d’avis que vous avez reçue. Chaque choix est gardé aussitôt.',
  noticeWays: {
    inbox: 'Dans la boîte de réception',
    mail: 'Dans la boîte de réception et par courriel',
    digest: 'Dans la boîte de réception et une fois par jour par courriel',
    off: 'Pas du tout',
  },
  noMailHere: 'Par courriel : ce produit n’en envoie pas',
  noticeNecessary: 'Pas du tout : cet avis est nécessaire',
};
