import type { notices as english } from '../en/notices.ts';

export const notices: typeof english = {
  inbox: 'Bandeja de entrada',
  inboxUnread: (count) => `Bandeja de entrada, ${count} sin leer`,
  noticeUnread: 'Sin leer',
  markRead: 'Marcar como leído',
  markUnread: 'Marcar como no leído',
  markAllRead: 'Marcar todo como leído',
  noticePreferences: 'Cómo recibe los avisos',
  allNotices: 'Todos',
  unreadNotices: 'Sin leer',
  noNotices: 'Todavía no hay avisos.',
  noUnreadNotices: 'Todo está leído.',
  olderNotices: 'Anteriores',
  noticeHidden: 'Ya no puede leer de qué se trata.',
  noticePreferencesIntro: 'Elija para cada clase de aviso que ha recibido. Cada elección se guarda al momento.',
  noticeWays: {
    inbox: 'En la bandeja',
    mail: 'En la bandeja y por correo',
    digest: 'En la bandeja y una vez al día por correo',
    off: 'De ningún modo',
  },
  noMailHere: 'Por correo: este producto no envía correo',
  noticeNecessary: 'De ningún modo: es necesario',
};
