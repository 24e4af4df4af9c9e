import type { account as english } from '../en/account.ts';

export const account: typeof english = {
  signIn: 'Anmelden',
  signInWith: (provider) => `Mit ${provider} anmelden`,
  or: 'oder',
  openIdRefused: {
    cancelled: 'Sie sind nicht angemeldet: Der Vorgang wurde abgebrochen.',
    unavailable:
      'Der Anmeldedienst antwortet nicht. Versuchen Sie es später noch einmal, oder melden Sie sich anders an.',
    failed:
      'Der Antwort des Anmeldedienstes ist nicht zu trauen, daher sind Sie nicht angemeldet. Versuchen Sie es noch einmal.',
    stale:
      'Diese Anmeldung wurde vor zu langer Zeit oder in einem anderen Fenster begonnen. Versuchen Sie es noch einmal.',
    unverified:
      'Der Anmeldedienst hat Ihre E-Mail-Adresse nicht bestätigt und kann nicht sagen, welches Konto Ihres ist.',
    unknown: 'Zu Ihrer E-Mail-Adresse gibt es kein Konto.',
    incomplete: 'Sie haben noch kein Konto, und ein neues braucht mehr Angaben, als der Anmeldedienst macht.',
    closed: 'Mit Ihrem Konto ist keine Anmeldung möglich.',
    taken:
      'Der Anmeldedienst kennt das Konto mit Ihrer E-Mail-Adresse unter einem anderen Namen. Wenden Sie sich an den Betreiber.',
  },
  signOut: 'Abmelden',
  signInToContinue: 'Melden Sie sich an, um fortzufahren.',
  email: 'E-Mail',
  password: 'Passwort',
  showPassword: 'Passwort anzeigen',
  passwordLength: (count) => `Mindestens ${count} Zeichen.`,
  changePassword: 'Passwort ändern',
  newPassword: 'Neues Passwort',
  signUp: 'Registrieren',
  noAccountYet: 'Noch kein Konto?',
  demoAccounts: 'Demokonten',
  standIns: 'Stellvertreter für Rollen, die kein Demo-Datensatz hat',
  noRoles: 'keine Rollen',
  noAssignedRole: 'keine zugewiesene Rolle',
  account: 'Konto',
  languageAndRegion: 'Sprache und Region',
  language: 'Sprache',
  timeZone: 'Zeitzone',
  forgotPassword: 'Passwort vergessen?',
  forgotPasswordIntro:
    'Geben Sie die Adresse Ihres Kontos an. Sie erhalten einen Link, mit dem Sie ein neues Passwort wählen.',
  sendLink: 'Link senden',
  linkSent: (email) =>
    `Gibt es ein Konto für ${email}, ist ein Link unterwegs. Er funktioniert einmal und eine Stunde lang.`,
  choosePassword: 'Wählen Sie Ihr Passwort',
  passwordChosen: 'Ihr Passwort ist gespeichert.',
  ownSessions: 'Wo Sie angemeldet sind',
  apiTokens: 'API-Tokens',
  copy: 'Kopieren',
  copied: 'Kopiert',
  closeDialog: 'Schließen',
  secondFactor: 'Zweiter Faktor',
  factorCode: 'Code Ihrer App',
  factorCodeHint: 'Sechs Ziffern, die alle 30 Sekunden wechseln.',
  continue: 'Weiter',
};
