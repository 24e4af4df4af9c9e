import type { requests as english } from '../en/requests.ts';

export const requests: typeof english = {
  invalidPath: 'Der Pfad der Anfrage ist nicht lesbar.',
  unreadableMail: 'Was ankam, ist keine lesbare E-Mail.',
  unreadableBody: 'Der Inhalt ist nicht das, was die Kopfzeilen der Anfrage von ihm sagen.',
  keyTwiceInQuery: ({ key }) => `\`${key}\` steht zweimal in der Adresse.`,
  manyQueryKeys: ({ most }) => `Eine Adresse hat höchstens ${most} Schlüssel.`,
  nullInQuery: ({ text }) => `\`${text}\` in der Adresse enthält das Zeichen U+0000.`,
  encodingInQuery: ({ text }) => `\`${text}\` in der Adresse ist kein prozentkodiertes UTF-8.`,
  dryRun: '`dry_run` ist `true` oder `false`.',
  idempotencyKey: 'Idempotency-Key besteht aus 1 bis 255 sichtbaren ASCII-Zeichen.',
  lateRequest: 'Die Anfrage kam nicht rechtzeitig an.',
  longRequest: 'Der Pfad und die Kopfzeilen sind zu lang.',
  noHttp: 'Das ist keine lesbare HTTP-Anfrage.',
  otherSite: 'Diese Anfrage kommt von einer anderen Website.',
  notNow: 'Der Datensatz lässt das jetzt nicht zu.',
  notSigned: 'Die Signatur dieser Anfrage fehlt, ist falsch oder zu alt.',
  noSecret: ({ constant }) => `${constant} ist in dieser Installation nicht gesetzt.`,
  signedOnce: ({ key }) => `\`${key}\` muss sagen, welches Ereignis dies ist.`,
  otherHost: ({ host }) =>
    `Dieses Produkt ist nicht als \`${host}\` zu erreichen. Wer es betreibt, gibt seine Adresse mit --public-origin an.`,
  twoHosts: 'Die Anfrage nennt keinen Host oder mehr als einen.',
  unfitText: ({ key }) => `\`${key}\` enthält U+0000 oder ein halbes Zeichen, was kein Text enthalten darf.`,
  manyFromHere: 'Aus Ihrem Netzwerk sind zu viele Anfragen auf einmal unterwegs. Versuchen Sie es gleich noch einmal.',
  manyAtWork:
    'Hier sind mehr Menschen am Werk, als das Produkt auf einmal bedienen kann. Versuchen Sie es gleich noch einmal.',
  noProduct: 'Das Dokument hat Fehler, und es gibt kein früheres Produkt, das laufen könnte.',
  fault: ({ request }) =>
    `Im Produkt ist etwas schiefgegangen. Wer es betreibt, findet es im Protokoll unter ${request}.`,
  metricsToken: 'Die Messwerte brauchen ein Token.',

  lostToken: 'Dieses Token ist widerrufen, abgelaufen oder unbekannt.',
  agentToken:
    'Ein Agent handelt mit einem API-Token der Person, für die er handelt: `Authorization: Bearer nonet_…`. Tokens erstellt man in seinem Konto.',
  peopleOnly: 'Das ist für angemeldete Menschen, nicht für ihre Tokens.',
  tokenName: ({ most }) => `Ein Token hat einen Namen von höchstens ${most} Zeichen.`,
  tokenDays: ({ most }) => `Ein Token gilt 1 bis ${most} Tage.`,
  tokenRole: ({ role }) => `Sie haben die Rolle \`${role}\` nicht, also hat sie auch keines Ihrer Tokens.`,
  noToken: 'Dieses Token gibt es nicht.',
  manyTokens: ({ most }) => `Sie haben ${most} Tokens: Widerrufen Sie zuerst eines.`,
  noCalendar: 'Diesen Kalender gibt es nicht, oder Sie dürfen ihn nicht öffnen.',
  calendarCut: ({ most }) =>
    `Der Kalender hat mehr Einträge als die ${most}, die hier stehen: die kommenden gehen vor.`,

  wrongCredentials: ({ by }) => `${by ?? 'Die E-Mail-Adresse'} oder das Passwort ist falsch.`,
  manyAttempts: 'Zu viele Anmeldeversuche. Versuchen Sie es später noch einmal.',
  otherPassword: 'Das ist nicht Ihr bisheriges Passwort.',
  noPassword: 'Ein Passwort ist eine Pflichtangabe.',
  textPassword: 'Ein Passwort ist ein Text.',
  shortPassword: ({ least }) => `Ein Passwort hat mindestens ${least} Zeichen.`,
  noMail: 'Dieses Produkt verschickt keine E-Mails. Wer es betreibt, kann Ihnen einen Link geben.',
  usedLink: 'Dieser Link wurde schon benutzt oder ist zu alt. Fordern Sie einen neuen an.',
  silentProvider: ({ provider }) =>
    `${provider} antwortet nicht. Versuchen Sie es später noch einmal, oder melden Sie sich anders an.`,
  noDemoAccount: 'Dieses Demokonto gibt es nicht.',

  viewStays: 'Eine Ansicht bleibt bei ihrer Liste.',
  viewName: ({ most }) => `Eine Ansicht hat einen Namen von höchstens ${most} Zeichen.`,
  viewRole: ({ role }) => `Sie haben die Rolle \`${role}\` nicht und können daher keine Ansicht mit ihr teilen.`,
  viewList: ({ screen }) => `Sie öffnen keine Liste \`${screen}\`.`,
  viewState: ({ key }) => `\`${key}\` lässt sich bei dieser Liste nicht benutzen.`,
  manyViews: ({ most }) => `Sie haben ${most} Ansichten: Löschen Sie zuerst eine.`,
  viewTwice: 'Eine Ansicht dieses Namens haben Sie hier schon.',

  noticeNecessary: 'Diese Mitteilung ist notwendig: Sie lässt sich nicht abschalten.',
  noticeWay: '`way` ist `inbox`, `mail`, `digest` oder `off`.',
  personalTimeZone: '`time_zone` ist der Name einer Zeitzone (`Europe/Lisbon`), `device` oder null.',
  personalRegion: '`region` ist der Code eines Landes oder Gebiets (`CH`) oder null.',
  paperTooLong: 'Dieses Schriftstück würde zu lang.',
  paperLate: 'Dieses Schriftstück wurde nicht rechtzeitig fertig. Versuchen Sie es etwas später noch einmal.',
  paperComing: 'Dieses Schriftstück wird noch erzeugt. Versuchen Sie es gleich noch einmal.',
  noPapers:
    'Der Teil des Programms, der Schriftstücke erzeugt, ist nicht installiert. Wer dieses Produkt betreibt, kann ihn hinzufügen.',
  leftOut: 'ausgelassen',
  digestSubject: ({ count }, format) => format.count(count, { one: 'neue Mitteilung', other: 'neue Mitteilungen' }),
  digestMore: ({ count }, format) => `und ${format.number(count)} weitere in Ihrem Posteingang`,
  digestWhy:
    'Sie erhalten diese Mail einmal am Tag, weil Sie das für diese Mitteilungen gewählt haben. Im Posteingang können Sie es ändern.',
  noticesMarked: ({ most }) => `Hier steht \`ids\`, eine Liste von höchstens ${most}, oder \`until\`, eine id.`,
  commonPassword: 'Dieses Passwort gehört zu den meistbenutzten und ist leicht zu erraten. Wählen Sie ein anderes.',
  repeatedPassword: 'Dieses Passwort wiederholt sich und ist leicht zu erraten. Wählen Sie ein anderes.',
  ownPassword:
    'Dieses Passwort besteht aus Ihrem Namen, Ihrer Adresse oder dem Namen dieses Produkts. Wählen Sie ein anderes.',
  secondFactorElsewhere: 'Dieses Konto hat einen zweiten Faktor: Melden Sie sich auf einer Seite des Produkts an.',
  wrongFactor: 'Das stimmt nicht oder wurde schon benutzt. Versuchen Sie es noch einmal.',
  lostSignIn:
    'Diese Anmeldung hat zu lange gedauert oder wurde zu oft versucht. Beginnen Sie wieder mit Ihrem Passwort.',
  wrongNewFactor: 'Das passte nicht. Versuchen Sie es mit einem neuen Code oder einem anderen Schlüssel.',
  lastFactor:
    'Eine Ihrer Rollen verlangt einen zweiten Faktor: Richten Sie einen anderen ein, bevor Sie diesen entfernen.',
};
