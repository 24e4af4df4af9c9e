import type { requests as english } from '../en/requests.ts';

export const requests: typeof english = {
  invalidPath: 'Le chemin de la requête n’est pas lisible.',
  unreadableMail: 'Ce qui est arrivé n’est pas un e-mail lisible.',
  unreadableBody: 'Le contenu n’est pas ce que les en-têtes de la requête en disent.',
  keyTwiceInQuery: ({ key }) => `\`${key}\` figure deux fois dans l’adresse.`,
  manyQueryKeys: ({ most }) => `Une adresse a au plus ${most} clés.`,
  nullInQuery: ({ text }) => `\`${text}\` dans l’adresse contient le caractère U+0000.`,
  encodingInQuery: ({ text }) => `\`${text}\` dans l’adresse n’est pas de l’UTF-8 encodé en pourcent.`,
  dryRun: '`dry_run` est `true` ou `false`.',
  idempotencyKey: 'Idempotency-Key contient de 1 à 255 caractères ASCII visibles.',
  lateRequest: 'La requête n’est pas arrivée à temps.',
  longRequest: 'Le chemin et les en-têtes sont trop longs.',
  noHttp: 'Ce n’est pas une requête HTTP lisible.',
  otherSite: 'Cette requête vient d’un autre site.',
  otherHost: ({ host }) =>
    `Ce produit ne se joint pas à \`${host}\`. Son exploitant en indique l’adresse avec --public-origin.`,
  twoHosts: 'La requête ne nomme aucun hôte, ou plus d’un.',
  unfitText: ({ key }) => `\`${key}\` contient U+0000 ou une moitié de caractère, ce qu’aucun texte ne peut contenir.`,
  manyFromHere: 'Trop de requêtes de votre réseau sont en cours à la fois. Réessayez dans un instant.',
  manyAtWork:
    'Plus de personnes travaillent ici que le produit ne peut en servir à la fois. Réessayez dans un instant.',
  noProduct: 'Le document a des erreurs, et il n’y a pas de produit antérieur à faire tourner.',
  fault: ({ request }) =>
    `Quelque chose s’est mal passé dans le produit. Son exploitant le trouve dans le journal sous ${request}.`,
  metricsToken: 'Les mesures demandent un jeton.',

  lostToken: 'Ce jeton est révoqué, périmé ou inconnu.',
  agentToken:
    'Un agent agit avec un jeton d’API de la personne pour laquelle il agit : `Authorization: Bearer nonet_…`. On crée des jetons dans son compte.',
  peopleOnly: 'Ceci est pour les personnes connectées, non pour leurs jetons.',
  tokenName: ({ most }) => `Un jeton a un nom d’au plus ${most} caractères.`,
  tokenDays: ({ most }) => `Un jeton dure de 1 à ${most} jours.`,
  tokenRole: ({ role }) => `Vous n’avez pas le rôle \`${role}\`, donc aucun de vos jetons ne l’a.`,
  noToken: 'Ce jeton n’existe pas.',
  manyTokens: ({ most }) => `Vous avez ${most} jetons : révoquez-en un d’abord.`,
  noCalendar: 'Ce calendrier n’existe pas, ou vous ne pouvez pas l’ouvrir.',
  calendarCut: ({ most }) =>
    `Le calendrier a plus d’entrées que les ${most} qui sont ici : celles à venir passent d’abord.`,

  wrongCredentials: ({ by }) => `${by ?? 'L’adresse e-mail'} ou le mot de passe est incorrect.`,
  manyAttempts: 'Trop de tentatives de connexion. Réessayez plus tard.',
  otherPassword: 'Ce n’est pas votre mot de passe actuel.',
  noPassword: 'Un mot de passe est obligatoire.',
  textPassword: 'Un mot de passe est un texte.',
  shortPassword: ({ least }) => `Un mot de passe a au moins ${least} caractères.`,
  noMail: 'Ce produit n’envoie pas d’e-mails. Son exploitant peut vous donner un lien.',
  usedLink: 'Ce lien a déjà servi ou est trop ancien. Demandez-en un autre.',
  silentProvider: ({ provider }) => `${provider} ne répond pas. Réessayez plus tard ou connectez-vous autrement.`,
  noDemoAccount: 'Ce compte de démonstration n’existe pas.',

  viewStays: 'Une vue reste avec sa liste.',
  viewName: ({ most }) => `Une vue a un nom d’au plus ${most} caractères.`,
  viewRole: ({ role }) => `Vous n’avez pas le rôle \`${role}\` et ne pouvez donc pas partager de vue avec lui.`,
  viewList: ({ screen }) => `Vous n’ouvrez pas de liste \`${screen}\`.`,
  viewState: ({ key }) => `\`${key}\` ne peut pas être utilisé sur cette liste.`,
  manyViews: ({ most }) => `Vous avez ${most} vues : supprimez-en une d’abord.`,
  viewTwice: 'Vous avez déjà ici une vue de ce nom.',

  noticeNecessary: 'Cet avis est nécessaire : il ne peut pas être désactivé.',
  noticeWay: '`way` vaut `inbox`, `mail`, `digest` ou `off`.',
  personalTimeZone: '`time_zone` est le nom d’un fuseau horaire (`Europe/Lisbon`), `device` ou null.',
  personalRegion: '`region` est le code d’un pays ou d’un territoire (`CH`) ou null.',
  paperTooLong: 'Ce document serait trop long.',
  paperLate: 'Ce document n’a pas été prêt à temps. Réessayez un peu plus tard.',
  paperComing: 'Ce document est encore en préparation. Réessayez dans un instant.',
  noPapers:
    'La partie du programme qui produit les documents n’est pas installée. La personne qui exploite ce produit peut l’ajouter.',
  leftOut: 'omis',
  digestSubject: ({ count }, format) => format.count(count, { one: 'nouvel avis', other: 'nouveaux avis' }),
  digestMore: ({ count }, format) => `et ${format.number(count)} de plus dans votre boîte de réception`,
  digestWhy:
    'Vous recevez ce courriel une fois par jour, parce que vous l’avez choisi pour ces avis. Vous pouvez le changer dans votre boîte de réception.',
  noticesMarked: ({ most }) => `Il faut \`ids\`, une liste de ${most} au plus, ou \`until\`, un seul id.`,
  commonPassword: 'Ce mot de passe est parmi les plus utilisés et se devine facilement. Choisissez-en un autre.',
  repeatedPassword: 'Ce mot de passe se répète et se devine facilement. Choisissez-en un autre.',
  ownPassword:
    'Ce mot de passe est fait de votre nom, de votre adresse ou du nom de ce produit. Choisissez-en un autre.',
  secondFactorElsewhere: 'Ce compte a un second facteur : connectez-vous sur une page du produit.',
  wrongFactor: 'Ce n’est pas correct, ou cela a déjà servi. Réessayez.',
  lostSignIn:
    'Cette connexion a pris trop de temps, ou a été tentée trop souvent. Recommencez avec votre mot de passe.',
  wrongNewFactor: 'Cela ne correspond pas. Réessayez avec un nouveau code ou une autre clé.',
  lastFactor: 'Un de vos rôles exige un second facteur : ajoutez-en un autre avant de retirer celui-ci.',
};
