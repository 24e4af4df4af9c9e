import type { MessageFormat } from '../message-format.ts';

/** The server's messages about requests, and about the people and programs that send them. */
export const requests = {
  invalidPath: 'The path of the request can not be read.',
  unreadableMail: 'What came is no mail in a readable form.',
  unreadableBody: 'The body is not what the headers of the request say of it.',
  keyTwiceInQuery: ({ key }: { key: string }) => `\`${key}\` stands twice in the query.`,
  manyQueryKeys: ({ most }: { most: number }) => `A query has at most ${most} keys.`,
  nullInQuery: ({ text }: { text: string }) => `\`${text}\` in the query holds the character U+0000.`,
  encodingInQuery: ({ text }: { text: string }) => `\`${text}\` in the query is not percent-encoded UTF-8.`,
  dryRun: '`dry_run` is `true` or `false`.',
  idempotencyKey: 'Idempotency-Key holds 1 to 255 visible ASCII characters.',
  lateRequest: 'The request did not come in time.',
  longRequest: 'The path and the headers are too long.',
  noHttp: 'This is no HTTP request that can be read.',
  otherSite: 'This request comes from another site.',
  otherHost: ({ host }: { host: string }) =>
    `This product is not reached as \`${host}\`. Whoever runs it states its address by --public-origin.`,
  twoHosts: 'The request names no host, or more than one.',
  unfitText: ({ key }: { key: string }) => `\`${key}\` holds U+0000 or half of a character, which no text may hold.`,
  manyFromHere: 'Too many requests from your network are on their way at once. Try again in a moment.',
  manyAtWork: 'More people are at work here than the product can answer at once. Try again in a moment.',
  noProduct: 'The document has errors, and there is no former product to run.',
  fault: ({ request }: { request: string }) =>
    `Something went wrong in the product. Whoever runs it finds it in the log under ${request}.`,
  metricsToken: 'The metrics need a token.',

  lostToken: 'This token is revoked, out of date or unknown.',
  agentToken:
    'An agent acts with an API token of the person for whom it acts: `Authorization: Bearer nonet_…`. People make tokens in their account.',
  peopleOnly: 'This is for people who are signed in, not for their tokens.',
  tokenName: ({ most }: { most: number }) => `A token has a name, of at most ${most} characters.`,
  tokenDays: ({ most }: { most: number }) => `A token lasts from 1 to ${most} days.`,
  tokenRole: ({ role }: { role: string }) => `You do not have the role \`${role}\`, so no token of yours has it.`,
  noToken: 'There is no such token.',
  manyTokens: ({ most }: { most: number }) => `You have ${most} tokens: revoke one first.`,
  noCalendar: 'There is no such calendar, or you may not open it.',
  calendarCut: ({ most }: { most: number }) =>
    `The calendar has more entries than the ${most} that are here: those to come are the first.`,

  wrongCredentials: ({ by }: { by: string | null }) =>
    `The ${by === null ? 'e-mail address' : by.charAt(0).toLowerCase() + by.slice(1)} or the password is wrong.`,
  manyAttempts: 'Too many attempts to sign in. Try again later.',
  otherPassword: 'This is not your present password.',
  noPassword: 'A password is required.',
  textPassword: 'A password is a text.',
  shortPassword: ({ least }: { least: number }) => `A password has at least ${least} characters.`,
  commonPassword:
    'This password is one of those that many people use, so it is the first that others try. Choose another one.',
  repeatedPassword: 'This password repeats itself, so others guess it easily. Choose another one.',
  ownPassword: 'This password is made of your own name, your address or the name of this product. Choose another one.',
  secondFactorElsewhere: 'This account has a second factor: sign in on a page of the product.',
  wrongFactor: 'This is not right, or was used already. Try again.',
  lostSignIn: 'This sign-in has taken too long, or was tried too often. Begin again with your password.',
  wrongNewFactor: 'This did not fit. Try again with a new code, or another key.',
  lastFactor: 'One of your roles needs a second factor: set up another one before you remove this one.',
  noMail: 'This product sends no mail. Whoever runs it can give you a link.',
  usedLink: 'This link was used already, or is too old. Ask for another one.',
  silentProvider: ({ provider }: { provider: string }) =>
    `${provider} does not answer. Try again later, or sign in another way.`,
  noDemoAccount: 'There is no such demo account.',

  viewStays: 'A view stays with its list.',
  viewName: ({ most }: { most: number }) => `A view has a name, of at most ${most} characters.`,
  viewRole: ({ role }: { role: string }) => `You do not have the role \`${role}\`, so you share no view with it.`,
  viewList: ({ screen }: { screen: string }) => `You open no list \`${screen}\`.`,
  viewState: ({ key }: { key: string }) => `\`${key}\` can not be used on this list.`,
  manyViews: ({ most }: { most: number }) => `You have ${most} views: delete one first.`,
  viewTwice: 'You have a view of this name here already.',

  noticeNecessary: 'This notice is necessary: it can not be turned off.',
  noticeWay: '`way` is `inbox`, `mail`, `digest` or `off`.',
  personalTimeZone: '`time_zone` is the name of a time zone (`Europe/Lisbon`), `device`, or null.',
  personalRegion: '`region` is the code of a country or territory (`CH`), or null.',
  paperTooLong: 'This paper would be too long to be made.',
  paperLate: 'This paper was not made in time. Try again a little later.',
  paperComing: 'This paper is still being made. Try again in a moment.',
  noPapers: 'The part of the program that makes papers is not installed. Whoever runs this product can add it.',
  leftOut: 'left out',
  digestSubject: ({ count }: { count: number }, format: MessageFormat) =>
    format.count(count, { one: 'new notice', other: 'new notices' }),
  digestMore: ({ count }: { count: number }, format: MessageFormat) => `and ${format.number(count)} more in your inbox`,
  digestWhy: 'You get this mail once a day, because you chose it for these notices. You can change that in your inbox.',
  noticesMarked: ({ most }: { most: number }) => `It has \`ids\`, a list of ${most} at most, or \`until\`, one id.`,
};
