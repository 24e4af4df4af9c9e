import type { requests as english } from '../en/requests.ts';

export const requests: typeof english = {
  invalidPath: 'Het pad van het verzoek is niet te lezen.',
  unreadableBody: 'De inhoud is niet wat de headers van het verzoek ervan zeggen.',
  keyTwiceInQuery: ({ key }) => `\`${key}\` staat twee keer in de query.`,
  manyQueryKeys: ({ most }) => `Een query heeft hoogstens ${most} sleutels.`,
  nullInQuery: ({ text }) => `\`${text}\` in de query bevat het teken U+0000.`,
  encodingInQuery: ({ text }) => `\`${text}\` in de query is geen procentgecodeerde UTF-8.`,
  dryRun: '`dry_run` is `true` of `false`.',
  idempotencyKey: 'Idempotency-Key heeft 1 tot en met 255 zichtbare ASCII-tekens.',
  lateRequest: 'Het verzoek kwam niet op tijd.',
  longRequest: 'Het pad en de headers zijn te lang.',
  noHttp: 'Dit is geen leesbaar HTTP-verzoek.',
  otherSite: 'Dit verzoek komt van een andere site.',
  otherHost: ({ host }) =>
    `Dit product is niet te bereiken als \`${host}\`. Wie het beheert, geeft zijn adres op met --public-origin.`,
  twoHosts: 'Het verzoek noemt geen host, of meer dan een.',
  unfitText: ({ key }) => `\`${key}\` bevat U+0000 of een half teken, en dat mag geen tekst bevatten.`,
  manyFromHere: 'Er zijn te veel verzoeken tegelijk onderweg vanuit uw netwerk. Probeer het zo opnieuw.',
  manyAtWork: 'Er zijn hier meer mensen aan het werk dan het product aankan. Probeer het zo opnieuw.',
  noProduct: 'Het document heeft fouten, en er is geen vorig product om te laten lopen.',
  fault: ({ request }) =>
    `Er ging iets mis in het product. Wie het beheert, vindt het in het logboek onder ${request}.`,
  metricsToken: 'Voor de metingen is een token nodig.',

  lostToken: 'Dit token is ingetrokken, verlopen of onbekend.',
  agentToken:
    'Een agent handelt met een API-token van de persoon voor wie hij handelt: `Authorization: Bearer nonet_…`. Mensen maken tokens aan in hun account.',
  peopleOnly: 'Dit is voor mensen die zijn ingelogd, niet voor hun tokens.',
  tokenName: ({ most }) => `Een token heeft een naam, van hoogstens ${most} tekens.`,
  tokenDays: ({ most }) => `Een token geldt 1 tot en met ${most} dagen.`,
  tokenRole: ({ role }) => `U hebt de rol \`${role}\` niet, dus geen token van u heeft die.`,
  noToken: 'Zo’n token is er niet.',
  manyTokens: ({ most }) => `U hebt ${most} tokens: trek er eerst een in.`,

  wrongCredentials: ({ by }) =>
    by === null ? 'Het e-mailadres of het wachtwoord is onjuist.' : `${by} of wachtwoord is onjuist.`,
  manyAttempts: 'Te vaak geprobeerd om in te loggen. Probeer het later opnieuw.',
  otherPassword: 'Dit is niet uw huidige wachtwoord.',
  noPassword: 'Een wachtwoord is verplicht.',
  textPassword: 'Een wachtwoord is een tekst.',
  shortPassword: ({ least }) => `Een wachtwoord heeft minstens ${least} tekens.`,
  commonPassword:
    'Dit wachtwoord is een van die welke veel mensen gebruiken, en dus een van de eerste die anderen proberen. Kies een ander.',
  repeatedPassword: 'Dit wachtwoord herhaalt zichzelf en is dus makkelijk te raden. Kies een ander.',
  ownPassword: 'Dit wachtwoord bestaat uit uw eigen naam, uw adres of de naam van dit product. Kies een ander.',
  secondFactorElsewhere: 'Dit account heeft een tweede factor: log in op een pagina van het product.',
  wrongFactor: 'Dit klopt niet of is al gebruikt. Probeer het opnieuw.',
  lostSignIn: 'Dit inloggen heeft te lang geduurd of is te vaak geprobeerd. Begin opnieuw met uw wachtwoord.',
  wrongNewFactor: 'Dit paste niet. Probeer het opnieuw met een nieuwe code of een andere sleutel.',
  lastFactor: 'Een van uw rollen vraagt een tweede factor: stel eerst een andere in voordat u deze verwijdert.',
  noMail: 'Dit product verstuurt geen mail. Wie het beheert, kan u een link geven.',
  usedLink: 'Deze link is al gebruikt of te oud. Vraag een nieuwe aan.',
  silentProvider: ({ provider }) => `${provider} antwoordt niet. Probeer het later opnieuw, of log anders in.`,
  noDemoAccount: 'Zo’n demo-account is er niet.',

  viewStays: 'Een weergave blijft bij haar lijst.',
  viewName: ({ most }) => `Een weergave heeft een naam, van hoogstens ${most} tekens.`,
  viewRole: ({ role }) => `U hebt de rol \`${role}\` niet, dus u deelt er geen weergave mee.`,
  viewList: ({ screen }) => `U opent geen lijst \`${screen}\`.`,
  viewState: ({ key }) => `\`${key}\` is op deze lijst niet te gebruiken.`,
  manyViews: ({ most }) => `U hebt ${most} weergaven: verwijder er eerst een.`,
  viewTwice: 'U hebt hier al een weergave met deze naam.',

  noticeNecessary: 'Deze melding is noodzakelijk: zij kan niet worden uitgezet.',
  noticeWay: '`way` is `inbox`, `mail`, `digest` of `off`.',
  paperTooLong: 'Dit stuk zou te lang worden.',
  paperLate: 'Dit stuk was niet op tijd klaar. Probeer het iets later opnieuw.',
  paperComing: 'Dit stuk wordt nog gemaakt. Probeer het zo dadelijk opnieuw.',
  noPapers:
    'Het deel van het programma dat stukken maakt, is niet geïnstalleerd. Wie dit product beheert, kan het toevoegen.',
  leftOut: 'weggelaten',
  digestSubject: ({ count }, format) => format.count(count, { one: 'nieuwe melding', other: 'nieuwe meldingen' }),
  digestMore: ({ count }, format) => `en nog ${format.number(count)} in uw postvak`,
  digestWhy:
    'U krijgt deze mail één keer per dag, omdat u daar voor deze meldingen voor koos. In uw postvak kunt u dat veranderen.',
  noticesMarked: ({ most }) => `Hier staat \`ids\`, een lijst van hoogstens ${most}, of \`until\`, één id.`,
};
